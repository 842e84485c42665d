/** How a game ended, for the reader: the server says `Y 23-11`, `E 3-9` or `draw 5-5`. */

import { t } from "../strings";

export interface Result {
  /** `Y`, `E`, `draw`, or another game's name for who won. */
  winner: string;
  /** Your points first. */
  points: string;
}

export function resultOf(result: string): Result {
  const [winner = "", points = ""] = result.split(" ");
  return { winner, points: points.replace("-", "–") };
}

export function resultWords(result: string | null): string {
  if (result === null) return t.matches.list.running;
  const { winner, points } = resultOf(result);
  return `${t.matches.results[winner] ?? winner} ${points}`.trim();
}
