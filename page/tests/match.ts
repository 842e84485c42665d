/** A match on the other end of the line, as true to docs/api.md as the page can notice: keys, versions, conflicts. */

import type { MatchDoc, Outcome } from "../src/lib/match/store.svelte";
import { problem } from "./server";
import { emptyBoard } from "./games";

export const ID = "m1";

export class ServedMatch {
  /** What was entered, in order; its length is the version. */
  readonly entered: string[] = [];
  private readonly answers = new Map<string, unknown>();

  /** Somebody else enters something. */
  overtake(text: string): void {
    this.entered.push(text);
  }

  readonly answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/v1/cards") return Response.json({ cards: [] });
    if (!pathname.startsWith(`/api/v1/matches/${ID}`)) return problem(404, "there is no such match");
    if (request.method === "GET") return this.read(request);
    const body = (await request.json()) as Record<string, unknown>;
    return this.change(
      request,
      pathname.split("/").at(-1) === "commands" ? String(body["text"]) : JSON.stringify(body),
    );
  };

  private read(request: Request): Response {
    const tag = `"${this.entered.length}"`;
    if (request.headers.get("If-None-Match") === tag) return new Response(null, { status: 304 });
    return Response.json(this.doc());
  }

  private change(request: Request, text: string): Response {
    const key = request.headers.get("Idempotency-Key") ?? "";
    const known = this.answers.get(key);
    if (known) return Response.json(known);
    if (request.headers.get("If-Match") !== `"${this.entered.length}"`) return problem(412, "the match went on");
    if (text === "nonsense") return problem(422, "what is nonsense?");
    this.entered.push(text);
    const outcome: Outcome = {
      lines: [],
      refused: false,
      entered: text,
      changes: [],
      choice: null,
      answer: null,
      inverse: null,
      misfit: null,
      match: this.doc(),
    };
    this.answers.set(key, outcome);
    return Response.json(outcome);
  }

  private doc(): MatchDoc {
    return {
      id: ID,
      title: "A match",
      ruleset: "rebirth",
      opponent: null,
      first: "Y",
      version: this.entered.length,
      branch: "main",
      branches: [],
      expects: "you",
      hint: "",
      remark: null,
      turn: 1,
      to_act: "Y",
      position: "",
      board: emptyBoard(),
      swing: [0, 0, 0],
      hand: ["001", "007"],
      enemy_hand: [],
      enemy_deck: 10,
      deck_left: 10,
      unseen: [],
      draws: [],
      enemy_likely: [],
      enemy_played: [],
      log: [],
      can_undo: this.entered.length > 0,
      can_redo: false,
      result: null,
      screen_score: null,
      cards: [],
    };
  }
}
