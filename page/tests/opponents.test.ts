import { expect, test } from "vitest";
import type { Opponent } from "../src/lib/opponents/book.svelte";
import { seenCards } from "../src/lib/opponents/seen";
import { nameOf, recordWords } from "../src/lib/opponents/words";

const opponent = (said: Partial<Opponent>): Opponent => ({
  title: "Regina, Gongaga",
  saved: false,
  note: "",
  known: [],
  noted: [],
  deck: null,
  place: "Gongaga",
  record: { wins: 0, draws: 0, losses: 0 },
  seen: [],
  ...said,
});

test("cards stand by how many matches showed them, whatever their copies", () => {
  const seen = [
    { match: "a", cards: ["007", "009", "009"] },
    { match: "b", cards: ["009"] },
  ];
  expect(seenCards(opponent({ known: ["001", "001", "007", "009", "009"], seen }))).toEqual([
    { id: "009", copies: 2, matches: 2 },
    { id: "007", copies: 1, matches: 1 },
    { id: "001", copies: 2, matches: 0 },
  ]);
});

test("a name stands without its place, and only without that", () => {
  expect(nameOf(opponent({}))).toBe("Regina");
  expect(nameOf(opponent({ title: "Red XIII, The Gold Saucer (rematch)", place: null }))).toContain("Saucer");
  expect(nameOf(opponent({ place: "Kalm" }))).toBe("Regina, Gongaga");
});

test("the record is told once there is one", () => {
  expect(recordWords(opponent({}))).toBe("not met yet");
  const seen = [{ match: "a", cards: [] }];
  expect(recordWords(opponent({ seen, record: { wins: 1, draws: 0, losses: 2 } }))).toBe(
    "met in 1 match, 1 won, 0 drawn, 2 lost",
  );
});
