import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Entry } from "../src/lib/match/entry.svelte";
import { MatchStore } from "../src/lib/match/store.svelte";
import { boardWith } from "./games";
import { ID, ServedMatch } from "./match";
import { Server } from "./server";

const MOVES = [
  {
    command: "007 MID-3",
    card: "007",
    tile: "MID-3",
    board: boardWith({ "MID-3": { owner: "Y", card: "007", power: 2 } }),
  },
  { command: "pass", card: null, tile: null, board: boardWith({}) },
];

let match: ServedMatch;
let answerMoves: () => Promise<Response>;
let store: MatchStore;
let entry: Entry;

beforeEach(async () => {
  match = new ServedMatch();
  answerMoves = () => Promise.resolve(Response.json({ moves: MOVES }));
  new Server((request) => (request.url.includes("/moves?") ? answerMoves() : match.answer(request)));
  store = new MatchStore(ID);
  await store.refresh();
  entry = new Entry(store);
  await entry.follow(0);
});

afterEach(() => {
  store.close();
});

test("a card shows where it can be played, and a card that cannot is dead", () => {
  entry.chooseFromHand(1);
  expect([...entry.legal]).toEqual(["MID-3"]);
  expect([...entry.dead]).toEqual([0]);
});

test("card and tile make the move that is confirmed and sent", async () => {
  entry.chooseFromHand(1);
  expect(entry.chooseTile("BOT-1")).toBe(false);
  expect(entry.chooseTile("MID-3")).toBe(true);
  expect([...entry.lit]).toEqual(["MID-3"]);
  expect(await entry.confirm()).toBe(true);
  expect(match.entered).toEqual(["007 MID-3"]);
  expect([entry.card, entry.tile]).toEqual([null, null]);
});

test("a move that was refused stays chosen", async () => {
  match.overtake("somebody was faster");
  entry.chooseMove("007 MID-3");
  expect(await entry.confirm()).toBe(false);
  expect([entry.card, entry.tile]).toEqual(["007", "MID-3"]);
});

test("moves that come late belong to a match that went on, and are dropped", async () => {
  let arrive = (_: Response): void => undefined;
  answerMoves = vi.fn(() => new Promise<Response>((resolve) => (arrive = resolve)));
  const first = entry.follow(1);
  await vi.waitFor(() => expect(answerMoves).toHaveBeenCalled());
  answerMoves = () => Promise.resolve(Response.json({ moves: MOVES.slice(1) }));
  await entry.follow(2);
  arrive(Response.json({ moves: MOVES }));
  await first;
  entry.chooseFromHand(1);
  expect([...entry.legal]).toEqual([]);
});

test("a choice survives a new version while it is possible, and no longer", async () => {
  entry.chooseMove("007 MID-3");
  await entry.follow(1);
  expect([entry.card, entry.tile]).toEqual(["007", "MID-3"]);
  answerMoves = () => Promise.resolve(Response.json({ moves: MOVES.slice(1) }));
  await entry.follow(2);
  expect([entry.card, entry.tile]).toEqual(["007", null]);
});

test("a step back gives up the tile, then the card", () => {
  entry.chooseMove("007 MID-3");
  entry.stepBack();
  expect([entry.card, entry.tile]).toEqual(["007", null]);
  entry.stepBack();
  expect(entry.card).toBeNull();
});
