import { expect, test } from "vitest";
import { resultShares, unbroken, type Chance } from "../src/lib/figures";

const chance = (win: number, draw: number, loss: number, percents: number[]): Chance => ({
  ...{ win, draw, loss, percents, points: win + draw / 2, worth: win + draw / 2 },
  ...{ low: 0.5, high: 0.9, sample: 4096, exact: false, margin: 3, text: "" },
});

test.each([
  [chance(0.725, 0.055, 0.22, [73, 5, 22]), "win 73 %, draw 5 %, loss 22 %"],
  [chance(0.335, 0.335, 0.33, [34, 33, 33]), "win 34 %, draw 33 %, loss 33 %"],
  [chance(0.995, 0.005, 0, [99, 1, 0]), "win 99 %, draw 1 %, loss 0 %"],
  [chance(0, 0, 1, [0, 0, 100]), "win 0 %, draw 0 %, loss 100 %"],
])("the shares that are shown add up to 100", (one, told) => {
  expect(resultShares(one)).toBe(told);
  const shown = resultShares(one).match(/\d+/g) ?? [];
  expect(shown.map(Number).reduce((sum, share) => sum + share, 0)).toBe(100);
});

test("no line ends between a number and what it counts", () => {
  expect(unbroken("Zu on M4 takes it back (24 %).")).toBe("Zu on M4 takes it back (24\u00a0%).");
  expect(unbroken("Would cost 3 points (1 in 12).")).toBe("Would cost 3 points (1\u00a0in\u00a012).");
  expect(unbroken("In 3 of 4 games.")).toBe("In 3 of 4 games.");
});
