/** Every card by its id: fetched once, and what only one match has is learnt on the way. */

import { api, got, type Schemas } from "./api";
import { t } from "./strings";

export type Card = Schemas["CardDocument"];
export const HIDDEN = "?";

class Cards {
  private known = $state.raw<ReadonlyMap<string, Card>>(new Map());
  /** Names of cards of which nothing else is told, as in a shared game. */
  private named = $state.raw<ReadonlyMap<string, string>>(new Map());
  private loading: Promise<void> | undefined;

  /** All cards in the order of the data, tokens too. */
  readonly all: readonly Card[] = $derived([...this.known.values()]);

  /** Fetch the cards unless that has been done; a failed attempt may be made again. */
  load(): Promise<void> {
    this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  get(id: string): Card | undefined {
    return this.known.get(id);
  }

  name(id: string): string {
    return id === HIDDEN ? t.card.hidden : (this.known.get(id)?.name ?? this.named.get(id) ?? id);
  }

  learn(cards: readonly Card[]): void {
    const news = cards.filter((card) => !this.known.has(card.id));
    if (news.length) this.known = new Map([...this.known, ...news.map((card) => [card.id, card] as const)]);
  }

  learnNames(names: Readonly<Record<string, string>>): void {
    this.named = new Map([...this.named, ...Object.entries(names)]);
  }

  private async fetch(): Promise<void> {
    const { cards } = await got(api.GET("/api/v1/cards", { params: { query: {} } }));
    this.known = new Map([...cards.map((card: Card) => [card.id, card] as const), ...this.known]);
  }
}

export const cards = new Cards();
