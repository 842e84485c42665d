/** A card pulled from the hand onto the board, with mouse, finger or pen. */

import type { Entry } from "./entry.svelte";

const SLACK = 8;

export class Drag {
  /** Where the pulled card hangs; null while none does. */
  at = $state<{ x: number; y: number } | null>(null);
  private stop: AbortController | undefined;
  private ended = 0;

  constructor(
    private readonly entry: Entry,
    private readonly dropped: (tile: string) => void,
  ) {}

  /** The click that ends a drag chooses nothing. */
  get justEnded(): boolean {
    return performance.now() - this.ended < 50;
  }

  begin(place: number, event: PointerEvent): void {
    if (event.button !== 0 || this.entry.side !== "Y") return;
    const start = { x: event.clientX, y: event.clientY };
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const move = (moved: PointerEvent): void => {
      if (!this.at && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < SLACK) return;
      if (!this.at) {
        this.entry.cancel();
        this.entry.chooseFromHand(place);
      }
      this.at = { x: moved.clientX, y: moved.clientY };
      this.entry.pointedTile = tileAt(moved);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", (up) => this.end(tileAt(up)), { signal });
    addEventListener("pointercancel", () => this.end(null), { signal });
  }

  private end(tile: string | null): void {
    this.stop?.abort();
    if (!this.at) return;
    [this.at, this.ended, this.entry.pointedTile] = [null, performance.now(), null];
    if (tile !== null && this.entry.legal.has(tile)) this.dropped(tile);
    else this.entry.cancel();
  }
}

function tileAt(event: PointerEvent): string | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest<HTMLElement>("[data-tile]")?.dataset["tile"] ?? null;
}
