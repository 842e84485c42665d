/** One match as the server knows it, kept in step with other tabs and with what a terminal enters. */

import { api, got, Refusal, type Schemas } from "../api";
import { cards } from "../cards.svelte";
import { randomName } from "../session.svelte";
import { t } from "../strings";

export type MatchDoc = Schemas["MatchDocument"];
export type Outcome = Schemas["OutcomeDocument"];
export type Preview = Schemas["PreviewDocument"];
export type LogEntry = MatchDoc["log"][number];
export type Misfit = Schemas["MisfitDocument"];

/** What is shown of an entry before the server has confirmed it. */
export interface Ahead {
  board: MatchDoc["board"];
  hand: string[];
}

type Change = { text: string } | { undo: number } | { redo: number } | { branch: string };

const POLL = 1500;
const RETRIES = [400, 1200, 3000, 6000];
const LOST = 0;
/** The version is not the newest any more, seen before or while the entry was written. */
const WENT_ON = [412, 409];
const NO_SUCH = 404;
const UNCHANGED = 304;

export class MatchStore {
  doc = $state.raw<MatchDoc>();
  ahead = $state.raw<Ahead | null>(null);
  busy = $state(false);
  /** Why the match cannot be shown. */
  missing = $state("");
  /** Why the last entry was refused. */
  refusal = $state("");
  /** Which entry of the log would no longer fit, where that was why. */
  misfit = $state.raw<Misfit | null>(null);
  /** What happened beside the entries, told politely. */
  notice = $state("");
  outcome = $state.raw<Outcome | null>(null);

  private readonly channel: BroadcastChannel;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly id: string) {
    this.channel = new BroadcastChannel(`qbcoach-match-${id}`);
    this.channel.onmessage = () => void this.refresh();
  }

  async open(): Promise<void> {
    await cards.load().catch(() => undefined);
    this.timer = setInterval(() => {
      if (document.visibilityState === "visible") void this.refresh();
    }, POLL);
    await this.refresh();
  }

  close(): void {
    clearInterval(this.timer);
    this.channel.close();
  }

  /** The newest state, if it is another one. */
  async refresh(): Promise<void> {
    if (!this.busy) await this.read(() => !this.busy);
  }

  private async read(wanted: () => boolean): Promise<void> {
    const known = this.doc?.version;
    const headers = known === undefined ? {} : { "If-None-Match": etag(known) };
    try {
      const asked = api.GET("/api/v1/matches/{match_id}", { params: { path: { match_id: this.id } }, headers });
      const settled = await asked.catch(() => undefined);
      if (settled?.response.status === UNCHANGED) return this.reached();
      const doc = await got(asked);
      if (wanted() && doc.version !== this.doc?.version) this.take(doc);
      this.reached();
    } catch (error) {
      this.unreached(error);
    }
  }

  /**
   * Enter a line of the command language; true when the server took it. What changes with the match is changed by `taken`:
   * the page is drawn once for both.
   */
  enter(text: string, ahead: Ahead | null = null, taken?: () => void): Promise<boolean> {
    return this.change({ text }, ahead, taken);
  }

  undo(times = 1): Promise<boolean> {
    return this.change({ undo: times });
  }

  redo(times = 1): Promise<boolean> {
    return this.change({ redo: times });
  }

  branch(name: string): Promise<boolean> {
    return this.change({ branch: name });
  }

  private async change(change: Change, ahead: Ahead | null = null, taken?: () => void): Promise<boolean> {
    if (this.busy || !this.doc) return false;
    [this.busy, this.refusal, this.notice, this.ahead, this.misfit] = [true, "", "", ahead, null];
    try {
      const outcome = await this.insist(change, randomName());
      this.outcome = outcome;
      if (outcome.match.version !== this.doc.version) this.channel.postMessage(outcome.match.version);
      this.take(outcome.match);
      taken?.();
      return true;
    } catch (error) {
      this.refused(error);
      // Busy until it is read again: the next try is about the match as it stands.
      if (this.notice === t.match.wentOn) await this.read(() => true);
      return false;
    } finally {
      [this.busy, this.ahead] = [false, null];
    }
  }

  /** Send it, again with the same key while the connection is lost: the server enters it once at most. */
  private async insist(change: Change, key: string): Promise<Outcome> {
    for (const wait of [...RETRIES, undefined]) {
      try {
        return await this.send(change, key);
      } catch (error) {
        if (wait === undefined || !(error instanceof Refusal) || error.status !== LOST) throw error;
        this.notice = t.match.retrying;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    throw new Refusal(LOST, t.errors.unreachable);
  }

  private send(change: Change, key: string): Promise<Outcome> {
    const headers = { "Idempotency-Key": key, "If-Match": etag(this.doc?.version ?? 0) };
    const params = { path: { match_id: this.id } };
    if ("text" in change)
      return got(api.POST("/api/v1/matches/{match_id}/commands", { params, headers, body: { text: change.text } }));
    if ("undo" in change)
      return got(api.POST("/api/v1/matches/{match_id}/undo", { params, headers, body: { times: change.undo } }));
    if ("redo" in change)
      return got(api.POST("/api/v1/matches/{match_id}/redo", { params, headers, body: { times: change.redo } }));
    return got(api.POST("/api/v1/matches/{match_id}/branch", { params, headers, body: { name: change.branch } }));
  }

  private take(doc: MatchDoc): void {
    this.missing = "";
    cards.learn(doc.cards);
    this.doc = doc;
  }

  private refused(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.notice = "";
    if (WENT_ON.includes(error.status)) this.notice = t.match.wentOn;
    else this.refusal = error.message;
    this.misfit = (error.problem as { misfit?: Misfit } | undefined)?.misfit ?? null;
  }

  private reached(): void {
    if (this.notice === t.match.lost) this.notice = "";
  }

  private unreached(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (this.doc && error.status !== NO_SUCH) {
      this.notice = t.match.lost;
    } else {
      this.missing = error.message;
      if (error.status === NO_SUCH) clearInterval(this.timer);
    }
  }
}

function etag(version: number): string {
  return `"${version}"`;
}
