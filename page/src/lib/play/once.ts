/** A change of what is stored: done once however often it is sent, and only to the state that was looked at. */

import { Refusal } from "../api";
import { randomName } from "../session.svelte";
import { pause } from "./motion";

const RETRY_DELAY = 800;
const CHANGED_ELSEWHERE = 412;

export type NewHeaders = Record<"Idempotency-Key", string>;
export type ChangeHeaders = Record<"Idempotency-Key" | "If-Match", string>;

/** Send a change; if the answer got lost it is sent once more, which cannot do it twice. */
export function once<T>(version: number, send: (headers: ChangeHeaders) => Promise<T>): Promise<T> {
  return twiceAtMost({ "Idempotency-Key": randomName(), "If-Match": `"${version}"` }, send);
}

/** The same for something new, of which there is no version yet. */
export function makeOnce<T>(send: (headers: NewHeaders) => Promise<T>): Promise<T> {
  return twiceAtMost({ "Idempotency-Key": randomName() }, send);
}

async function twiceAtMost<H, T>(headers: H, send: (headers: H) => Promise<T>): Promise<T> {
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
