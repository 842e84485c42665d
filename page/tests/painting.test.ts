import { beforeEach, expect, test } from "vitest";
import type { BoardDoc } from "../src/lib/board";
import { Painting } from "../src/lib/match/painting.svelte";
import { boardWith, emptyBoard } from "./games";
import { problem, Server } from "./server";

const POSITION = "rebirth -,-,-,-,-/Y1[019#1],-,-,-,-/-,-,-,-,- Y next=2 turn=3";

/** The board after the next card that is played; null where the rules refuse it. */
let played: BoardDoc | null;
let server: Server;

beforeEach(() => {
  played = null;
  server = new Server(() => (played ? Response.json({ board: played }) : problem(422, "M5 belongs to nobody")));
});

function begun(): Painting {
  const painting = new Painting();
  painting.begin(emptyBoard(), POSITION);
  return painting;
}

test("what is not touched stays as it was written", () => {
  expect(begun().line).toBe("board -,-,-,-,-/Y1[019#1],-,-,-,-/-,-,-,-,-");
});

test("pawns count up with every touch and begin again", async () => {
  const painting = begun();
  painting.choose("E");
  for (const lanes of ["E1", "E2", "E3", "E1"]) {
    await painting.paint("TOP-5");
    expect(painting.line).toBe(`board -,-,-,-,${lanes}/Y1[019#1],-,-,-,-/-,-,-,-,-`);
  }
  expect(server.sent).toEqual([]);
});

test("a card is laid once one is chosen, also where it could not be played, and the tile wiped again", async () => {
  const painting = begun();
  painting.choose("card E");
  await painting.paint("MID-5");
  expect(painting.line).toBe(begun().line);
  painting.card = "008";
  await painting.paint("MID-5");
  expect(painting.line).toBe("board -,-,-,-,-/Y1[019#1],-,-,-,E1[008]/-,-,-,-,-");
  painting.choose("none");
  await painting.paint("MID-5");
  expect(painting.line).toBe(begun().line);
});

test("a card that can be played brings along what the rules say of it", async () => {
  const painting = begun();
  painting.choose("card E");
  painting.card = "008";
  played = boardWith({ "MID-5": { owner: "E", pawns: 1, card: "008" }, "TOP-5": { owner: "E", pawns: 1 } });
  await painting.paint("MID-5");
  expect(painting.line).toBe("board -,-,-,-,E1/Y1[019#1],-,-,-,E1[008]/-,-,-,-,-");
  expect(painting.board).toEqual(played);
  const asked: unknown = await server.sent[0]?.json();
  const position = "rebirth -,-,-,-,-/Y1[019],-,-,-,-/-,-,-,-,- Y turn=3";
  expect(asked).toEqual({ position, side: "E", move: "008 MID-5" });
});

test("touches are taken in their order, however long the rules are asked", async () => {
  const painting = begun();
  painting.choose("card E");
  painting.card = "008";
  played = boardWith({ "MID-5": { owner: "E", pawns: 1, card: "008" } });
  void painting.paint("MID-5");
  painting.choose("none");
  await painting.paint("MID-5");
  expect(painting.line).toBe(begun().line);
});
