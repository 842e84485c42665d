/** A change of a stored game: done once however often it is sent, and only to the state that was looked at. */

import { Refusal } from "../api";
import { randomName } from "../session.svelte";
import { pause } from "./motion";

const RETRY_DELAY = 800;
const CHANGED_ELSEWHERE = 412;

export type ChangeHeaders = Record<"Idempotency-Key" | "If-Match", string>;

/** Send a change; if the answer got lost it is sent once more, which cannot do it twice. */
export async function once<T>(version: number, send: (headers: ChangeHeaders) => Promise<T>): Promise<T> {
  const headers = { "Idempotency-Key": randomName(), "If-Match": `"${version}"` };
  try {
    return await send(headers);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 0)) throw error;
    await pause(RETRY_DELAY);
    return send(headers);
  }
}

/** Somebody else, perhaps another tab, has gone on with the game. */
export function isOutdated(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status === CHANGED_ELSEWHERE;
}
