/** A deck being put together, with what the server says of it. */

import { ORDERS } from "../cardbrowser/filter.svelte";
import { cards, type Card } from "../cards.svelte";
import { told } from "../matches/sentence";
import { deckLibrary, type DeckReport } from "./library.svelte";
import { keptDrafts } from "./kept";

export const DECK_SIZE = 15;
const CHECK_DELAY = 200;

export interface Slot {
  card: Card;
  count: number;
}

export class DeckDraft {
  ids = $state.raw<readonly string[]>([]);
  ruleset = $state("rebirth");
  report = $state.raw<DeckReport>();
  checking = $state(false);
  problem = $state("");
  /** As it is stored under its name; nothing for a new deck. */
  private stored = $state.raw<readonly string[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = new AbortController();

  /** The same for the same cards in any order. */
  readonly key = $derived(keyOf(this.ids));
  readonly isChanged = $derived(this.key !== keyOf(this.stored));
  readonly slots = $derived.by((): Slot[] => {
    const counts = new Map<string, number>();
    for (const id of this.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts]
      .flatMap(([id, count]) => {
        const card = cards.get(id);
        return card ? [{ card, count }] : [];
      })
      .sort((a, b) => ORDERS.rank(a.card, b.card));
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

  /** The address it is edited at, under which unsaved changes are kept. */
  constructor(private readonly place: string) {}

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

  /** One copy of a card for one of another; whether there was one. */
  swap(out: string, into: string): boolean {
    const place = this.ids.indexOf(out);
    if (place >= 0) this.set(this.ids.with(place, into));
    return place >= 0;
  }

  set(ids: readonly string[]): void {
    this.ids = ids;
    if (this.isChanged) keptDrafts.keep(this.place, ids);
    else keptDrafts.drop(this.place);
    this.recheck();
  }

  /** Ask for the verdict once the reader pauses. */
  recheck(): void {
    clearTimeout(this.timer);
    this.asked.abort();
    this.checking = true;
    this.timer = setTimeout(() => void this.check(), CHECK_DELAY);
  }

  /** The deck of that name, with the changes that were not saved. */
  async load(name: string): Promise<void> {
    await this.attempt(async () => this.begin(await deckLibrary.read(name)));
  }

  /** A new deck: what was left unsaved, or the cards of a code or list. */
  async fresh(text: string): Promise<void> {
    const kept = keptDrafts.of(this.place);
    if (text && !kept) await this.read(text);
    else this.set(kept ?? []);
  }

  /** A code or a list. */
  async read(text: string): Promise<void> {
    await this.attempt(async () => this.set((await deckLibrary.check({ text }, this.ruleset)).cards));
  }

  /** It is stored now as it stands. */
  settle(): void {
    this.stored = this.ids;
    keptDrafts.drop(this.place);
  }

  discard(): void {
    this.set(this.stored);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked.abort();
  }

  private begin(report: DeckReport): void {
    this.stored = report.cards;
    this.ruleset = report.ruleset;
    this.set(keptDrafts.of(this.place) ?? report.cards);
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

function keyOf(ids: readonly string[]): string {
  return ids.toSorted().join(" ");
}
