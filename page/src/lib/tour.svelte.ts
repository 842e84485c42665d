/** The tour of four steps for who is here for the first time; it can be skipped, and called again. */

import { session } from "./session.svelte";

const KEY = "qbcoach-tour";

class Tour {
  /** The step that is shown, from 0; null while none is. */
  step = $state<number | null>(null);

  /** By itself it is shown at the very first visit only. */
  greet(): void {
    if (localStorage.getItem(KEY) === null && !session.asked) this.begin();
  }

  begin(): void {
    this.step = 0;
  }

  go(step: number): void {
    this.step = step;
  }

  end(): void {
    localStorage.setItem(KEY, "seen");
    this.step = null;
  }
}

export const tour = new Tour();
