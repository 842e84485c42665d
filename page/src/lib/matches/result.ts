/** How a game ended, for the reader: the server says `Y 23-11`, `E 3-9` or `draw 5-5`. */

import { t } from "../strings";

export function resultWords(result: string | null): string {
  if (result === null) return t.matches.list.running;
  const [winner = "", points = ""] = result.split(" ");
  return `${t.matches.results[winner] ?? winner} ${points.replace("-", "–")}`.trim();
}
