/** The one door to the server: typed by its OpenAPI document, with the token in a header and never in an address. */

import createClient from "openapi-fetch";
import { session } from "./session.svelte";
import type { components, paths } from "./schema";
import { t } from "./strings";

export type Schemas = components["schemas"];

/** What the server refused, in the sentence that it gave. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The document of the refusal, for what is in it beside the sentence. */
    readonly problem: unknown = undefined,
  ) {
    super(message);
  }
}

export const api = createClient<paths>({ baseUrl: location.origin });

api.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(session.headers)) request.headers.set(name, value);
    return request;
  },
  onResponse({ request, response }) {
    session.heard(request.headers.get("Authorization"), response);
  },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; a refusal or a lost connection is thrown as one sentence. */
export async function got<T>(answer: Promise<Answer<T>>): Promise<T> {
  let settled: Answer<T>;
  try {
    settled = await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, t.errors.unreachable);
  }
  const { data, error, response } = settled;
  if (!response.ok) throw new Refusal(response.status, sentence(error) ?? t.errors.status(response.status), error);
  return data as T;
}

export function sentence(problem: unknown): string | undefined {
  const detail = (problem as { detail?: unknown } | undefined)?.detail;
  return typeof detail === "string" ? detail : undefined;
}
