/** Looking through one's own games for mistakes, one game at a time; what was found is kept whenever it is stopped. */

import { told } from "../matches/sentence";
import { trainCalls, type ExerciseRow } from "./calls";

export class Search {
  busy = $state(false);
  /** Games looked through since it was begun. */
  done = $state(0);
  /** Games that are left; unknown until the first one is through. */
  left = $state<number | null>(null);
  found = $state.raw<readonly ExerciseRow[]>([]);
  problem = $state("");
  private asking = new AbortController();

  readonly finished = $derived(this.left === 0);

  async begin(): Promise<void> {
    if (this.busy) return;
    const { signal } = (this.asking = new AbortController());
    [this.busy, this.problem] = [true, ""];
    try {
      do {
        const { game, exercises, games_left } = await trainCalls.mistakes(signal);
        this.left = games_left;
        if (game === null) break;
        this.done += 1;
        this.found = [...this.found, ...exercises];
      } while (this.left > 0);
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    } finally {
      this.busy = false;
    }
  }

  stop(): void {
    this.asking.abort();
  }
}
