/** How a game ended, in its own numbers. */

import type { Summary } from "./review.svelte";
import type { Frame } from "./source";

export interface Result {
  winner: "Y" | "E" | null;
  you: number;
  enemy: number;
}

/** `Y 8-4`, `E 3-9` or `draw 5-5`, as a stored game has it. */
export function resultOf(told: string | null | undefined): Result | null {
  const [who, points = ""] = (told ?? "").split(" ");
  const [you = NaN, enemy = NaN] = points.split("-").map(Number);
  if (Number.isNaN(you) || Number.isNaN(enemy)) return null;
  return { winner: who === "Y" || who === "E" ? who : null, you, enemy };
}

/** The same of a shared game: both have passed, or it was closed. */
export function resultOfFrames(frames: readonly Frame[]): Result | null {
  const last = frames.at(-1);
  const over = last && (/ passes=2(?: |$)/.test(last.position) || frames.some(({ entry }) => entry === "end"));
  if (!over) return null;
  const { winner, you, enemy } = last.board;
  return { winner, you, enemy };
}

/** The same of a game that is kept nowhere. */
export function resultOfSummary({ over, score, screen_score: shown }: Summary): Result | null {
  if (!over) return null;
  const [you, enemy] = [shown?.[0] ?? score.you, shown?.[1] ?? score.enemy];
  return { winner: you > enemy ? "Y" : enemy > you ? "E" : null, you, enemy };
}
