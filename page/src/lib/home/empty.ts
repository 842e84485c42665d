/** A board on which nothing lies: what is shown until the real one has come, so that nothing moves then. */

import type { BoardDoc } from "../board";

const LANES = ["TOP", "MID", "BOT"] as const;
const COLUMNS = [1, 2, 3, 4, 5] as const;

export const emptyBoard: BoardDoc = {
  lanes: LANES.map((lane) => ({ lane, you: 0, enemy: 0, winner: null, points: 0 })),
  tiles: LANES.flatMap((lane) =>
    COLUMNS.map((column) => ({
      tile: `${lane}-${column}`,
      owner: null,
      pawns: 0,
      card: null,
      power: null,
      change: 0,
      effects: [],
    })),
  ),
  you: 0,
  enemy: 0,
  margin: 0,
  winner: null,
  ambiguous: false,
};
