/** A position being edited: the text is the truth, and the server says what it shows. */

import { told } from "../matches/sentence";
import { positionCalls, type Position } from "./calls";
import { withSide, withTile, withWord, type Side } from "./position";

const READ_DELAY = 150;

export class PositionEditor {
  text = $state("");
  shown = $state.raw<Position>();
  tile = $state<string>();
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = new AbortController();

  readonly chosen = $derived(this.shown?.board.tiles.find((one) => one.tile === this.tile));

  constructor(text: string) {
    this.type(text);
  }

  /** Another text, by hand or by the controls. */
  type(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.asked.abort();
    this.timer = setTimeout(() => void this.read(), READ_DELAY);
  }

  /** What lies on the chosen tile, in the notation of a position. */
  paint(content: string): void {
    if (this.tile) this.type(withTile(this.text, this.tile, content));
  }

  setSide(side: Side): void {
    this.type(withSide(this.text, side));
  }

  setTurn(turn: number): void {
    this.type(withWord(this.text, "turn", turn > 1 ? String(turn) : ""));
  }

  setHand(key: "hand" | "ehand", ids: readonly string[]): void {
    this.type(withWord(this.text, key, ids.join(",")));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked.abort();
  }

  private async read(): Promise<void> {
    const { signal } = (this.asked = new AbortController());
    try {
      const shown = await positionCalls.read(this.text, signal);
      if (signal.aborted) return;
      this.shown = shown;
      this.problem = "";
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    }
  }
}
