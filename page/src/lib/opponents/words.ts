/** An opponent in a few words. */

import { t } from "../strings";
import type { Opponent } from "./book.svelte";

export function recordWords(opponent: Opponent): string {
  const { wins, draws, losses } = opponent.record;
  const met = opponent.seen.length > 0 ? [t.opponents.met(opponent.seen.length)] : [];
  const record = wins + draws + losses > 0 ? [t.opponents.record(wins, draws, losses)] : [];
  return [...met, ...record].join(t.list.comma) || t.opponents.noRecord;
}

/** The name without the place, which stands beside it. */
export function nameOf({ title, place }: Opponent): string {
  const tail = `, ${place ?? ""}`;
  return place && title.endsWith(tail) ? title.slice(0, -tail.length) : title;
}
