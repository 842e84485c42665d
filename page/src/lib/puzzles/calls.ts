/** What the server is asked about positions and puzzles. */

import { api, got, type Schemas } from "../api";

export type Position = Schemas["PositionDocument"];
export type Puzzle = Schemas["PuzzleDocument"];
export type Solved = Schemas["SolutionDocument"];
export type RatedMove = Schemas["RatedMoveDocument"];

const MOST_MOVES = 50;
/** Enough for the endings that people ask about; more is refused in a sentence. */
const MOST_POSITIONS = 5_000_000;

export const positionCalls = {
  puzzles: async (): Promise<Puzzle[]> => (await got(api.GET("/api/v1/puzzles"))).puzzles,
  read: (position: string, signal?: AbortSignal): Promise<Position> =>
    got(api.POST("/api/v1/positions", { body: { position }, signal: signal ?? null })),
  moves: async (position: string): Promise<RatedMove[]> => {
    const body = { position, top: MOST_MOVES, quick: true, ignore_pass: false, must_win: false };
    const advice = await got(api.POST("/api/v1/positions/advice", { body }));
    return "moves" in advice ? advice.moves : [];
  },
  solve: (position: string, puzzle: boolean, signal: AbortSignal): Promise<Solved> =>
    got(api.POST("/api/v1/positions/solve", { body: { position, puzzle, positions: MOST_POSITIONS }, signal })),
};
