import { beforeEach, expect, test } from "vitest";
import type { Duel } from "../src/lib/play/calls";
import { DuelTable } from "../src/lib/play/duel.svelte";
import { t } from "../src/lib/strings";
import { toasts } from "../src/lib/toasts.svelte";
import { boardWith, emptyBoard } from "./games";
import { problem, Server } from "./server";

const MOVED = boardWith({ "MID-3": { owner: "Y", card: "007", power: 2 } });
const MOVE = { command: "007 MID-3", card: "007", tile: "MID-3", board: MOVED, changes: [] };

/** How the game stands on the server; the table asks for nothing else of it. */
let standing: Duel;
let decide: (request: Request) => Response | Promise<Response>;
let server: Server;
let table: DuelTable;
let atOnce: boolean;

const after = (version: number, hand: string[]): Duel =>
  ({
    id: "d1",
    version,
    expects: "you",
    hand,
    board: version ? MOVED : emptyBoard(),
    steps: [],
    can_undo: version > 0,
  }) as unknown as Duel;

/** The move is through, and what follows it has been fetched. */
async function settled(): Promise<void> {
  await expect.poll(() => table.busy).toBe(false);
}

beforeEach(async () => {
  toasts.clear();
  atOnce = true;
  standing = after(0, ["001", "007"]);
  decide = () => Response.json((standing = after(1, ["001"])));
  server = new Server((request) => {
    if (request.method === "POST") return decide(request);
    return Response.json(request.url.endsWith("/moves") ? { moves: [MOVE] } : standing);
  });
  table = new DuelTable(() => atOnce);
  await table.open("d1");
});

function play(): Promise<void> {
  table.choice.pickCard(1);
  table.choice.pickTile("MID-3");
  return settled();
}

test("two touches make a move, which is on the board before the server has answered", async () => {
  let shown: unknown;
  decide = () => {
    shown = [table.board, table.hand, [...table.lit], table.busy];
    return Response.json(after(1, ["001"]));
  };
  await play();
  expect(shown).toEqual([MOVED, ["001"], ["MID-3"], true]);
  expect([table.duel?.version, table.busy, table.problem]).toEqual([1, false, ""]);
});

test("the tile may be touched first, and a move can be taken back from its toast", async () => {
  table.choice.pickTile("MID-3");
  expect([...table.choice.dead]).toEqual([0]);
  table.choice.pickCard(1);
  await settled();
  expect(table.duel?.version).toBe(1);
  expect(toasts.shown?.action).toBe(t.play.undo);
  toasts.act();
  await settled();
  expect(server.sent.at(-2)?.url).toMatch(/\/undo$/);
});

test("who wants to be asked is asked", async () => {
  atOnce = false;
  await play();
  expect([table.duel?.version, table.choice.whole, table.board]).toEqual([0, true, MOVED]);
  await table.confirm();
  expect(table.duel?.version).toBe(1);
});

test("a move whose answer got lost is not made twice", async () => {
  server.sent.length = 0;
  server.fates = ["answer lost"];
  await play();
  const posts = server.sent.filter((request) => request.method === "POST");
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(1);
  expect(posts.map((request) => request.headers.get("If-Match"))).toEqual(['"0"', '"0"']);
  expect(table.duel?.version).toBe(1);
});

test("a refused move goes back into the hand, with the reason", async () => {
  decide = () => problem(422, "that tile is taken");
  await play();
  expect(table.problem).toBe("that tile is taken");
  expect([table.hand, table.duel?.version, table.choice.card]).toEqual([["001", "007"], 0, undefined]);
});

test("who was overtaken by another tab sees the game as it is now", async () => {
  decide = () => {
    standing = after(5, ["020"]);
    return problem(412, "the game is at version 5");
  };
  await play();
  expect(table.problem).toBe(t.play.outdated);
  expect([table.duel?.version, table.hand, table.choice.card]).toEqual([5, ["020"], undefined]);
});
