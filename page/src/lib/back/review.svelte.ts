/** Every move judged once more: worked out as a stream that tells how far it has come. */

import { Refusal, sentence, type Schemas } from "../api";
import { stream } from "../stream";
import { t } from "../strings";

export type Summary = Schemas["SummaryAnswer"];
export type Ply = Schemas["PlyDocument"];
export type Drawn = Schemas["DrawnDocument"];

export class Review {
  summary = $state.raw<Summary | null>(null);
  /** How much of it is done; null while nothing is under way. */
  share = $state<number | null>(null);
  problem = $state("");
  private controller: AbortController | undefined;

  async begin(asked: { path: string; body?: unknown }): Promise<void> {
    this.stop();
    this.controller = new AbortController();
    const { signal } = this.controller;
    [this.share, this.problem] = [0, ""];
    try {
      for await (const { event, data } of stream({ ...asked, signal })) {
        if (signal.aborted) return;
        if (event === "progress") this.share = (data as { share: number }).share;
        else if (event === "answer") this.summary = data as Summary;
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
