/** A question that the lab works on: how far it is, and its answer. It lives on the server; here it is only watched. */

import { told } from "../matches/sentence";
import { stream } from "../stream";
import { labCalls, type Job, type Question } from "./calls";

/** Milliseconds until a broken line is tried again. */
const AGAIN = 2000;

interface Progress {
  games: number;
  share: number | null;
  best: Job["best"];
  waiting: boolean;
}

export class LabJob {
  row = $state.raw<Job | null>(null);
  busy = $state(false);
  problem = $state("");
  private watching = new AbortController();

  readonly isLive = $derived(this.row?.state === "waiting" || this.row?.state === "running");

  /** The same question is the same job: it goes on, or has its answer. */
  ask(question: Question): Promise<void> {
    return this.attempt(() => labCalls.ask(question));
  }

  open(id: string): Promise<void> {
    return this.attempt(() => labCalls.job(id));
  }

  cancel(): Promise<void> {
    return this.about((id) => labCalls.cancel(id));
  }

  goOn(): Promise<void> {
    return this.about((id) => labCalls.resume(id));
  }

  /** Look no longer; the job itself goes on. */
  leave(): void {
    this.watching.abort();
  }

  /** There is none any more. */
  drop(): void {
    this.leave();
    this.row = null;
    this.problem = "";
  }

  private async about(change: (id: string) => Promise<Job>): Promise<void> {
    const id = this.row?.id;
    if (id) await this.attempt(() => change(id));
  }

  private async attempt(call: () => Promise<Job>): Promise<void> {
    this.leave();
    const { signal } = (this.watching = new AbortController());
    this.problem = "";
    this.busy = true;
    try {
      const row = await call();
      if (signal.aborted) return;
      this.row = row;
      if (this.isLive) void this.watch(row.id, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    } finally {
      this.busy = false;
    }
  }

  /** Until it has ended; a line that breaks is mended. */
  private async watch(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.isLive) {
      try {
        for await (const { event, data } of stream({ path: labCalls.stream(id), signal })) {
          if (event === "progress") this.heard(data as Progress);
        }
        const row = await labCalls.job(id);
        if (!signal.aborted) [this.row, this.problem] = [row, ""];
      } catch (error) {
        if (signal.aborted) return;
        this.problem = told(error);
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  private heard({ games, share, best, waiting }: Progress): void {
    if (this.row) this.row = { ...this.row, games, share, best, state: waiting ? "waiting" : "running" };
    this.problem = "";
  }
}
