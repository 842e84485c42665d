/** The match looked back on: chances around every move, worked out as a stream. */

import { Refusal, sentence, type Schemas } from "../api";
import { stream } from "../stream";
import { t } from "../strings";

export type Ply = Schemas["PlyDocument"];
export type Summary = Schemas["SummaryAnswer"];

export class LookBack {
  summary = $state.raw<Summary | null>(null);
  /** The version of the match that it tells about. */
  version = $state(-1);
  share = $state<number | null>(null);
  problem = $state("");
  private controller: AbortController | undefined;

  constructor(private readonly matchId: string) {}

  async begin(version: number): Promise<void> {
    this.stop();
    this.controller = new AbortController();
    const { signal } = this.controller;
    [this.share, this.problem] = [0, ""];
    try {
      for await (const { event, data } of stream({
        path: `/api/v1/matches/${encodeURIComponent(this.matchId)}/summary`,
        signal,
      })) {
        if (signal.aborted) return;
        if (event === "progress") this.share = (data as { share: number }).share;
        else if (event === "answer") [this.summary, this.version] = [data as Summary, version];
        else if (event === "problem") this.problem = sentence(data) ?? t.errors.unreachable;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      this.problem = error.message;
    }
    this.share = null;
  }

  stop(): void {
    this.controller?.abort();
    this.share = null;
  }
}
