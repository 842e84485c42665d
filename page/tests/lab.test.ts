import { beforeEach, expect, test, vi } from "vitest";
import { cards, type Card } from "../src/lib/cards.svelte";
import { held, swapped } from "../src/lib/lab/decklist";
import { LabJob } from "../src/lib/lab/job.svelte";
import { gainParts, likely, titled } from "../src/lib/lab/words";
import { Server } from "./server";

const row = (state: string): object => ({ id: "j1", state, games: 0, share: null, best: null, answer: null });
const frame = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const progress = (games: number): string =>
  frame("progress", { games, share: games / 100, best: null, waiting: false });

beforeEach(() => {
  vi.useFakeTimers();
});

test("a job is watched to its answer, over a line that breaks", async () => {
  let streams = 0;
  let state = "waiting";
  const server = new Server(({ url }) => {
    if (!url.endsWith("/stream")) return Response.json(row(state));
    streams += 1;
    if (streams === 1) return new Response(progress(40));
    if (streams === 2) throw new TypeError("fetch failed");
    state = "finished";
    return new Response(progress(90) + frame("answer", {}));
  });
  const job = new LabJob();
  await job.open("j1");
  expect(job.isLive).toBe(true);
  await vi.runAllTimersAsync();
  expect([job.row?.state, job.problem, streams]).toEqual(["finished", "", 3]);
  expect(server.sent.some((request) => request.method !== "GET")).toBe(false);
});

test("how far it is comes from the stream, and leaving stops nothing", async () => {
  let tell: (text: string) => void = () => undefined;
  const server = new Server(({ url }) => {
    if (!url.endsWith("/stream")) return Response.json(row("running"));
    const body = new ReadableStream<Uint8Array>({
      start: (line) => void (tell = (text) => line.enqueue(new TextEncoder().encode(text))),
    });
    return new Response(body);
  });
  const job = new LabJob();
  await job.open("j1");
  await vi.runAllTimersAsync();
  tell(progress(25));
  await vi.waitFor(() => expect(job.row?.share).toBe(0.25));
  job.leave();
  await vi.runAllTimersAsync();
  expect(server.sent.map((request) => request.method)).toEqual(["GET", "GET"]);
});

test("a stopped job goes on by its id", async () => {
  const server = new Server(({ url }) => Response.json(row(url.endsWith("/resume") ? "finished" : "stopped")));
  const job = new LabJob();
  await job.open("j1");
  await job.goOn();
  expect([job.row?.state, job.isLive]).toEqual(["finished", false]);
  expect(server.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "GET /api/v1/lab/jobs/j1",
    "POST /api/v1/lab/jobs/j1/resume",
  ]);
});

test("decks of the lab are cards again, and so is one after a swap", () => {
  const known = [
    ["001", "Security Officer"],
    ["009", "Mu"],
    ["015", "Zu"],
  ].map(([id, name]) => ({ id, name }) as Card);
  cards.learn(known);
  expect(held("2 Security Officer\n1 009").map(({ card, count }) => [card.id, count])).toEqual([
    ["001", 2],
    ["009", 1],
  ]);
  expect(swapped("2 Security Officer\n1 Mu", "Mu", "Zu")).toBe("2 001\n1 015");
  expect(swapped("2 Security Officer\n1 Mu", "Security Officer", "Mu")).toBe("1 001\n2 009");
});

test("figures are told in whole points, with what is very likely", () => {
  expect(likely({ share: 0.4073, interval: [0.385, 0.43], games: 2800 })).toBe(
    "very likely between 39 and 43 %, by 2,800 games",
  );
  expect(gainParts(0.349, [0.276, -0.004])).toEqual(["+35", "+28", "0"]);
  expect(titled("QB1-AEBAIAQFAIDQECACBEBAWATPAE-B08E against library")).toBe("a deck (B08E) against library");
  expect(titled("the best deck against meta")).toBe("The best deck against meta");
});
