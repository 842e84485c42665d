import { expect, test } from "vitest";
import { changedPart, restoredPart } from "../src/lib/share/difference";
import { Damaged } from "../src/lib/share/reading";
import { numbers } from "./games";

const BEFORE = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=001,007";

test.each([
  ["nothing", BEFORE],
  ["a tile", BEFORE.replace("Y1,", "Y[015],")],
  ["the end", `${BEFORE},020`],
  ["the beginning", BEFORE.replace("rebirth ", "v2.2.4 ")],
  ["less than before", BEFORE.slice(0, 20)],
  ["more in the middle", BEFORE.replace(" Y ", " Y deep ")],
  ["everything", "something else"],
  ["all of it", ""],
  ["pieces that look alike", "-,-,-,-,-,-"],
])("a text that changed in %s comes back", (_, after) => {
  expect(restoredPart(BEFORE, changedPart(BEFORE, after))).toBe(after);
});

test("what stayed is counted, not told again", () => {
  expect(changedPart(BEFORE, BEFORE)).toEqual([15]);
  expect(changedPart(BEFORE, BEFORE.replace("turn=3", "turn=4"))).toEqual([12, "turn=4 ", -1, 2]);
});

test("any text comes back from any other", () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const below = numbers(seed);
    const text = (): string => Array.from({ length: below(12) }, () => "ab ,/"[below(5)]).join("");
    const [before, after] = [text(), text()];
    expect(restoredPart(before, changedPart(before, after)), `'${before}' to '${after}'`).toBe(after);
  }
});

test.each<[string, unknown]>([
  ["no list", "rebirth"],
  ["a piece that is neither", [null]],
  ["a count that is no whole number", [1.5]],
  ["a count beyond all bounds", [1e9]],
  ["a piece without end", ["x".repeat(4001)]],
  ["pieces that add up without end", ["x".repeat(3000), "x".repeat(3000)]],
  ["too many pieces", Array.from({ length: 2001 }, () => "")],
])("%s is damage", (_, part) => {
  expect(() => restoredPart(BEFORE, part)).toThrow(Damaged);
});
