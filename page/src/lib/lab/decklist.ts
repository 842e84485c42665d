/** Decks of the lab come as lists of names; here they are cards again. */

import { cards, type Card } from "../cards.svelte";

export interface Held {
  card: Card;
  count: number;
}

const LINE = /^(\d+) (.+)$/;

/** Cards of a list such as "2 Mu"; a card whose name is not unique stands with its id. */
export function held(list: string): Held[] {
  return list.split("\n").flatMap((line) => {
    const [, count = "0", name = ""] = LINE.exec(line) ?? [];
    const card = cardNamed(name);
    return card ? [{ card, count: Number(count) }] : [];
  });
}

export function cardNamed(name: string): Card | undefined {
  return cards.get(name) ?? cards.all.find((card) => card.name === name);
}

/** The list after one change. */
export function swapped(list: string, out: string, into: string): string {
  const counts = new Map(held(list).map(({ card, count }) => [card.id, count]));
  const change = (name: string, by: number): void => {
    const id = cardNamed(name)?.id ?? name;
    counts.set(id, (counts.get(id) ?? 0) + by);
  };
  change(out, -1);
  change(into, 1);
  return [...counts].flatMap(([id, count]) => (count > 0 ? [`${count} ${id}`] : [])).join("\n");
}
