import { expect, test } from "vitest";
import { session } from "../src/lib/session.svelte";
import { stream, type StreamEvent } from "../src/lib/stream";
import { problem, Server } from "./server";

const TWO = 'event: progress\ndata: {"share": 0.5}\n\nevent: answer\ndata: {"name": "Chocobo & Mooglé ▶"}\n\n';
const TWO_READ: StreamEvent[] = [
  { event: "progress", data: { share: 0.5 } },
  { event: "answer", data: { name: "Chocobo & Mooglé ▶" } },
];

/** A body that arrives in these pieces. */
function body(pieces: Uint8Array[], onCancel?: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else if (!onCancel) controller.close();
    },
    cancel: onCancel,
  });
}

async function read(...pieces: Uint8Array[]): Promise<StreamEvent[]> {
  new Server(() => new Response(body(pieces)));
  return all(stream({ path: "/api/v1/deep", signal: new AbortController().signal }));
}

async function all(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const read: StreamEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("events are read in their order", async () => {
  expect(await read(bytes(TWO))).toEqual(TWO_READ);
});

test("it does not matter where the network cuts", async () => {
  const whole = bytes(TWO);
  for (let cut = 1; cut < whole.length; cut += 1) {
    expect(await read(whole.slice(0, cut), whole.slice(cut)), `cut at ${cut}`).toEqual(TWO_READ);
  }
  expect(await read(...Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(TWO_READ);
});

test("the long line ends are line ends too, even when they are cut in two", async () => {
  const whole = bytes(TWO.replaceAll("\n", "\r\n"));
  expect(await read(whole)).toEqual(TWO_READ);
  expect(await read(...Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(TWO_READ);
});

test("comments that keep the line open, and blocks without data, are no events", async () => {
  expect(await read(bytes(`: still here\n\nevent: progress\n\n${TWO}: still here\n\n`))).toEqual(TWO_READ);
});

test("data in several lines is one value, and an event without a name is a message", async () => {
  expect(await read(bytes('data: {"a":\ndata: 1}\n\n'))).toEqual([{ event: "message", data: { a: 1 } }]);
});

test("an event that breaks off is not told", async () => {
  expect(await read(bytes(TWO.slice(0, -1)))).toEqual(TWO_READ.slice(0, 1));
});

test("who stops listening ends the answer", async () => {
  let cancelled = false;
  new Server(() => new Response(body([bytes(TWO)], () => (cancelled = true))));
  for await (const { event } of stream({ path: "/api/v1/deep", signal: new AbortController().signal })) {
    expect(event).toBe("progress");
    break;
  }
  expect(cancelled).toBe(true);
});

test("a body makes it a POST with our name on it", async () => {
  const server = new Server(() => new Response(body([])));
  const { signal } = new AbortController();
  await all(stream({ path: "/api/v1/positions/deep?nodes=5", body: { position: "p" }, signal }));
  await all(stream({ path: "/api/v1/matches/m/deep", signal }));
  const [post, get] = server.sent;
  expect([post?.method, post?.url]).toEqual(["POST", "http://page.test/api/v1/positions/deep?nodes=5"]);
  expect(await post?.json()).toEqual({ position: "p" });
  expect(get?.method).toBe("GET");
  expect(server.headers("QBCoach-Client")).toEqual([session.client, session.client]);
});

test.each([
  [422, "no such position", "no such position"],
  [500, undefined, "500"],
])("a refusal with status %i is told in a sentence", async (status, detail, sentence) => {
  new Server(() => problem(status, detail));
  const reading = stream({ path: "/api/v1/deep", signal: new AbortController().signal }).next();
  await expect(reading).rejects.toMatchObject({ status, message: expect.stringContaining(sentence) as string });
});

test("a lost connection is told, a stopped request is not", async () => {
  const server = new Server(() => new Response(body([])));
  server.fates = ["request lost", "request lost"];
  await expect(stream({ path: "/api/v1/deep", signal: new AbortController().signal }).next()).rejects.toMatchObject({
    status: 0,
  });
  await expect(stream({ path: "/api/v1/deep", signal: AbortSignal.abort() }).next()).rejects.not.toHaveProperty(
    "status",
  );
});

test("a stream that needs a token asks for it", async () => {
  new Server(() => problem(401, "a token is needed"));
  await stream({ path: "/api/v1/deep", signal: new AbortController().signal })
    .next()
    .catch(() => undefined);
  expect(session.asked).toBe(true);
});
