/** Boards and shared games to test with. */

import type { BoardDoc, TileDoc } from "../src/lib/board";
import type { ShareDoc } from "../src/lib/share/compact";

const LANES = ["TOP", "MID", "BOT"] as const;
export const TILES = LANES.flatMap((lane) => [1, 2, 3, 4, 5].map((column) => `${lane}-${column}`));

export function emptyBoard(): BoardDoc {
  return {
    tiles: TILES.map((tile) => ({ tile, owner: null, pawns: 0, card: null, power: null, change: 0, effects: [] })),
    lanes: LANES.map((lane) => ({ lane, you: 0, enemy: 0, winner: null, points: 0 })),
    you: 0,
    enemy: 0,
    margin: 0,
    winner: null,
    ambiguous: false,
  };
}

export function boardWith(tiles: Record<string, Partial<TileDoc>>, rest: Partial<BoardDoc> = {}): BoardDoc {
  const board = emptyBoard();
  return { ...board, tiles: board.tiles.map((tile) => ({ ...tile, ...tiles[tile.tile] })), ...rest };
}

/** Two moves with everything in them that a link must tell: effects, a card without power, points, a correction. */
export function game(): ShareDoc {
  const start = { "TOP-1": { owner: "Y", pawns: 1 }, "TOP-5": { owner: "E", pawns: 1 } } as const;
  const crab = { owner: "Y", card: "015", power: 1 } as const;
  const mark = { source: "TOP-1", card: "015", side: "Y" } as const;
  const won = { lane: "TOP", you: 4, enemy: 0, winner: "Y", points: 4 } as const;
  const lanes = emptyBoard().lanes.map((lane) => (lane.lane === "TOP" ? won : lane));
  return {
    kind: "game",
    title: "Against “Chocobo Bill” ▶ 日本",
    cards: { "015": "Crystalline Crab", "020": "Zu" },
    frames: [
      {
        text: "The match begins.",
        entry: null,
        position: "rebirth Y1,-,-,-,E1/-,-,-,-,-/-,-,-,-,- Y turn=1",
        board: boardWith(start),
      },
      {
        text: "You play Crystalline Crab on T1.",
        entry: "015 TOP-1",
        position: "rebirth Y[015],-,-,-,E1/-,-,-,-,-/-,-,-,-,- E turn=2",
        board: boardWith(
          { ...start, "TOP-1": crab, "TOP-2": { owner: "Y", pawns: 2, effects: [mark] } },
          { lanes, you: 4, margin: 4, winner: "Y" },
        ),
      },
      {
        text: "The enemy plays Zu on T5.",
        entry: "e 020 TOP-5",
        position: "rebirth Y[015],-,-,-,E[020]/-,-,-,-,-/-,-,-,-,- Y turn=3",
        board: boardWith(
          {
            "TOP-1": { ...crab, power: 0, change: -1, effects: [{ source: "TOP-5", card: "099", side: "E" }] },
            "TOP-2": { owner: "Y", pawns: 2, effects: [mark, mark] },
            "TOP-5": { owner: "E", card: "020", power: 2 },
          },
          { lanes, you: 9, enemy: 2, margin: 7, winner: "Y", ambiguous: true },
        ),
      },
    ],
  };
}

/** Numbers that look random and are the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
