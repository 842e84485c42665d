/** The drawn sign of what a card does, chosen by its effects alone, so that a new card has one. */

import type { Card } from "../cards.svelte";

/** Strokes of a sign on a field of 24 by 24. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  plain: ["M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z", "M4.2 7.5L12 12l7.8-4.5", "M12 12v9"],
  raise: ["M12 3l7 8h-4v10H9V11H5z", "M12 8v9"],
  lower: ["M12 21l-7-8h4V3h6v10h4z", "M12 16V7"],
  destroy: ["M4 4l16 16", "M20 4L4 20", "M12 1.5v4.5", "M12 18v4.5", "M1.5 12h4.5", "M18 12h4.5"],
  spawn: ["M9 3H4v8h5z", "M20 13h-5v8h5z", "M12 6c5 0 6 2 6 5", "M15.5 8.5L18 11l2.5-2.5"],
  draw: ["M4 6h9v14H4z", "M8 6V3h9v14h-4", "M20 18v5", "M17.5 20.5h5"],
  replace: ["M4 9a8.5 8.5 0 0 1 15-2", "M19.5 3v4.5H15", "M20 15a8.5 8.5 0 0 1-15 2", "M4.5 21v-4.5H9"],
  count: [
    "M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 1 1 0-7.6",
    "M12 2v3",
    "M12 19v3",
    "M2 12h3",
    "M19 12h3",
    "M5 5l2 2",
    "M17 17l2 2",
    "M19 5l-2 2",
    "M7 17l-2 2",
  ],
  bonus: ["M3 18l-1-11 5.5 4.5L12 4l4.5 7.5L22 7l-1 11z", "M4 21h16"],
  spoils: ["M6 4h12v4a6 6 0 0 1-12 0z", "M12 14v5", "M8 21h8", "M6 5H3v2a3 3 0 0 0 3 3", "M18 5h3v2a3 3 0 0 1-3 3"],
  pawns: ["M12 3.5a3.5 3.5 0 0 1 2 6.4l1.5 7.6h-7L10 9.9a3.5 3.5 0 0 1 2-6.4", "M6.5 21h11", "M19 4v5", "M16.5 6.5h5"],
};
const PLAIN = "plain";

export function emblemOf(card: Card): string {
  if (card.rank === "replace") return "replace";
  const does = card.effects.find((effect) => effect.does in SIGNS)?.does;
  return does ?? PLAIN;
}

export function strokesOf(emblem: string): readonly string[] {
  return SIGNS[emblem] ?? SIGNS[PLAIN] ?? [];
}
