import { expect, test } from "vitest";
import { cards, type Card } from "../src/lib/cards.svelte";
import { Painting } from "../src/lib/match/painting.svelte";
import { boardWith, emptyBoard } from "./games";

const POSITION = "rebirth -,-,-,-,-/Y1[019],-,-,-,-/-,-,-,-,- Y turn=3";

const WOLF: Card = {
  id: "008",
  name: "Wolf",
  rank: 1,
  power: 2,
  legendary: false,
  token: false,
  pattern: [".....", "..P..", "..WX.", "..E..", "....."],
  sentence: "",
  effects: [],
};

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

test("a card brings its pawns, on its own side of the board, up to three, and turns those of the other side", () => {
  cards.learn([WOLF]);
  const painting = begun();
  painting.choose("Y");
  painting.paint("MID-4");
  painting.paint("TOP-5");
  painting.choose("card E");
  painting.card = "008";
  painting.paint("MID-5");
  expect(painting.line).toBe("board -,-,-,-,E1/Y1[019],-,-,E1,E1[008]/-,-,-,-,-");
  painting.paint("MID-5"); // it lies there already
  expect(painting.line).toBe("board -,-,-,-,E1/Y1[019],-,-,E1,E1[008]/-,-,-,-,-");
  painting.paint("BOT-5");
  expect(painting.line).toBe("board -,-,-,-,E1/Y1[019],-,-,E1,E1[008]/-,-,-,E1,E1[008]");
});

test("a card in the place of one of the same side puts a slip right and lays nothing", () => {
  cards.learn([WOLF]);
  const painting = new Painting();
  painting.begin(boardWith({ "MID-1": { owner: "Y", pawns: 1, card: "019" } }), POSITION);
  painting.choose("card Y");
  painting.card = "008";
  painting.paint("MID-1");
  expect(painting.line).toBe("board -,-,-,-,-/Y1[008],-,-,-,-/-,-,-,-,-");
});
