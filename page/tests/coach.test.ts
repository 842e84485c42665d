import { beforeEach, expect, test, vi } from "vitest";
import { Coach, type Advice } from "../src/lib/match/coach.svelte";
import type { MatchDoc } from "../src/lib/match/store.svelte";
import { Server } from "./server";

const advice = (provisional: boolean): Advice =>
  ({ provisional, moves: [], nodes: 0, exact: false }) as unknown as Advice;
const streamed = (answer: object = { kind: "advice", ...advice(false) }): Response =>
  new Response(`event: answer\ndata: ${JSON.stringify(answer)}\n\n`, {
    headers: { "Content-Type": "text/event-stream" },
  });
const yourTurn = { version: 1, expects: "you" } as MatchDoc;

beforeEach(() => {
  vi.useFakeTimers();
});

test("the first answer is a quick one, and provisional until the search has answered", async () => {
  const server = new Server(({ url }) => (url.includes("/deep") ? streamed() : Response.json(advice(true))));
  const coach = new Coach("m1");
  coach.follow(yourTurn);
  await vi.advanceTimersByTimeAsync(50);
  expect(new URL(server.sent[0]?.url ?? "").searchParams.get("quick")).toBe("true");
  expect([coach.advice?.provisional, coach.deep]).toEqual([true, null]);
  await vi.advanceTimersByTimeAsync(500);
  expect([coach.advice?.provisional, coach.deep]).toEqual([false, coach.advice]);
});

test("no search begins while an entry is under way, and the one that was due begins if the entry was refused", async () => {
  const server = new Server(({ url }) => (url.includes("/deep") ? streamed() : Response.json(advice(true))));
  const searches = (): number => server.sent.filter(({ url }) => url.includes("/deep")).length;
  const coach = new Coach("m1");
  coach.follow(yourTurn);
  coach.hold(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(searches()).toBe(0);
  coach.hold(false);
  await vi.advanceTimersByTimeAsync(500);
  expect([searches(), coach.deep]).toEqual([1, coach.advice]);
});

test("a search that was due is not about the match as it went on", async () => {
  const server = new Server(({ url }) => (url.includes("/advice") ? Response.json(advice(true)) : streamed()));
  const coach = new Coach("m1");
  coach.follow(yourTurn);
  coach.hold(true);
  await vi.advanceTimersByTimeAsync(500);
  coach.follow({ version: 2, expects: "over" } as MatchDoc);
  coach.hold(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(server.sent.filter(({ url }) => url.includes("/deep"))).toEqual([]);
});

test("while the enemy thinks the coach tells how things stand, and then has a word on your move", async () => {
  const told = { kind: "glance", fears: [], chance: { text: "60 %" } };
  const remark = { wanted: true, lines: ["Zu M3 was a mistake."], ply: null };
  const server = new Server(({ url }) => (url.includes("/remark") ? Response.json(remark) : streamed(told)));
  const coach = new Coach("m1");
  coach.follow({ version: 3, expects: "enemy" } as MatchDoc);
  await vi.advanceTimersByTimeAsync(500);
  expect(server.sent.map(({ url }) => new URL(url).pathname.split("/").at(-1))).toEqual(["glance", "remark"]);
  expect([coach.chance?.text, coach.stale, coach.remark?.lines]).toEqual(["60 %", false, remark.lines]);
});

test("the chance of the position before stays, and is known to be old, until there is another", async () => {
  const told = { kind: "glance", fears: [], chance: { text: "60 %" } };
  new Server(({ url }) => (url.includes("/glance") ? streamed(told) : Response.json({ wanted: false, lines: [] })));
  const coach = new Coach("m1");
  coach.follow({ version: 3, expects: "enemy" } as MatchDoc);
  await vi.advanceTimersByTimeAsync(500);
  coach.follow({ version: 4, expects: "draw" } as MatchDoc);
  expect([coach.chance?.text, coach.stale]).toEqual(["60 %", true]);
  await vi.advanceTimersByTimeAsync(500);
  expect(coach.stale).toBe(false);
});

test("a silent coach asks nothing", async () => {
  const server = new Server(() => streamed());
  const coach = new Coach("m1");
  coach.chooseTop(0);
  coach.follow({ version: 3, expects: "enemy" } as MatchDoc);
  coach.follow(yourTurn);
  await vi.advanceTimersByTimeAsync(500);
  expect(server.sent).toEqual([]);
  coach.chooseTop(3);
});

test("cards that are not told do not silence the coach while one is known", async () => {
  const server = new Server(({ url }) => (url.includes("/deep") ? streamed() : Response.json(advice(true))));
  const coach = new Coach("m1");
  coach.follow({ version: 1, expects: "new cards", hand: ["?", "?"] } as unknown as MatchDoc);
  await vi.advanceTimersByTimeAsync(500);
  expect([coach.advises, server.sent.filter(({ url }) => !url.includes("/glance")).length]).toEqual([false, 0]);
  coach.follow({ version: 2, expects: "new cards", hand: ["015", "?"] } as unknown as MatchDoc);
  await vi.advanceTimersByTimeAsync(500);
  expect([coach.advises, coach.deep]).toEqual([true, coach.advice]);
});

test("a quick answer that comes late does not take the place of the search's", async () => {
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json(advice(true))), 5_000));
  new Server(({ url }) => (url.includes("/deep") ? streamed() : late));
  const coach = new Coach("m1");
  coach.follow(yourTurn);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(coach.advice?.provisional).toBe(false);
});
