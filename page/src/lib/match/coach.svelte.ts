/** What the coach says: provisionally at once, then many moves ahead as a stream that can be stopped. */

import { api, got, Refusal, sentence, type Schemas } from "../api";
import { HIDDEN } from "../cards.svelte";
import { stream } from "../stream";
import { t } from "../strings";
import type { MatchDoc } from "./store.svelte";

export type Advice = Schemas["AdviceDocument"];
export type RatedMove = Schemas["RatedMoveDocument"];
export type Mulligan = Schemas["MulliganAdviceDocument"];

export const TOPS = [0, 1, 3, 5] as const;
const TOP_KEY = "qbcoach-top";
const ALL = 50;
const SETTLE = 120;
const DEEPER = 5;
const MOST_NODES = 1_000_000;

export class Coach {
  top = $state(rememberedTop());
  /** The best known so far: provisional until the deep search has answered. */
  advice = $state.raw<Advice | null>(null);
  mulligan = $state.raw<Mulligan | null>(null);
  /** How far the deep search is, 0 to 1; null when none is under way. */
  share = $state<number | null>(null);
  stopped = $state(false);
  problem = $state("");
  /** Whether it is your move and a card of your hand is known. */
  advises = $state(false);

  private version = -1;
  private expects = "";
  private near = new AbortController();
  private far = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Worlds of the deep search that was asked for last; the server's measure when there is none. */
  private nodes: number | undefined;
  private held = false;
  /** Questions that the server has not begun to answer. */
  private readonly open = new Set<AbortSignal>();
  /** Questions that wait until an entry is through. */
  private due: { near?: () => void; far?: () => void } = {};

  constructor(private readonly matchId: string) {}

  readonly deep = $derived(this.advice?.provisional ? null : this.advice);

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
    [this.version, this.expects] = [doc.version, doc.expects];
    this.advises = doc.expects === "you" || (doc.expects === "new cards" && doc.hand.some((id) => id !== HIDDEN));
    this.clear();
    if (this.top > 0 && this.advises) this.begin();
  }

  /** Ask at once; the deep search waits a moment, so that a quick row of entries starts only one. */
  begin(): void {
    this.clear();
    if (this.advises) this.askNear();
    if (this.advises || this.expects === "mulligan") {
      this.share = 0;
      this.timer = setTimeout(() => this.askFar(), SETTLE);
    }
  }

  /**
   * While an entry is under way nothing is asked, and what was asked without a sign of an answer is taken back: the match
   * may stand elsewhere before the page knows, and the server would have to refuse.
   */
  hold(held: boolean): void {
    this.held = held;
    if (held) return this.takeBack();
    const { near, far } = this.due;
    this.due = {};
    near?.();
    far?.();
  }

  /** Search once more in more worlds; what was found before stays until the answer is there. */
  deepen(): void {
    const nodes = Math.min((this.deep?.nodes ?? 0) * DEEPER, MOST_NODES);
    this.cancel();
    [this.stopped, this.problem, this.share] = [false, "", 0];
    this.askFar(nodes || undefined);
  }

  /** Whether a longer search can still tell more. */
  get canDeepen(): boolean {
    return this.share === null && this.deep !== null && !this.deep.exact && this.deep.nodes < MOST_NODES;
  }

  /** Stop the deep search; what is known so far stays. */
  cancel(): void {
    this.far.abort();
    clearTimeout(this.timer);
    delete this.due.far;
    this.far = new AbortController();
    this.stopped = this.share !== null;
    this.share = null;
  }

  close(): void {
    this.clear();
  }

  private clear(): void {
    this.cancel();
    this.near.abort();
    this.near = new AbortController();
    this.due = {};
    [this.advice, this.mulligan, this.stopped, this.problem] = [null, null, false, ""];
  }

  private takeBack(): void {
    if (this.open.delete(this.near.signal)) {
      this.near.abort();
      this.near = new AbortController();
      this.askNear();
    }
    if (this.open.delete(this.far.signal)) {
      this.far.abort();
      this.far = new AbortController();
      this.askFar(this.nodes);
    }
  }

  private askNear(): void {
    const ask = (): void => void this.lookNear(this.near.signal);
    if (this.held) this.due.near = ask;
    else ask();
  }

  private askFar(nodes?: number): void {
    this.nodes = nodes;
    const ask = (): void => void this.lookFar(this.far.signal, nodes);
    if (this.held) this.due.far = ask;
    else ask();
  }

  private async lookNear(signal: AbortSignal): Promise<void> {
    this.open.add(signal);
    try {
      const params = { path: { match_id: this.matchId }, query: { top: ALL, quick: true } };
      const advice = await got(api.GET("/api/v1/matches/{match_id}/advice", { params, signal }));
      if (!signal.aborted && "moves" in advice) this.advice ??= advice;
    } catch (error) {
      this.failed(error, signal);
    } finally {
      this.open.delete(signal);
    }
  }

  private async lookFar(signal: AbortSignal, nodes?: number): Promise<void> {
    const path = `/api/v1/matches/${encodeURIComponent(this.matchId)}/deep${nodes ? `?nodes=${nodes}` : ""}`;
    this.open.add(signal);
    try {
      for await (const { event, data } of stream({ path, signal })) {
        this.open.delete(signal);
        if (signal.aborted) return;
        if (event === "progress") this.share = (data as { share: number }).share;
        else if (event === "answer") this.take(data as Schemas["AdviceAnswer"] | Schemas["MulliganAnswer"]);
        else if (event === "problem") this.problem = sentence(data) ?? t.errors.unreachable;
        else if (event === "cancelled") this.stopped = true;
      }
      this.share = null;
    } catch (error) {
      this.failed(error, signal);
    } finally {
      this.open.delete(signal);
    }
  }

  private take(answer: Schemas["AdviceAnswer"] | Schemas["MulliganAnswer"]): void {
    if (answer.kind === "mulligan") this.mulligan = answer;
    else this.advice = answer;
  }

  private failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (signal === this.far.signal) this.share = null;
    if (!(error instanceof Refusal)) throw error;
    this.problem = error.message;
  }
}

function rememberedTop(): number {
  const told = localStorage.getItem(TOP_KEY);
  return TOPS.find((top) => String(top) === told) ?? 3;
}
