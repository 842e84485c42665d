import { beforeEach, expect, test, vi } from "vitest";
import { fleetCalls, type FleetRequest } from "../src/lib/fleet/calls";
import { matchCalls } from "../src/lib/matches/calls";
import { duelCalls, type DuelRequest } from "../src/lib/play/calls";
import { Server } from "./server";

beforeEach(() => {
  vi.useFakeTimers();
});

const MAKING: [string, () => Promise<unknown>][] = [
  ["a match", () => matchCalls.create({ ruleset: "rebirth", first: "you" })],
  ["an imported match", () => matchCalls.bring("[format …]")],
  ["a game against a level", () => duelCalls.create({ level: 1, seed: 1 } as DuelRequest)],
  ["a fleet game", () => fleetCalls.create({ seed: 1 } as FleetRequest)],
];

test.each(MAKING)("%s whose answer got lost is not made twice", async (_, make) => {
  const server = new Server(() => Response.json({ id: "made1" }, { status: 201 }));
  server.fates = ["answer lost"];
  const made = make();
  await vi.runAllTimersAsync();
  expect(await made).toEqual({ id: "made1" });
  const keys = server.headers("Idempotency-Key");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(server.headers("If-Match")).toEqual([null, null]);
});
