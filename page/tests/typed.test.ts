import { expect, test } from "vitest";
import { isCommand, readTyped } from "../src/lib/match/typed";

test.each([
  ["wolf", "wolf", null],
  ["m3", "", "MID-3"],
  ["T-5", "", "TOP-5"],
  ["b 1", "", "BOT-1"],
  ["grasslands wolf m5", "grasslands wolf", "MID-5"],
  ["m6", "m6", null],
  ["set m3 enemy 2", "set m3 enemy 2", null],
  ["", "", null],
])("'%s' is the name '%s' on tile %s", (text, name, tile) => {
  expect(readTyped(text)).toEqual({ name, tile });
});

test.each([
  ["undo", true],
  ["set m3 empty", true],
  ["e wolf m5", true],
  ["why not zu m3", true],
  ["e", false],
  ["b", false],
  ["wolf", false],
  ["mu m3", false],
])("'%s' is a command: %s", (text, command) => {
  expect(isCommand(text)).toBe(command);
});
