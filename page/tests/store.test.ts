import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MatchStore } from "../src/lib/match/store.svelte";
import { t } from "../src/lib/strings";
import { emptyBoard } from "./games";
import { ID, ServedMatch } from "./match";
import { problem, Server, type Fate } from "./server";

const realTimeout = globalThis.setTimeout;
let match: ServedMatch;
let server: Server;
let store: MatchStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  match = new ServedMatch();
  server = new Server(match.answer);
  store = new MatchStore(ID);
  await store.open();
  server.sent.length = 0;
});

afterEach(() => {
  store.close();
});

/** What becomes of a change while the time goes on as it must. */
async function settled(change: Promise<boolean>): Promise<boolean> {
  let done = false;
  void change.finally(() => (done = true));
  for (let tries = 0; !done && tries < 100; tries += 1) {
    await new Promise((resolve) => realTimeout(resolve, 0));
    await vi.advanceTimersByTimeAsync(200);
  }
  return change;
}

const posted = (): Request[] => server.sent.filter((request) => request.method === "POST");
const keys = (): (string | null)[] => posted().map((request) => request.headers.get("Idempotency-Key"));

test("an entry is sent once, for the version that is shown", async () => {
  expect(await settled(store.enter("zu m3"))).toBe(true);
  expect(posted()).toHaveLength(1);
  expect(posted()[0]?.headers.get("If-Match")).toBe('"0"');
  expect(store.doc?.version).toBe(1);
  expect(store.outcome?.entered).toBe("zu m3");
});

test.each<Fate>(["request lost", "answer lost"])("an entry is entered once: %s", async (fate) => {
  server.fates = [fate, fate];
  expect(await settled(store.enter("zu m3"))).toBe(true);
  expect(match.entered).toEqual(["zu m3"]);
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
  expect([store.doc?.version, store.busy, store.refusal]).toEqual([1, false, ""]);
});

test("while it is tried again, that is told, and the hoped-for board stays", async () => {
  server.fates = ["answer lost"];
  const ahead = { board: emptyBoard(), hand: ["007"] };
  const entering = store.enter("zu m3", ahead);
  await vi.waitFor(() => expect(store.notice).toBe(t.match.retrying));
  expect([store.busy, store.ahead]).toEqual([true, ahead]);
  expect(await settled(entering)).toBe(true);
  expect(store.ahead).toBeNull();
});

test("what changes with the match is changed when it is there, while the entry is still under way", async () => {
  const seen: [number | undefined, boolean][] = [];
  await settled(store.enter("zu m3", null, () => seen.push([store.doc?.version, store.busy])));
  expect(seen).toEqual([[1, true]]);
});

test("a line that stays dead is told after five attempts", async () => {
  server.fates = Array.from({ length: 9 }, () => "request lost");
  expect(await settled(store.enter("zu m3"))).toBe(false);
  expect(keys()).toHaveLength(5);
  expect(new Set(keys()).size).toBe(1);
  expect([store.refusal, store.busy, store.ahead]).toEqual([t.errors.unreachable, false, null]);
});

test("what the server refuses is told and not sent again", async () => {
  expect(await settled(store.enter("nonsense", { board: emptyBoard(), hand: [] }))).toBe(false);
  expect(posted()).toHaveLength(1);
  expect([store.refusal, store.ahead, store.doc?.version]).toEqual(["what is nonsense?", null, 0]);
});

test("an entry for a match that went on is not entered; the newer match is shown", async () => {
  match.overtake("zu m3");
  expect(await settled(store.enter("mu m2"))).toBe(false);
  await vi.waitFor(() => expect(store.doc?.version).toBe(1));
  expect(match.entered).toEqual(["zu m3"]);
  expect([store.notice, store.refusal]).toEqual([t.match.wentOn, ""]);
});

test("who tries again at once does so for the newer match", async () => {
  match.overtake("zu m3");
  expect(await store.enter("mu m2")).toBe(false);
  expect(store.doc?.version).toBe(1);
  expect(await store.enter("mu m2")).toBe(true);
  expect(match.entered).toEqual(["zu m3", "mu m2"]);
});

test("who was overtaken while the entry was written is told the same", async () => {
  new Server((request) => (request.method === "POST" ? problem(409, "conflict") : match.answer(request)));
  expect(await settled(store.enter("mu m2"))).toBe(false);
  expect([store.notice, store.refusal]).toEqual([t.match.wentOn, ""]);
});

test("every entry has a key of its own, and the version that the one before made", async () => {
  await settled(store.enter("zu m3"));
  await settled(store.undo(2));
  await settled(store.redo());
  await settled(store.branch("other"));
  expect(new Set(keys()).size).toBe(4);
  expect(posted().map((request) => request.headers.get("If-Match"))).toEqual(['"0"', '"1"', '"2"', '"3"']);
  expect(posted().map((request) => new URL(request.url).pathname.split("/").at(-1))).toEqual([
    "commands",
    "undo",
    "redo",
    "branch",
  ]);
  expect(match.entered).toEqual(["zu m3", '{"times":2}', '{"times":1}', '{"name":"other"}']);
});

test("a second entry is not even sent while the first is under way", async () => {
  const first = store.enter("zu m3");
  expect(await store.enter("zu m3")).toBe(false);
  expect(await settled(first)).toBe(true);
  expect(posted()).toHaveLength(1);
});

test("what another tab enters shows up", async () => {
  const other = new MatchStore(ID);
  await other.open();
  await settled(other.enter("zu m3"));
  await vi.waitFor(() => expect(store.doc?.version).toBe(1));
  other.close();
});

test("an unchanged match is asked for by its version and keeps its place", async () => {
  const before = store.doc;
  await store.refresh();
  expect(server.headers("If-None-Match")).toEqual(['"0"']);
  expect(store.doc).toBe(before);
});

test("a lost connection is told until the server is reached again", async () => {
  server.fates = ["request lost"];
  await store.refresh();
  expect(store.notice).toBe(t.match.lost);
  expect(store.missing).toBe("");
  await store.refresh();
  expect(store.notice).toBe("");
});

test("a match that is not there says so", async () => {
  const none = new MatchStore("none");
  await none.open();
  expect(none.missing).toBe("there is no such match");
  none.close();
});
