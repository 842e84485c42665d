/**
 * One question to the server at a time. While an entry is under way nothing is asked, and what was asked without a sign of
 * an answer is taken back: the match may stand elsewhere before the page knows, and the server would have to refuse.
 */

import { Refusal } from "../api";

/** Asks, and tells with `heard` that the server has begun to answer. */
export type Work = (signal: AbortSignal, heard: () => void) => Promise<void>;

export class Asking {
  private controller = new AbortController();
  private work: Work | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;
  /** Asked, and not a sign of an answer. */
  private open = false;

  constructor(private readonly failed: (sentence: string) => void) {}

  /** Ask this now, or after a pause in which it may be called off, instead of what was asked before. */
  ask(work: Work, pause = 0): void {
    this.cancel();
    this.work = work;
    if (pause) this.timer = setTimeout(() => this.start(), pause);
    else this.start();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.controller.abort();
    this.controller = new AbortController();
    [this.work, this.open] = [undefined, false];
  }

  hold(held: boolean): void {
    this.held = held;
    if (held && this.open) {
      const { work } = this;
      this.cancel();
      this.work = work;
    } else if (!held) this.start();
  }

  private start(): void {
    const { work } = this;
    if (this.held || !work) return;
    this.work = undefined;
    void this.run(work, this.controller.signal);
  }

  private async run(work: Work, signal: AbortSignal): Promise<void> {
    this.open = true;
    this.work = work;
    const heard = (): void => {
      if (!signal.aborted) [this.open, this.work] = [false, undefined];
    };
    try {
      await work(signal, heard);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      this.failed(error.message);
    } finally {
      heard();
    }
  }
}
