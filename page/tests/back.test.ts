/** A game looked back on: its moves from every source, the curve, and what words are made of. */

import { expect, test } from "vitest";
import { differences } from "../src/lib/back/contrast";
import { pointsOf } from "../src/lib/back/curve";
import { gameOfDuel, gameOfFrames, gameOfMade, handOf, type Game } from "../src/lib/back/game";
import { momentsBetween } from "../src/lib/back/happened";
import { resultOf, resultOfFrames } from "../src/lib/back/result";
import type { Ply, Summary } from "../src/lib/back/review.svelte";
import { keyOf, type Frame } from "../src/lib/back/source";
import { variationOf } from "../src/lib/back/variation";
import { exchangedOf, signedPercent } from "../src/lib/back/words";
import type { BoardDoc } from "../src/lib/board";
import type { Duel } from "../src/lib/play/calls";
import { boardWith, emptyBoard } from "./games";

/** A board that can be told from others. */
const board = (mark: number): BoardDoc => ({ ...emptyBoard(), you: mark });

function frames(...entries: string[]): Frame[] {
  const start = { text: "The match begins.", entry: null, position: "rebirth - Y", board: board(0) };
  const told = entries.map((entry, place) => ({
    text: `told ${entry}`,
    entry,
    position: `rebirth - Y turn=${place} hand=005,020*2,?`,
    board: board(place + 1),
  }));
  return [start, ...told];
}

const made = (game: Game | undefined): unknown[] =>
  game?.stations.map(({ number, side, card, tile, board: { you } }) => [number, side, card, tile, you]) ?? [];

test("moves of a match stand on the boards before them, counted from one, the opening hand first", () => {
  const game = gameOfFrames(
    frames("hand 005, 020", "mulligan 2", "draw 020", "005 TOP-1", "e 007 MID-5", "draw 009", "pass", "e pass"),
  );
  expect(made(game)).toEqual([
    [0, "Y", null, null, 1],
    [1, "Y", "005", "TOP-1", 3],
    [2, "E", "007", "MID-5", 4],
    [3, "Y", null, null, 6],
    [4, "E", null, null, 7],
  ]);
  expect(game?.stations.map(({ drawn }) => drawn)).toEqual([[], ["020"], [], ["009"], []]);
  expect(game?.end.you).toBe(8);
});

test("what is no move is told beside the next one", () => {
  const game = gameOfFrames(
    frames("keep", "005 TOP-1", "set MID-2 power 5", "note MID-3", "hand 020", "e pass", "note x"),
  );
  expect(made(game).length).toBe(3);
  expect(game?.stations[2]?.asides).toEqual(["told set MID-2 power 5", "Note: MID-3", "told hand 020"]);
  expect(game?.asides).toEqual(["Note: x"]);
});

test("a match without moves has its board", () => {
  expect(gameOfFrames(frames("hand 005"))).toMatchObject({ stations: [], end: { you: 1 } });
  expect(gameOfFrames([])).toBeUndefined();
});

test("links of the first version tell their moves in sentences", () => {
  const sentences = ["You play Zu on M3.", "The enemy plays Mu on T5.", "The enemy passes.", "Drawn: Mu.", "You pass."];
  const told = sentences.map((text, place) => ({ text, entry: null, position: "", board: board(place + 1) }));
  expect(made(gameOfFrames([...frames(), ...told]))).toEqual([
    [1, "Y", "Zu", "MID-3", 0],
    [2, "E", "Mu", "TOP-5", 1],
    [3, "E", null, null, 2],
    [4, "Y", null, null, 4],
  ]);
});

function step(side: "Y" | "E", mark: number, kind: string, facts: object = {}): Duel["steps"][number] {
  const change = { kind, of: side, text: "", facts: facts as Record<string, unknown> };
  return { number: mark, turn: mark, side, text: "", changes: [change], board: board(mark) };
}

test("a game against the engine goes from the exchange of both hands to its end", () => {
  const steps = [
    step("Y", 1, "mulliganed", { exchanged: 2 }),
    step("E", 2, "mulliganed", { exchanged: 0 }),
    step("Y", 3, "card_placed", { card: { card: "008", tile: "TOP-1", side: "Y", number: 1 } }),
    step("E", 4, "passed"),
  ];
  const game = gameOfDuel({ steps, board: board(9), position: "rebirth" } as unknown as Duel);
  expect(made(game)).toEqual([
    [0, "Y", null, null, 1],
    [1, "Y", "008", "TOP-1", 2],
    [2, "E", null, null, 3],
  ]);
  expect(game.end.you).toBe(9);
});

test("a look back tells its own game, the opening hand before the first move", () => {
  const told = { move: "", name: "", card: "008", tile: "TOP-1", position: "rebirth a", side: "Y" as const };
  const game = gameOfMade([{ ...told, number: 1 }], "rebirth b", [board(1), board(2)], true);
  expect(made(game)).toEqual([
    [0, "Y", null, null, 1],
    [1, "Y", "008", "TOP-1", 1],
  ]);
  expect([game.end.you, game.endPosition]).toEqual([2, "rebirth b"]);
});

test.each([
  ["rebirth - Y hand=005,020*2,? ehand=?*4", ["005", "020", "020", "?"]],
  ["rebirth - Y ehand=?*4", []],
  ["", []],
])("the hand in '%s'", (position, hand) => {
  expect(handOf(position)).toEqual(hand);
});

test.each([
  ["Y 8-4", { winner: "Y", you: 8, enemy: 4 }],
  ["E 3-12", { winner: "E", you: 3, enemy: 12 }],
  ["draw 5-5", { winner: null, you: 5, enemy: 5 }],
  [null, null],
])("the result %s", (told, result) => {
  expect(resultOf(told)).toEqual(result);
});

test("a shared game is over when both have passed or it was closed", () => {
  const [start] = frames();
  const last = (position: string, entry: string): Frame[] =>
    start ? [start, { text: "", entry, position, board: { ...board(7), winner: "Y" } }] : [];
  const won = { winner: "Y", you: 7, enemy: 0 };
  expect(resultOfFrames(last("rebirth - Y turn=9 passes=2", "e pass"))).toEqual(won);
  expect(resultOfFrames(last("rebirth - Y turn=9", "end"))).toEqual(won);
  expect(resultOfFrames(last("rebirth - Y turn=9 passes=1", "pass"))).toBeNull();
});

test("a branch tells its own moves, from where it leaves", () => {
  const main = gameOfFrames(frames("keep", "005 TOP-1", "e pass", "pass")) as Game;
  const other = gameOfFrames(frames("keep", "005 TOP-1", "e 007 MID-5", "020 MID-1")) as Game;
  const { number, line } = variationOf("try", other, main);
  expect([number, line.start.you]).toEqual([2, 2]);
  expect(line.steps.map(({ side, card, board: { you } }) => [side, card, you])).toEqual([
    ["E", "007", 3],
    ["Y", "020", 4],
  ]);
  expect(variationOf("same", main, main)).toMatchObject({ number: 4, line: { steps: [] } });
});

const chance = (worth: number): Ply["before"] =>
  ({ worth, low: worth - 0.1, high: worth + 0.1 }) as unknown as Ply["before"];

function ply(number: number, side: "Y" | "E", after: number, mark: string | null): Ply {
  return { number, side, before: chance(0.5), after: chance(after), mark } as unknown as Ply;
}

test("the curve goes from the first figure over moves and lucky draws to the end", () => {
  const summary = {
    plies: [ply(2, "E", 0.4, "blunder"), ply(3, "Y", 0.7, "best"), ply(4, "E", 0.6, null)],
    draws: [
      { number: 3, before: chance(0.4), after: chance(0.8), mark: "lucky" },
      { number: 4, before: chance(0.4), after: chance(0.45), mark: null },
    ],
    turned: [{ kind: "draw", number: 3 }],
    skill: { end: 1 },
    moves: 4,
  } as unknown as Summary;
  const points = pointsOf(summary);
  expect(points.map(({ number, worth, side, mark, turned }) => [number, worth, side, mark, turned])).toEqual([
    [1, 0.5, null, null, false],
    [2, 0.4, "E", "blunder", false],
    [2.5, 0.8, null, "lucky", true],
    [3, 0.7, "Y", null, false],
    [4, 0.6, "E", null, false],
    [5, 1, null, null, false],
  ]);
  expect(pointsOf({ ...summary, plies: [] })).toEqual([]);
});

test("two moves beside each other differ in lanes and in room", () => {
  const lane = (you: number, enemy: number): BoardDoc["lanes"][number] => ({
    lane: "MID",
    you,
    enemy,
    winner: null,
    points: 0,
  });
  const better = { ...boardWith({ "MID-1": { owner: "Y", pawns: 1 } }), lanes: [lane(5, 4)] };
  const played = { ...boardWith({ "MID-5": { owner: "E", pawns: 1 } }), lanes: [lane(3, 4)] };
  expect(differences({ better, played })).toEqual([
    "After it the middle stands 5–4, not 3–4.",
    "You can then place on 1 tile, not on 0.",
    "The enemy can then place on 0 tiles, not on 1.",
  ]);
  expect(differences({ better, played: better })).toEqual([]);
});

test("what a step changed is shown as moments of its tiles", () => {
  const before = boardWith({
    "TOP-1": { owner: "Y", card: "005", power: 2 },
    "TOP-2": { owner: "Y", card: "020", power: 1 },
  });
  const after = boardWith({
    "TOP-1": { owner: "Y", card: "005", power: 3 },
    "MID-1": { owner: "Y", card: "007", power: 1 },
    "MID-2": { owner: "Y", pawns: 1 },
  });
  const kinds = Object.fromEntries([...momentsBetween(before, after)].map(([tile, { kind }]) => [tile, kind]));
  expect(kinds).toEqual({ "TOP-1": "raised", "TOP-2": "destroyed", "MID-1": "placed", "MID-2": "taken" });
});

test("cards are exchanged by their place in the hand, counted from one", () => {
  expect(exchangedOf("mulligan 1 3", ["a", "b", "c"])).toEqual(["a", "c"]);
  expect(exchangedOf("keep", ["a"])).toEqual([]);
});

test("shares of a chance have their sign, nothing has none", () => {
  expect([0.124, -0.2, 0.004].map(signedPercent)).toEqual(["+12 %", "−20 %", "±0 %"]);
});

test("the same source is known again", () => {
  expect(keyOf({ kind: "match", id: "a", version: 3 })).toBe(keyOf({ kind: "match", id: "a", version: 3 }));
  expect(keyOf({ kind: "match", id: "a", version: 3 })).not.toBe(keyOf({ kind: "match", id: "a", version: 4 }));
});
