import { beforeEach, expect, test, vi } from "vitest";
import { cards, type Card } from "../src/lib/cards.svelte";
import { DeckDraft } from "../src/lib/decks/draft.svelte";
import { measurement } from "../src/lib/decks/measurement.svelte";
import { BestSwaps } from "../src/lib/decks/swaps.svelte";
import { Server } from "./server";

const PLACE = "Mine";
const STORED = ["001", "001", "009"];

const card = (id: string, name: string, rank: number): Card =>
  ({ id, name, rank, power: 1, legendary: false, token: false, pattern: [], sentence: "", effects: [] }) as Card;

/** As much of the server as a deck being built asks: codes are told by the cards, points grow with every question. */
class Lab {
  measured = 0;
  asked: unknown[] = [];

  readonly answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body = request.method === "GET" ? null : ((await request.json().catch(() => null)) as { cards?: string[] });
    if (pathname.endsWith("/lab/points")) return Response.json({ points: { share: 0.1 * (this.measured += 1) } });
    if (pathname.endsWith("/lab/jobs")) return this.job(String(this.asked.push(body)));
    if (pathname.includes("/lab/jobs/")) return this.job(pathname.split("/").at(-1) ?? "");
    const ids = body?.cards ?? STORED;
    return Response.json({ cards: ids, code: ids.toSorted().join(""), ruleset: "rebirth", legal: true, reasons: [] });
  };

  private job(id: string): Response {
    return Response.json({ id, state: "finished", answer: { kind: "deck", swaps: [] } });
  }
}

let lab: Lab;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.removeItem(`qbcoach-draft:${PLACE}`);
  localStorage.removeItem("qbcoach-swaps");
  lab = new Lab();
  new Server(lab.answer);
  cards.learn([card("009", "Mu", 2), card("001", "Security Officer", 1), card("015", "Zu", 2)]);
});

async function opened(): Promise<DeckDraft> {
  const draft = new DeckDraft(PLACE);
  await draft.load("Mine");
  await vi.runAllTimersAsync();
  return draft;
}

test("changes that were not saved are there again, until they are saved or taken back", async () => {
  const draft = await opened();
  expect(draft.isChanged).toBe(false);
  draft.remove("009");
  const again = await opened();
  expect([again.ids, again.isChanged]).toEqual([["001", "001"], true]);
  again.discard();
  expect([again.ids, again.isChanged]).toEqual([STORED, false]);
  expect((await opened()).ids).toEqual(STORED);
});

test("a deck is sorted by rank, whatever was added last", async () => {
  const draft = await opened();
  draft.swap("009", "015");
  draft.add("009");
  expect(draft.slots.map(({ card, count }) => [card.name, count])).toEqual([
    ["Security Officer", 2],
    ["Mu", 1],
    ["Zu", 1],
  ]);
});

test("a swap takes one copy, and none of a card that is not there", async () => {
  const draft = await opened();
  expect(draft.swap("015", "009")).toBe(false);
  expect(draft.swap("001", "015")).toBe(true);
  expect(draft.ids.toSorted()).toEqual(["001", "009", "015"]);
});

test("a figure is stale after a change, the next one stands beside it, and another deck has none", async () => {
  const draft = await opened();
  await measurement.measure(draft);
  expect(measurement.isStale(draft)).toBe(false);
  draft.swap("001", "015");
  expect(measurement.isStale(draft)).toBe(true);
  await vi.runAllTimersAsync();
  await measurement.measure(draft);
  expect([measurement.isStale(draft), measurement.before?.share]).toEqual([false, 0.1]);
  measurement.field = "meta";
  await measurement.measure(draft);
  expect(measurement.before).toBeNull();
  draft.discard();
  measurement.begin(draft);
  expect(measurement.taken).toBeNull();
});

test("the swaps of a deck are found again by its cards, its field and whose cards may come in", async () => {
  const draft = await opened();
  const swaps = new BestSwaps();
  await swaps.find(draft, "library");
  expect(lab.asked).toHaveLength(1);
  expect(swaps.isOther(draft, "library")).toBe(false);
  expect(swaps.isOther(draft, "meta")).toBe(true);

  const later = new BestSwaps();
  await later.look(draft, "meta");
  expect(later.job.row).toBeNull();
  await later.look(draft, "library");
  expect([later.job.row?.id, later.isStale(draft)]).toEqual(["1", false]);
  draft.swap("001", "015");
  expect([later.isStale(draft), later.isOther(draft, "library")]).toEqual([true, true]);
});
