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
    changes: [],
    board: boardWith({ "MID-3": { owner: "Y", card: "007", power: 2 } }),
  },
  { command: "pass", card: null, tile: null, changes: [], board: boardWith({}) },
];

let match: ServedMatch;
let places: () => Promise<Response>;
let store: MatchStore;
let entry: Entry;

beforeEach(async () => {
  match = new ServedMatch();
  places = () => Promise.resolve(Response.json({ cards: { "007": ["MID-3"] } }));
  new Server((request) => {
    if (request.url.includes("/placements?")) return places();
    return request.url.includes("/moves?") ? Response.json({ moves: MOVES }) : match.answer(request);
  });
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

test("card and tile make the move, and it is sent", async () => {
  entry.chooseFromHand(1);
  expect(entry.chooseTile("BOT-1")).toBe(false);
  expect([entry.chooseTile("MID-3"), entry.ready]).toEqual([true, true]);
  expect([...entry.lit]).toEqual(["MID-3"]);
  expect(await entry.confirm()).toBe(true);
  expect(match.entered).toEqual(["007 MID-3"]);
  expect([entry.card, entry.tile]).toEqual([null, null]);
});

test("the tile may come first: then the cards that can go there are alive", () => {
  expect(entry.chooseTile("TOP-1")).toBe(false);
  expect([entry.chooseTile("MID-3"), entry.ready]).toEqual([true, false]);
  expect([entry.fits("007"), entry.fits("001"), [...entry.dead]]).toEqual([true, false, [0]]);
  entry.chooseFromHand(1);
  expect([entry.ready, entry.tile]).toEqual([true, "MID-3"]);
});

test("a tile that comes after its card wants no other card", () => {
  entry.chooseFromHand(1);
  entry.chooseTile("MID-3");
  expect([entry.wanted, entry.fits("007")]).toEqual([null, true]);
  entry.stepBack();
  entry.stepBack();
  entry.chooseTile("MID-3");
  expect(entry.wanted).toBe("MID-3");
});

test("the same touch twice gives a choice up", () => {
  entry.chooseTile("MID-3");
  entry.chooseTile("MID-3");
  expect(entry.tile).toBeNull();
  entry.chooseFromHand(1);
  entry.chooseFromHand(1);
  expect(entry.card).toBeNull();
});

test("a pass is ready at once", async () => {
  entry.chooseMove("pass");
  expect(entry.ready).toBe(true);
  await entry.confirm();
  expect(match.entered).toEqual(["pass"]);
});

test("a move that was refused stays chosen", async () => {
  match.overtake("somebody was faster");
  entry.chooseMove("007 MID-3");
  expect(await entry.confirm()).toBe(false);
  expect([entry.card, entry.tile]).toEqual(["007", "MID-3"]);
});

test("what comes late belongs to a match that went on, and is dropped", async () => {
  let arrive = (_: Response): void => undefined;
  places = vi.fn(() => new Promise<Response>((resolve) => (arrive = resolve)));
  const first = entry.follow(1);
  await vi.waitFor(() => expect(places).toHaveBeenCalled());
  places = () => Promise.resolve(Response.json({ cards: {} }));
  await entry.follow(2);
  arrive(Response.json({ cards: { "007": ["MID-3"] } }));
  await first;
  entry.chooseFromHand(1);
  expect([...entry.legal]).toEqual([]);
});

test("a choice survives a new version while it is possible, and no longer", async () => {
  entry.chooseMove("007 MID-3");
  await entry.follow(1);
  expect([entry.card, entry.tile]).toEqual(["007", "MID-3"]);
  places = () => Promise.resolve(Response.json({ cards: {} }));
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

test("a tile touched before it is known where cards can go waits, and is given up if none can", async () => {
  for (const [tile, kept] of [
    ["MID-3", "MID-3"],
    ["TOP-1", null],
  ] as const) {
    const early = new Entry(store);
    expect(early.chooseTile(tile)).toBe(true);
    await early.follow(0);
    expect(early.tile).toBe(kept);
  }
});

test("what comes late tells where cards could go before, and nothing of the match as it stands now", async () => {
  const asked: ((answer: Response) => void)[] = [];
  places = () => new Promise((resolve) => asked.push(resolve));
  await store.enter("note one");
  const before = entry.follow(1);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await store.enter("note two");
  const now = entry.follow(2);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[0]?.(Response.json({ cards: {} }));
  await before;
  expect([entry.knows, entry.chooseTile("MID-3")]).toEqual([false, true]);
  asked[1]?.(Response.json({ cards: { "007": ["MID-3"] } }));
  await now;
  expect([entry.knows, entry.tile]).toEqual([true, "MID-3"]);
});
