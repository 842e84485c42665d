/** Cards that are told one by one until all are: the opening hand, what came for exchanged cards; and what goes back. */

import { HIDDEN } from "../cards.svelte";
import type { Mulligan } from "./coach.svelte";
import type { MatchDoc } from "./store.svelte";
import { untold } from "./offers";

/** Of a hand of which nothing was seen, what became of it was not seen either. */
export const NOTHING_SEEN = "mulligan ?";

export class Telling {
  /** Told so far, in the order in which they were touched. */
  ids = $state<string[]>([]);
  /** Places of the cards that go back, counted from 0. */
  back = $state.raw<ReadonlySet<number>>(new Set());
  private touched = false;
  private version = -1;

  /** The match stands at another place: what was half told belongs to the old one. */
  follow(doc: MatchDoc): void {
    if (doc.version === this.version) return;
    this.version = doc.version;
    [this.ids, this.back, this.touched] = [[], new Set(), false];
  }

  /** How many cards are asked for now. */
  static wanted(doc: MatchDoc): number {
    return doc.expects === "hand" ? doc.hand.length : untold(doc);
  }

  /** One more card; the line to be entered once all are told. */
  take(id: string, doc: MatchDoc): string | null {
    if (this.ids.length >= Telling.wanted(doc)) return null;
    this.ids = [...this.ids, id];
    return this.ids.length === Telling.wanted(doc) ? this.line(doc) : null;
  }

  remove(place: number): void {
    this.ids = this.ids.filter((_, index) => index !== place);
  }

  toggle(place: number): void {
    this.touched = true;
    this.back = new Set(this.back.has(place) ? [...this.back].filter((one) => one !== place) : [...this.back, place]);
  }

  /** Mark exactly these places, counted from 1. */
  mark(places: readonly number[]): void {
    this.touched = true;
    this.back = new Set(places.map((place) => place - 1));
  }

  /** What the coach advises is marked, unless the player has marked something. */
  advise(advice: Mulligan): void {
    if (!this.touched) this.back = new Set(advice.mulligan.map((place) => place - 1));
  }

  get mulligan(): string {
    const places = [...this.back].sort((one, other) => one - other).map((place) => place + 1);
    return places.length ? `mulligan ${places.join(" ")}` : "keep";
  }

  private line(doc: MatchDoc): string {
    const seen = this.ids.filter((id) => id !== HIDDEN);
    if (doc.expects === "hand") return seen.length ? `hand ${this.ids.join(", ")}` : NOTHING_SEEN;
    return seen.length ? `draw ${seen.join(", ")}` : "";
  }
}
