/**
 * What the coach says of a match: on your turn advice, provisionally at once, then many moves ahead; while the enemy
 * thinks or a draw is due how things stand and what is to be feared; after a costly move a word on it.
 */

import { api, got, sentence, type Schemas } from "../api";
import { HIDDEN } from "../cards.svelte";
import type { Chance } from "../figures";
import { stream } from "../stream";
import { t } from "../strings";
import { Asking } from "./asking";
import type { MatchDoc } from "./store.svelte";

export type Advice = Schemas["AdviceDocument"];
export type RatedMove = Schemas["RatedMoveDocument"];
export type Mulligan = Schemas["MulliganAdviceDocument"];
export type Glance = Schemas["GlanceAnswer"];
export type Remark = Schemas["RemarkDocument"];
export type Contrast = NonNullable<Advice["asked"]>;

export const TOPS = [0, 1, 3, 5] as const;
const TOP_KEY = "qbcoach-top";
const MOST = Math.max(...TOPS);
const SETTLE = 120;
const DEEPER = 5;
const MOST_NODES = 1_000_000;
const WATCHED = ["enemy", "draw", "new cards"];

export class Coach {
  /** How many moves are shown; 0 silences the coach. */
  top = $state(rememberedTop());
  /** The best known so far: provisional until the deep search has answered. */
  advice = $state.raw<Advice | null>(null);
  mulligan = $state.raw<Mulligan | null>(null);
  glance = $state.raw<Glance | null>(null);
  remark = $state.raw<Remark | null>(null);
  /** What was asked about one move, beside the best. */
  contrast = $state.raw<Contrast | null>(null);
  /** How far the search is, 0 to 1; null when none is under way. */
  share = $state<number | null>(null);
  stopped = $state(false);
  problem = $state("");
  /** Whether it is your move and a card of your hand is known. */
  advises = $state(false);
  /** The chance told last, until another is known. */
  private told = $state.raw<Chance | null>(null);

  private version = -1;
  private expects = "";
  private readonly failed = (problem: string): void => {
    [this.problem, this.share] = [problem, null];
  };
  private readonly near = new Asking(this.failed);
  private readonly far = new Asking(this.failed);
  private readonly word = new Asking(() => undefined);
  private readonly beside = new Asking(this.failed);

  constructor(private readonly matchId: string) {}

  readonly deep = $derived(this.advice?.provisional ? null : this.advice);
  private readonly newest = $derived(this.deep?.chance ?? this.glance?.chance ?? null);
  readonly chance = $derived(this.newest ?? this.told);
  /** The chance is that of the position before. */
  readonly stale = $derived(this.newest === null && this.told !== null);

  chooseTop(top: number): void {
    const wasOff = this.top === 0;
    this.top = top;
    localStorage.setItem(TOP_KEY, String(top));
    if (top === 0) this.clear();
    else if (wasOff) this.begin();
  }

  /** The match stands at another place: what was said belongs to the old one. */
  follow(doc: MatchDoc): void {
    if (doc.version === this.version) return;
    this.told = doc.expects === "hand" || doc.expects === "mulligan" ? null : this.chance;
    [this.version, this.expects] = [doc.version, doc.expects];
    this.advises = doc.expects === "you" || (doc.expects === "new cards" && doc.hand.some((id) => id !== HIDDEN));
    this.begin();
  }

  /** Ask at once; the search waits a moment, so that a quick row of entries starts only one. */
  begin(): void {
    this.clear();
    if (this.top === 0) return;
    if (this.advises) this.near.ask((signal, heard) => this.lookNear(signal, heard));
    if (this.advises || this.expects === "mulligan") this.search();
    else if (WATCHED.includes(this.expects)) this.search("glance");
  }

  /** Nothing is asked while an entry is under way. */
  hold(held: boolean): void {
    for (const asking of [this.near, this.far, this.word, this.beside]) asking.hold(held);
  }

  /** Search once more and longer; what was found before stays until the answer is there. */
  deepen(): void {
    const nodes = Math.min((this.deep?.nodes ?? 0) * DEEPER, MOST_NODES);
    [this.stopped, this.problem] = [false, ""];
    this.search("deep", nodes || undefined);
  }

  /** Whether a longer search can still tell more. */
  get canDeepen(): boolean {
    return this.share === null && this.deep !== null && !this.deep.exact && this.deep.nodes < MOST_NODES;
  }

  /** Stop the search; what is known so far stays. */
  cancel(): void {
    this.far.cancel();
    this.stopped = this.share !== null;
    this.share = null;
  }

  /** How good that move is, beside the best. */
  ask(move: string): void {
    this.contrast = null;
    this.beside.ask(async (signal, heard) => {
      const params = { path: { match_id: this.matchId }, query: { top: 1, move } };
      const advice = await got(api.GET("/api/v1/matches/{match_id}/advice", { params, signal }));
      heard();
      if ("moves" in advice) this.contrast = advice.asked;
    });
  }

  close(): void {
    this.clear();
  }

  private clear(): void {
    for (const asking of [this.near, this.far, this.word, this.beside]) asking.cancel();
    [this.advice, this.mulligan, this.glance, this.remark, this.contrast] = [null, null, null, null, null];
    [this.share, this.stopped, this.problem] = [null, false, ""];
  }

  private search(kind: "deep" | "glance" = "deep", nodes?: number): void {
    this.share = 0;
    this.far.ask((signal, heard) => this.lookFar(kind, signal, heard, nodes), SETTLE);
  }

  private async lookNear(signal: AbortSignal, heard: () => void): Promise<void> {
    const params = { path: { match_id: this.matchId }, query: { top: MOST, quick: true } };
    const advice = await got(api.GET("/api/v1/matches/{match_id}/advice", { params, signal }));
    heard();
    if (!signal.aborted && "moves" in advice) this.advice ??= advice;
  }

  private async lookFar(kind: string, signal: AbortSignal, heard: () => void, nodes?: number): Promise<void> {
    const asked = kind === "deep" ? `?top=${MOST}${nodes ? `&nodes=${nodes}` : ""}` : "";
    const path = `/api/v1/matches/${encodeURIComponent(this.matchId)}/${kind}${asked}`;
    for await (const { event, data } of stream({ path, signal })) {
      heard();
      if (signal.aborted) return;
      if (event === "progress") this.share = (data as { share: number }).share;
      else if (event === "answer") this.take(data as Schemas["AdviceAnswer"] | Schemas["MulliganAnswer"]);
      else if (event === "problem") this.problem = sentence(data) ?? t.errors.unreachable;
      else if (event === "cancelled") this.stopped = true;
    }
    this.share = null;
    this.word.ask((signal, heard) => this.lookBack(signal, heard));
  }

  /** A word on the last move comes after the advice, for which the search is needed more. */
  private async lookBack(signal: AbortSignal, heard: () => void): Promise<void> {
    if (this.expects !== "enemy" && this.expects !== "you") return;
    const params = { path: { match_id: this.matchId } };
    const remark = await got(api.GET("/api/v1/matches/{match_id}/remark", { params, signal }));
    heard();
    if (!signal.aborted && remark.wanted && remark.lines.length) this.remark = remark;
  }

  private take(answer: Schemas["AdviceAnswer"] | Schemas["MulliganAnswer"] | Schemas["GlanceAnswer"]): void {
    if (answer.kind === "mulligan") this.mulligan = answer;
    else if (answer.kind === "glance") this.glance = answer;
    else this.advice = answer;
  }
}

function rememberedTop(): number {
  const told = localStorage.getItem(TOP_KEY);
  return TOPS.find((top) => String(top) === told) ?? 3;
}
