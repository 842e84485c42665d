/** A deck being put together, with what the server says of it. */

import { cards, type Card } from "../cards.svelte";
import { told } from "../matches/sentence";
import { deckLibrary, type DeckReport } from "./library.svelte";

export const DECK_SIZE = 15;
const CHECK_DELAY = 200;

export interface Slot {
  id: string;
  count: number;
  card: Card | undefined;
}

export class DeckDraft {
  ids = $state.raw<readonly string[]>([]);
  ruleset = $state("rebirth");
  report = $state.raw<DeckReport>();
  checking = $state(false);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = new AbortController();

  readonly slots = $derived.by((): Slot[] => {
    const counts = new Map<string, number>();
    for (const id of this.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts]
      .map(([id, count]) => ({ id, count, card: cards.get(id) }))
      .sort((a, b) => a.id.localeCompare(b.id));
  });
  /** Cards per rank, in the order of the curve. */
  readonly curve = $derived(
    ["1", "2", "3", "replace"].map((rank) => ({
      rank,
      count: this.ids.filter((id) => String(cards.get(id)?.rank) === rank).length,
    })),
  );
  readonly power = $derived(this.ids.reduce((sum, id) => sum + (cards.get(id)?.power ?? 0), 0));
  readonly isFull = $derived(this.ids.length >= DECK_SIZE);

  count(id: string): number {
    return this.ids.filter((one) => one === id).length;
  }

  add(id: string): void {
    if (!this.isFull) this.set([...this.ids, id]);
  }

  remove(id: string): void {
    const place = this.ids.indexOf(id);
    if (place >= 0) this.set(this.ids.toSpliced(place, 1));
  }

  set(ids: readonly string[]): void {
    this.ids = ids;
    this.recheck();
  }

  /** Ask for the verdict once the reader pauses. */
  recheck(): void {
    clearTimeout(this.timer);
    this.asked.abort();
    this.checking = true;
    this.timer = setTimeout(() => void this.check(), CHECK_DELAY);
  }

  async load(name: string): Promise<void> {
    await this.attempt(async () => this.show(await deckLibrary.read(name)));
  }

  /** A code or a list. */
  async read(text: string): Promise<void> {
    await this.attempt(async () => this.show(await deckLibrary.check({ text }, this.ruleset)));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked.abort();
  }

  private show(report: DeckReport): void {
    this.ids = report.cards;
    this.recheck();
  }

  private async check(): Promise<void> {
    const { signal } = (this.asked = new AbortController());
    await this.attempt(async () => {
      this.report = await deckLibrary.check({ cards: [...this.ids] }, this.ruleset, signal);
    });
    if (!signal.aborted) this.checking = false;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = told(error);
    }
  }
}
