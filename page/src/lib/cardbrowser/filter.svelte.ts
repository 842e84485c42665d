/** Which cards are looked at, and in which order. */

import type { Card } from "../cards.svelte";
import { collection } from "./collection.svelte";

export type Sort = "id" | "name" | "rank" | "power";

const POWERS: Record<string, (power: number) => boolean> = {
  low: (power) => power <= 2,
  middle: (power) => power === 3 || power === 4,
  high: (power) => power >= 5,
};

export class CardFilter {
  search = $state("");
  rank = $state("");
  power = $state("");
  kind = $state("");
  /** "yes", "no", or what the card does. */
  effect = $state("");
  owned = $state("");
  sort = $state<Sort>("id");

  get isSet(): boolean {
    return Boolean(this.search || this.rank || this.power || this.kind || this.effect || this.owned);
  }

  clear(): void {
    this.search = this.rank = this.power = this.kind = this.effect = this.owned = "";
  }

  apply(cards: readonly Card[]): Card[] {
    const words = plain(this.search).split(/\s+/).filter(Boolean);
    return cards
      .filter((card) => this.fits(card) && words.every((word) => text(card).includes(word)))
      .sort(ORDERS[this.sort]);
  }

  private fits(card: Card): boolean {
    return (
      (!this.rank || String(card.rank) === this.rank) &&
      (!this.power || POWERS[this.power]?.(card.power) === true) &&
      (!this.kind || kindOf(card) === this.kind) &&
      (!this.effect || hasEffect(card, this.effect)) &&
      (!this.owned || collection.copies(card.id) > 0 === (this.owned === "yes"))
    );
  }
}

export function kindOf(card: Card): "standard" | "legendary" | "token" {
  if (card.token) return "token";
  return card.legendary ? "legendary" : "standard";
}

function hasEffect(card: Card, wanted: string): boolean {
  if (wanted === "yes" || wanted === "no") return card.effects.length > 0 === (wanted === "yes");
  return card.effects.some((effect) => effect.does === wanted);
}

/** For searching: no capitals, no accents. */
function plain(words: string): string {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function text(card: Card): string {
  return plain(`${card.id} ${card.name} ${card.sentence}`);
}

function weight(card: Card): number {
  return typeof card.rank === "number" ? card.rank : 9;
}

const byId = (a: Card, b: Card): number => a.id.localeCompare(b.id);

export const ORDERS: Record<Sort, (a: Card, b: Card) => number> = {
  id: byId,
  name: (a, b) => a.name.localeCompare(b.name),
  rank: (a, b) => weight(a) - weight(b) || byId(a, b),
  power: (a, b) => b.power - a.power || byId(a, b),
};
