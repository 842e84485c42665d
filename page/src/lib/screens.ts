/** The screens that the menu leads to, in its order. */
export const SCREENS = [
  "home",
  "matches",
  "play",
  "train",
  "habits",
  "decks",
  "lab",
  "cards",
  "opponents",
  "puzzles",
  "fleet",
] as const;

export type ScreenName = (typeof SCREENS)[number];
