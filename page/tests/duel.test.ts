import { beforeEach, expect, test } from "vitest";
import type { Duel } from "../src/lib/play/calls";
import { DuelTable } from "../src/lib/play/duel.svelte";
import { t } from "../src/lib/strings";
import { boardWith, emptyBoard } from "./games";
import { problem, Server } from "./server";

const MOVED = boardWith({ "MID-3": { owner: "Y", card: "007", power: 2 } });
const MOVE = { command: "007 MID-3", card: "007", tile: "MID-3", board: MOVED };

/** How the game stands on the server; the table asks for nothing else of it. */
let standing: Duel;
let decide: (request: Request) => Response | Promise<Response>;
let server: Server;
let table: DuelTable;

const after = (version: number, hand: string[]): Duel =>
  ({ id: "d1", version, expects: "you", hand, board: version ? MOVED : emptyBoard(), steps: [] }) as unknown as Duel;

beforeEach(async () => {
  standing = after(0, ["001", "007"]);
  decide = () => Response.json((standing = after(1, ["001"])));
  server = new Server((request) => {
    if (request.method === "POST") return decide(request);
    return Response.json(request.url.endsWith("/moves") ? { moves: [MOVE] } : standing);
  });
  table = new DuelTable();
  await table.open("d1");
  table.chooseCard(1);
  table.chooseTile("MID-3");
});

test("a move is on the board before the server has answered", async () => {
  let shown: unknown;
  decide = () => {
    shown = [table.board, table.hand, [...table.lit], table.busy];
    return Response.json(after(1, ["001"]));
  };
  await table.confirm();
  expect(shown).toEqual([MOVED, ["001"], ["MID-3"], true]);
  expect([table.duel?.version, table.busy, table.problem]).toEqual([1, false, ""]);
});

test("a move whose answer got lost is not made twice", async () => {
  server.sent.length = 0;
  server.fates = ["answer lost"];
  await table.confirm();
  const posts = server.sent.filter((request) => request.method === "POST");
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(1);
  expect(posts.map((request) => request.headers.get("If-Match"))).toEqual(['"0"', '"0"']);
  expect(table.duel?.version).toBe(1);
});

test("a refused move goes back into the hand, with the reason", async () => {
  decide = () => problem(422, "that tile is taken");
  await table.confirm();
  expect(table.problem).toBe("that tile is taken");
  expect([table.hand, table.duel?.version, table.busy]).toEqual([["001", "007"], 0, false]);
});

test("who was overtaken by another tab sees the game as it is now", async () => {
  decide = () => {
    standing = after(5, ["020"]);
    return problem(412, "the game is at version 5");
  };
  await table.confirm();
  expect(table.problem).toBe(t.play.outdated);
  expect([table.duel?.version, table.hand, table.card]).toEqual([5, ["020"], undefined]);
});
