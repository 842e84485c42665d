import { expect, test } from "vitest";
import { moment } from "../src/lib/matches/moment";

test("a time is told as a date", () => {
  expect(moment("2026-01-31T18:00:00.000+00:00")).toMatch(/2026/);
  expect(moment("2026-01-31T18:00:00Z")).not.toContain("‘");
});

test.each(["zzz", "", "zzz 1", "2026-99-99T99:99:99Z", "0", "yesterday"])(
  "%j is no time, and shown as it stands",
  (text) => {
    expect(moment(text)).toBe(`‘${text}’`);
  },
);

test("nothing in it is obeyed", () => {
  expect(moment("a\u001b[31m\u202eb")).toBe("‘a\\u{1b}[31m\\u{202e}b’");
});
