/** Finding a card by what was typed: names that begin so first, then words, then parts, then what only resembles. */

import type { Card } from "../cards.svelte";

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, " ")
    .trim();
}

/** The lower the better; undefined when it does not fit at all. */
function fit(name: string, typed: string): number | undefined {
  if (name.startsWith(typed)) return 0;
  const [words, parts] = [name.split(" "), typed.split(/\s+/)];
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (name.includes(typed)) return 2;
  return isSubsequence(typed.replaceAll(" ", ""), name.replaceAll(" ", "")) ? 3 : undefined;
}

function isSubsequence(typed: string, name: string): boolean {
  let place = 0;
  for (const letter of name) if (letter === typed[place]) place += 1;
  return typed.length >= 3 && place === typed.length;
}

/** Cards that fit, best first; among equals the order given stays. */
export function findCards(among: readonly Card[], text: string): Card[] {
  const typed = plain(text);
  if (!typed) return [...among];
  return among
    .map((card) => ({ card, rank: card.id.toLowerCase() === typed ? 0 : fit(plain(card.name), typed) }))
    .filter((found): found is { card: Card; rank: number } => found.rank !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map(({ card }) => card);
}
