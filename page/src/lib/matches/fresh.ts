/** A new match, begun with what is usual for this reader: the deck and the rules of the last one. */

import type { Schemas } from "../api";
import { router } from "../router.svelte";
import { matchCalls } from "./calls";

type NewMatch = Schemas["NewMatch"];
export type Usual = Pick<NewMatch, "deck" | "ruleset">;

const KEY = "qbcoach-usual";
const STANDARD: Usual = { deck: null, ruleset: "rebirth" };

export function usual(): Usual {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Usual> | null;
    return {
      deck: typeof kept?.deck === "string" ? kept.deck : STANDARD.deck,
      ruleset: typeof kept?.ruleset === "string" ? kept.ruleset : STANDARD.ruleset,
    };
  } catch {
    return STANDARD;
  }
}

/** Begin it and go there; what is refused is not usual any more. */
export async function beginMatch(match: NewMatch): Promise<void> {
  try {
    const { id } = await matchCalls.create(match);
    localStorage.setItem(KEY, JSON.stringify({ deck: match.deck, ruleset: match.ruleset } satisfies Usual));
    router.go("match", id);
  } catch (error) {
    localStorage.removeItem(KEY);
    throw error;
  }
}
