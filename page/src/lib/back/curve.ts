/** The way of your chance as points to be drawn: by the number of the move after which it stood so. */

import type { Chance } from "../figures";
import type { Side } from "./game";
import { COSTLY, isMark, type Mark } from "./marks";
import type { Ply, Summary } from "./review.svelte";

export interface Point {
  /** Of the move; half way before it for a draw. */
  number: number;
  worth: number;
  low: number;
  high: number;
  side: Side | null;
  /** Drawn as its sign; faultless moves are only dots. */
  mark: Mark | null;
  turned: boolean;
}

function point(number: number, { worth, low, high }: Chance, rest: Partial<Point> = {}): Point {
  return { number, worth, low, high, side: null, mark: null, turned: false, ...rest };
}

function ofMove(ply: Ply, turned: boolean): Point {
  const mark = isMark(ply.mark) && COSTLY.has(ply.mark) ? ply.mark : null;
  return point(ply.number, ply.after, { side: ply.side, mark, turned });
}

/** In the order of play, from the first figure to the last. */
export function pointsOf(summary: Summary): Point[] {
  const { plies, draws, turned, skill, moves } = summary;
  const [first] = plies;
  if (!first) return [];
  const turns = new Set(turned.map(({ kind, number }) => `${kind} ${number}`));
  const lucky = draws.flatMap(({ number, after, mark }) =>
    isMark(mark) ? [point(number - 0.5, after, { mark, turned: turns.has(`draw ${number}`) })] : [],
  );
  const made = plies.map((ply) => ofMove(ply, turns.has(`move ${ply.number}`)));
  const end = skill?.end ?? made.at(-1)?.worth ?? 0.5;
  const last = { ...point(moves + 1, first.after), worth: end, low: end, high: end };
  const points = [point(first.number - 1, first.before), ...made, ...lucky, last];
  return points.sort((one, other) => one.number - other.number);
}
