import { beforeEach, expect, test, vi } from "vitest";
import { afterTouch, collection } from "../src/lib/cardbrowser/collection.svelte";
import { CardFilter } from "../src/lib/cardbrowser/filter.svelte";
import type { Card } from "../src/lib/cards.svelte";
import { problem, Server } from "./server";

const PATH = "/api/v1/collection";

/** The collection on the other end: what is owned, as docs/api.md tells of it. */
class ServedCollection {
  owned: Record<string, number> = {};

  readonly answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === "DELETE") this.owned = {};
    else if (request.method === "POST") this.add((await request.json()) as { list?: string });
    else if (request.method === "PUT") this.put(pathname, (await request.json()) as { copies: number });
    return Response.json({ cards: this.owned });
  };

  private add({ list }: { list?: string }): void {
    if (list === undefined) this.owned = { ...this.owned, "003": 2, "010": 2 };
    for (const line of list?.split("\n") ?? []) {
      const [copies = "", card = ""] = line.split(" ");
      this.owned[card] = Number(copies);
    }
  }

  private put(pathname: string, { copies }: { copies: number }): void {
    const card = pathname.slice(PATH.length + 1);
    if (copies) this.owned[card] = copies;
    else this.owned = Object.fromEntries(Object.entries(this.owned).filter(([id]) => id !== card));
  }
}

let served: ServedCollection;
let server: Server;

beforeEach(async () => {
  served = new ServedCollection();
  server = new Server(served.answer);
  served.owned = { "007": 1 };
  await collection.load();
});

const card = (said: Partial<Card>): Card => ({
  id: "001",
  name: "Security Officer",
  rank: 1,
  power: 1,
  legendary: false,
  token: false,
  pattern: [],
  sentence: "No ability.",
  effects: [],
  ...said,
});

test("a touch counts up to what a deck may hold, and round to none", () => {
  const counts = (legendary: boolean): number[] => [0, 1, 2, 5].map((own) => afterTouch(card({ legendary }), own));
  expect(counts(false)).toEqual([1, 2, 0, 0]);
  expect(counts(true)).toEqual([1, 0, 0, 0]);
});

test("touches in quick succession are shown at once, and the last one stays", async () => {
  const touches = [1, 2, 0, 1].map((copies) => collection.own("009", copies));
  expect(collection.copies("009")).toBe(1);
  await Promise.all(touches);
  expect([collection.copies("009"), served.owned["009"]]).toEqual([1, 1]);
});

test("what the server does not take is shown as it is there", async () => {
  vi.mocked(fetch).mockImplementationOnce(() => Promise.resolve(problem(422, "no such card")));
  await expect(collection.own("009", 2)).rejects.toThrow("no such card");
  expect(collection.copies("009")).toBe(0);
});

test("a pack is taken back whole, and what was owned before it stays", async () => {
  const before = collection.snapshot;
  await collection.add({ pack: "Ruffians" });
  expect(collection.copies("010")).toBe(2);
  await collection.own("007", 2);
  await collection.restore(before);
  expect(served.owned).toEqual({ "007": 1 });
  expect([collection.copies("007"), collection.copies("010")]).toEqual([1, 0]);
});

test("nothing is taken out before what is missing has come back", async () => {
  const before = collection.snapshot;
  await collection.clear();
  await collection.add({ pack: "Ruffians" });
  server.fates = ["request lost"];
  await expect(collection.restore(before)).rejects.toThrow();
  expect(served.owned).toEqual({ "003": 2, "010": 2 });
});

test("cards are found by what they do, and by whether they are owned", () => {
  const raising = card({
    id: "009",
    effects: [{ does: "raise", when: "standing", whom: "own", amount: 1, counted: null }],
  });
  const all = [card({}), raising, card({ id: "007", name: "Levrikon" })];
  const found = (said: Partial<CardFilter>): string[] =>
    Object.assign(new CardFilter(), said)
      .apply(all)
      .map(({ id }) => id);
  expect(found({ effect: "raise" })).toEqual(["009"]);
  expect(found({ effect: "no" })).toEqual(["001", "007"]);
  expect(found({ owned: "yes" })).toEqual(["007"]);
  expect(found({ owned: "no" })).toEqual(["001", "009"]);
  expect(found({ search: "levri ability" })).toEqual(["007"]);
});
