/** What a branch has of its own: its moves from where it leaves the game that is looked at. */

import type { Game, Station } from "./game";
import { isSame } from "./game";
import type { Line } from "./walk.svelte";

export interface Variation {
  /** The number of the move before which it leaves. */
  number: number;
  line: Line;
}

/** The boards of the branch after each of its moves. */
function boardAfter(game: Game, place: number): Game["end"] {
  return game.stations[place + 1]?.board ?? game.end;
}

export function variationOf(name: string, branch: Game, main: Game): Variation {
  const moves = (game: Game): Station[] => game.stations.filter((station) => station.number > 0);
  const [own, others] = [moves(branch), moves(main)];
  const same = (station: Station, place: number): boolean => {
    const other = others[place];
    return other !== undefined && other.side === station.side && isSame(station, other);
  };
  const fork = own.findIndex((station, place) => !same(station, place));
  const fresh = fork < 0 ? [] : own.slice(fork);
  const steps = fresh.map((station) => {
    const { side, card, tile } = station;
    return { side, card, tile, board: boardAfter(branch, branch.stations.indexOf(station)) };
  });
  const number = fresh[0]?.number ?? own.length + 1;
  return { number, line: { kind: "branch", name, start: fresh[0]?.board ?? branch.end, steps } };
}
