import { expect, test } from "vitest";
import { placeName } from "../src/lib/board";
import { EMPTY, withTile } from "../src/lib/puzzles/position";
import { TILES } from "./games";

test("the page shows a tile by the letter of its lane and its column", () => {
  expect([TILES[0], TILES[7], TILES[14]]).toEqual(["TOP-1", "MID-3", "BOT-5"]);
  expect(TILES.map(placeName)).toEqual(["T", "M", "B"].flatMap((lane) => [1, 2, 3, 4, 5].map((n) => `${lane}${n}`)));
});

test.each(TILES.map((tile, index) => [tile, index] as const))(
  "an edited %s changes in its own place",
  (tile, index) => {
    const lanes = withTile(EMPTY, tile, "Y3").split(" ")[1] ?? "";
    expect(lanes.split(/[/,]/).indexOf("Y3")).toBe(index);
  },
);
