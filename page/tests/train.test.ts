import { expect, test } from "vitest";
import { heldIn } from "../src/lib/puzzles/position";
import { t } from "../src/lib/strings";
import { comesBack } from "../src/lib/train/due";
import { following, placeOf } from "../src/lib/train/series";
import { Server } from "./server";

const LESSONS = [
  { name: "place", exercises: [{ id: "lesson-place-1" }, { id: "lesson-place-2" }] },
  { name: "spread", exercises: [{ id: "lesson-spread-1" }] },
];

test("cards held are read from a position", () => {
  const text = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=005,020*2 ehand=?*3,007";
  expect(heldIn(text, "hand")).toEqual(["005", "020", "020"]);
  expect(heldIn(text, "ehand")).toEqual(["?", "?", "?", "007"]);
  expect(heldIn(text, "deck")).toEqual([]);
});

test("when an exercise comes back", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(comesBack("2026-01-01T00:10:00Z", now)).toBe(t.train.comesBack.minutes(10));
  expect(comesBack("2026-01-04T00:00:00Z", now)).toBe(t.train.comesBack.days(3));
  expect(comesBack("2025-12-31T00:00:00Z", now)).toBe(t.train.comesBack.now);
});

test("a lesson goes on with its next task, then with the next lesson", async () => {
  new Server(() => Response.json({ lessons: LESSONS }));
  expect(await following(placeOf("lesson-place-1"))).toBe("#/train/lesson-place-2");
  expect(await following(placeOf("lesson-place-2"))).toBe("#/train/lessons/spread");
  expect(await following(placeOf("lesson-spread-1"))).toBe("#/train");
  expect(await following(placeOf("p0001"))).toBe("#/train/next");
});

test("a puzzle out of a list is followed by the next of that list", async () => {
  const asked: string[] = [];
  new Server((request) => {
    asked.push(new URL(request.url).search);
    return Response.json({ training: [{ id: "p0001" }, { id: "p0002" }] });
  });
  expect(await following(placeOf("p0001/grade/3"))).toBe("#/train/p0002/grade/3");
  expect(await following(placeOf("p0002/theme/room"))).toBe("#/puzzles/theme/room");
  expect(asked).toEqual(["?grade=3", "?theme=room"]);
});
