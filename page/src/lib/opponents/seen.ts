/** What is known of an opponent's cards: how many copies, and how many matches showed them. */

import type { Opponent } from "./book.svelte";

export interface SeenCard {
  id: string;
  /** As many copies as any match showed, or as were noted. */
  copies: number;
  /** Matches that showed it. */
  matches: number;
}

/** Those seen most often first. */
export function seenCards(opponent: Opponent): SeenCard[] {
  const copies = new Map<string, number>();
  for (const id of opponent.known) copies.set(id, (copies.get(id) ?? 0) + 1);
  return [...copies]
    .map(([id, count]) => ({
      id,
      copies: count,
      matches: opponent.seen.filter((one) => one.cards.includes(id)).length,
    }))
    .sort((a, b) => b.matches - a.matches || b.copies - a.copies || a.id.localeCompare(b.id));
}
