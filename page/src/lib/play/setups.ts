/** How games were begun in this browser, so that a rematch is played with the same decks even where they have no name. */

import type { Duel, DuelRequest } from "./calls";
import { duelCalls } from "./calls";
import { randomSeed } from "./seed";

const KEY = "qbcoach-duel-setups";
const KEPT = 20;

type Setup = Pick<DuelRequest, "level" | "deck" | "enemy_deck" | "first" | "ruleset">;

function remembered(): [string, Setup][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Setup][];
  } catch {
    return [];
  }
}

/** Begin a game, and keep how. */
export async function begin(setup: Setup, seed: number): Promise<Duel> {
  const duel = await duelCalls.create({ ...setup, seed });
  localStorage.setItem(KEY, JSON.stringify([[duel.id, setup], ...remembered()].slice(0, KEPT)));
  return duel;
}

/** The same decks and level, other cards, and the other one begins. */
export function rematch(
  duel: Pick<Duel, "id" | "level" | "deck" | "enemy_deck_name" | "first" | "ruleset">,
): Promise<Duel> {
  const named = { level: duel.level, deck: duel.deck, enemy_deck: duel.enemy_deck_name, ruleset: duel.ruleset };
  const setup = remembered().find(([id]) => id === duel.id)?.[1] ?? named;
  return begin({ ...setup, first: duel.first === "Y" ? "enemy" : "you" }, randomSeed());
}

/** What was chosen last, to begin with it again. */
export function lastSetup(): Setup | undefined {
  return remembered()[0]?.[1];
}
