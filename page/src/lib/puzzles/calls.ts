/** What the server is asked about positions and puzzles. */

import { api, got, type Schemas } from "../api";

export type Position = Schemas["PositionDocument"];
export type Puzzle = Schemas["PuzzleDocument"];
export type Solved = Schemas["SolutionDocument"];
export type PuzzleRow = Schemas["TrainingRow"];
export type Shelf = Schemas["PuzzlesDocument"];
export type RatedMove = Schemas["RatedMoveDocument"];

const MOST_MOVES = 50;
/** Enough for the endings that people ask about; more is refused in a sentence. */
const MOST_POSITIONS = 5_000_000;

export const positionCalls = {
  /** The puzzles of the game, and how many there are to train with of each grade and theme. */
  shelf: (): Promise<Shelf> => got(api.GET("/api/v1/puzzles")),
  /** Puzzles to train with, the easiest first: `grade/3` or `theme/room`. */
  training: async (list: string): Promise<PuzzleRow[]> => {
    const [kind, value = ""] = list.split("/");
    const query = kind === "grade" ? { grade: Number(value) } : { theme: value };
    return (await got(api.GET("/api/v1/puzzles", { params: { query } }))).training;
  },
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
