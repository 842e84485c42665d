import { expect, test } from "vitest";
import { Painting } from "../src/lib/match/painting.svelte";
import { emptyBoard } from "./games";

const POSITION = "rebirth -,-,-,-,-/Y1[019],-,-,-,-/-,-,-,-,- Y turn=3";

function begun(): Painting {
  const painting = new Painting();
  painting.begin(emptyBoard(), POSITION);
  return painting;
}

test("what is not touched stays as it was written", () => {
  expect(begun().line).toBe("board -,-,-,-,-/Y1[019],-,-,-,-/-,-,-,-,-");
});

test("pawns count up with every touch and begin again", () => {
  const painting = begun();
  painting.choose("E");
  for (const lanes of ["E1", "E2", "E3", "E1"]) {
    painting.paint("TOP-5");
    expect(painting.line).toBe(`board -,-,-,-,${lanes}/Y1[019],-,-,-,-/-,-,-,-,-`);
  }
});

test("a card is laid once one is chosen, and the tile wiped again", () => {
  const painting = begun();
  painting.choose("card E");
  painting.paint("MID-5");
  expect(painting.line).toBe(begun().line);
  painting.card = "008";
  painting.paint("MID-5");
  expect(painting.line).toBe("board -,-,-,-,-/Y1[019],-,-,-,E1[008]/-,-,-,-,-");
  painting.choose("none");
  painting.paint("MID-5");
  expect(painting.line).toBe(begun().line);
});
