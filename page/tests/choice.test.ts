import { beforeEach, expect, test } from "vitest";
import { Choice, type Option } from "../src/lib/play/choice.svelte";

const HAND = ["001", "007", "020"];
const OPTIONS: Option[] = [
  { card: "001", tile: "TOP-1" },
  { card: "001", tile: "MID-2" },
  { card: "007", tile: "MID-2" },
];
let made: string[];
let options: readonly Option[] | null;
let choice: Choice;

beforeEach(() => {
  [made, options] = [[], OPTIONS];
  choice = new Choice({
    hand: () => HAND,
    options: () => options,
    chosen: (place, tile) => made.push(`${place} ${tile}`),
  });
});

test("card, then tile", () => {
  choice.pickCard(0);
  expect([...choice.legal]).toEqual(["TOP-1", "MID-2"]);
  choice.pickTile("MID-2");
  expect(made).toEqual(["0 MID-2"]);
});

test("tile, then one of the cards that fit", () => {
  expect(choice.pickTile("TOP-1")).toBe(true);
  expect([...choice.dead]).toEqual([1, 2]);
  choice.pickCard(0);
  expect(made).toEqual(["0 TOP-1"]);
});

test("a card that does not fit the tile is chosen instead of it", () => {
  choice.pickTile("TOP-1");
  choice.pickCard(1);
  expect([made, choice.tile, choice.card]).toEqual([[], null, "007"]);
});

test("a tile on which nothing can be played chooses nothing", () => {
  expect(choice.pickTile("BOT-5")).toBe(false);
  expect([choice.tile, [...choice.dead]]).toEqual([null, [2]]);
});

test("letters of a tile, and one step back at a time", () => {
  expect(choice.type("3")).toBe(false);
  choice.pickCard(0);
  expect([choice.type("m"), choice.lane, choice.type("2")]).toEqual([true, "MID", true]);
  expect(made).toEqual(["0 MID-2"]);
  expect([choice.back(), choice.tile, choice.place]).toEqual([true, null, 0]);
  expect([choice.back(), choice.place, choice.back()]).toEqual([true, null, false]);
});

test("a card can be chosen before it is known where it can go", () => {
  options = null;
  choice.pickCard(1);
  expect([choice.card, choice.pickTile("MID-2"), choice.card]).toEqual(["007", false, "007"]);
  choice.keep("007");
  expect(choice.card).toBe("007");
  choice.keep("020");
  expect(choice.card).toBeUndefined();
});

test("nothing is chosen while nothing may be", () => {
  options = [];
  choice.pickCard(0);
  expect([choice.place, choice.dead.size]).toEqual([null, 0]);
});
