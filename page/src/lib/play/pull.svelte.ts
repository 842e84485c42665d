/** A card pulled out of the hand and dropped on a tile, with mouse, finger or pen. */

import type { Choice } from "./choice.svelte";

const SLACK = 8;
/** The click that follows the end of a pull comes at once. */
const ECHO = 50;

export class Pull {
  /** Where the pulled card hangs; null while none does. */
  at = $state<{ x: number; y: number } | null>(null);
  private stop: AbortController | undefined;
  private ended = -ECHO;

  constructor(private readonly choice: Choice) {}

  /** The click that ends a pull chooses nothing. */
  get justEnded(): boolean {
    return performance.now() - this.ended < ECHO;
  }

  begin(place: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const move = (moved: PointerEvent): void => {
      if (!this.at && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < SLACK) return;
      if (!this.at) [this.choice.place, this.choice.tile] = [place, null];
      this.at = { x: moved.clientX, y: moved.clientY };
      const tile = tileAt(moved);
      this.choice.pointed = tile !== null && this.choice.legal.has(tile) ? tile : null;
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", (up) => this.end(tileAt(up)), { signal });
    addEventListener("pointercancel", () => this.end(null), { signal });
  }

  private end(tile: string | null): void {
    this.stop?.abort();
    if (!this.at) return;
    [this.at, this.ended, this.choice.pointed] = [null, performance.now(), null];
    if (tile !== null && this.choice.legal.has(tile)) this.choice.pickTile(tile);
  }
}

function tileAt(event: PointerEvent): string | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest<HTMLElement>("[data-tile]")?.dataset["tile"] ?? null;
}
