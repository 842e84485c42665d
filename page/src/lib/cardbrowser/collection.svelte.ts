/** How many copies of each card the reader owns. */

import { api, got, type Schemas } from "../api";
import type { Card } from "../cards.svelte";

type Copies = Readonly<Record<string, number>>;
type Addition = Schemas["AddCardsRequest"];

/** How many requests of one restoring are under way at a time. */
const AT_ONCE = 8;

class Collection {
  private owned = $state.raw<Copies>({});
  /** What was counted here and has not arrived at the server yet. */
  private readonly pending = new Map<string, number>();
  /** One change after the other, so that the last one told is the one that stays. */
  private line: Promise<unknown> = Promise.resolve();
  /** What is counted now would be lost when it is there. */
  isLoading = $state(true);

  /** A picture of everything owned, to come back to. */
  get snapshot(): Copies {
    return this.owned;
  }

  async load(): Promise<void> {
    try {
      this.owned = (await got(api.GET("/api/v1/collection"))).cards;
    } finally {
      this.isLoading = false;
    }
  }

  copies(id: string): number {
    return this.owned[id] ?? 0;
  }

  /** Shown at once; fetched anew if the server did not take it. */
  own(card: string, copies: number): Promise<void> {
    this.owned = counted(this.owned, card, copies);
    this.pending.set(card, copies);
    return this.inLine(async () => {
      const wanted = this.pending.get(card);
      if (wanted === undefined) return;
      try {
        await this.put(card, wanted);
        if (this.pending.get(card) === wanted) this.pending.delete(card);
      } catch (error) {
        this.pending.clear();
        await this.load();
        throw error;
      }
    });
  }

  add(addition: Addition): Promise<void> {
    return this.inLine(async () => {
      const { cards } = await got(api.POST("/api/v1/collection", { body: addition }));
      this.owned = { ...cards, ...Object.fromEntries(this.pending) };
    });
  }

  clear(): Promise<void> {
    return this.inLine(async () => {
      await got(api.DELETE("/api/v1/collection"));
      this.owned = {};
    });
  }

  /** What is missing comes back before anything is taken out: nothing is lost if the line breaks between. */
  restore(snapshot: Copies): Promise<void> {
    return this.inLine(async () => {
      const kept = Object.entries(snapshot).filter(([, copies]) => copies > 0);
      if (kept.length) {
        const list = kept.map(([id, copies]) => `${copies} ${id}`).join("\n");
        await got(api.POST("/api/v1/collection", { body: { list } }));
      }
      const extra = Object.keys(this.owned).filter((id) => this.copies(id) > 0 && !snapshot[id]);
      for (let from = 0; from < extra.length; from += AT_ONCE) {
        await Promise.all(extra.slice(from, from + AT_ONCE).map((id) => this.put(id, 0)));
      }
      this.owned = snapshot;
    });
  }

  private put(card: string, copies: number): Promise<unknown> {
    return got(api.PUT("/api/v1/collection/{card}", { params: { path: { card } }, body: { copies } }));
  }

  private inLine(work: () => Promise<void>): Promise<void> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }
}

function counted(owned: Copies, card: string, copies: number): Copies {
  return { ...owned, [card]: copies };
}

/** As many copies as a deck of the game may hold. */
export function mostOf(card: Card): number {
  return card.legendary ? 1 : 2;
}

/** The count after another touch: up to what a deck may hold, then none again. */
export function afterTouch(card: Card, copies: number): number {
  return copies >= mostOf(card) ? 0 : copies + 1;
}

export const collection = new Collection();
