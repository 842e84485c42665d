/** The cards that are offered as faces where one is to be told: by what is awaited, the likeliest first. */

import { cards, HIDDEN, type Card } from "../cards.svelte";
import { findCards } from "./search";
import type { MatchDoc } from "./store.svelte";

/** A card that can be touched. */
export interface Offer {
  card: Card;
  /** How likely it is, where that is known. */
  odds?: number;
  /** How many of it may still come. */
  count?: number;
  /** It does not fit what was chosen first. */
  dim: boolean;
}

const COPIES = 2;

function offers(ids: readonly string[], more: (id: string) => Omit<Offer, "card">): Offer[] {
  return ids.flatMap((id) => {
    const card = cards.get(id);
    return card ? [{ card, ...more(id) }] : [];
  });
}

/** The enemy's cards: those that it can place now before the others, in each part the likeliest first. */
export function enemyOffers(doc: MatchDoc, fits: (id: string) => boolean): Offer[] {
  const every = [...new Set([...doc.enemy_likely, ...cards.all.map((card) => card.id)])];
  const [now, later] = [every.filter(fits), every.filter((id) => !fits(id))];
  return [...offers(now, () => ({ dim: false })), ...offers(later, () => ({ dim: true }))];
}

/** What may be drawn, with its odds. */
export function drawOffers(doc: MatchDoc): Offer[] {
  const odds = new Map(doc.draws.map((draw) => [draw.card, draw.probability]));
  const left = doc.unseen.length ? [...odds.keys()] : cards.all.flatMap((card) => (card.token ? [] : [card.id]));
  return offers(left, (id) => ({ odds: odds.get(id), count: countOf(doc.unseen, id), dim: false }));
}

/** Cards of the hand that are still to be told, those left over of the deck; each as often as it may come. */
export function handOffers(doc: MatchDoc, told: readonly string[]): Offer[] {
  const left = doc.unseen.length
    ? [...doc.unseen]
    : cards.all.flatMap((card) => (card.token ? [] : Array<string>(COPIES).fill(card.id)));
  for (const id of told) if (left.includes(id)) left.splice(left.indexOf(id), 1);
  return offers([...new Set(left)].sort(byCost), (id) => ({
    count: countOf(doc.unseen.length ? left : [], id),
    dim: false,
  }));
}

/** Those that fit what is typed, best first; all of them while nothing is. */
export function fitting(among: readonly Offer[], typed: string): Offer[] {
  if (!typed.trim()) return [...among];
  const byId = new Map(among.map((offer) => [offer.card.id, offer]));
  return findCards(
    among.map(({ card }) => card),
    typed,
  ).flatMap(({ id }) => byId.get(id) ?? []);
}

/** How many cards of the hand are not told. */
export function untold(doc: MatchDoc): number {
  return doc.hand.filter((id) => id === HIDDEN).length;
}

function countOf(among: readonly string[], id: string): number | undefined {
  return among.length ? among.filter((one) => one === id).length : undefined;
}

/** As a hand is looked through: cheap cards first. */
function byCost(one: string, other: string): number {
  const cost = (id: string): number => {
    const rank = cards.get(id)?.rank;
    return typeof rank === "number" ? rank : 9;
  };
  return cost(one) - cost(other) || cards.name(one).localeCompare(cards.name(other));
}
