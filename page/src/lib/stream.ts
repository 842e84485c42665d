/** Server-sent events read with fetch, so that headers can be sent and an answer can be cancelled. */

import { Refusal, sentence } from "./api";
import { session } from "./session.svelte";
import { t } from "./strings";

export interface StreamEvent {
  event: string;
  data: unknown;
}

export interface StreamRequest {
  path: string;
  /** A body makes it a POST. */
  body?: unknown;
  signal: AbortSignal;
}

/** Every event of the stream, in order; ends with it. */
export async function* stream({ path, body, signal }: StreamRequest): AsyncGenerator<StreamEvent> {
  const headers: Record<string, string> = { ...session.headers, Accept: "text/event-stream" };
  const init: RequestInit = { headers, signal };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.method = "POST";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(new URL(path, location.origin), init).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Refusal(0, t.errors.unreachable);
  });
  session.heard(headers["Authorization"] ?? null, response);
  if (!response.ok || !response.body) {
    throw new Refusal(
      response.status,
      sentence(await response.json().catch(() => undefined)) ?? t.errors.status(response.status),
    );
  }
  yield* parse(response.body.pipeThrough(new TextDecoderStream()));
}

async function* parse(text: ReadableStream<string>): AsyncGenerator<StreamEvent> {
  const reader = text.getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest = (rest + value).replaceAll("\r\n", "\n");
      for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
        const event = readBlock(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): StreamEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) as unknown } : undefined;
}
