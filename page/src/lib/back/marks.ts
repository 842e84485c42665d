/** The signs of the marks: a shape for each, drawn around the origin, and the token of its colour. */

export type Mark =
  "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced" | "only move" | "lucky" | "unlucky";

export const COSTLY: ReadonlySet<string> = new Set(["inaccuracy", "mistake", "blunder"]);

export const SHAPES: Readonly<Record<Mark, string>> = {
  best: "M0-4a4 4 0 1 0 .01 0z",
  good: "M0-2.4a2.4 2.4 0 1 0 .01 0z",
  forced: "M0-4a4 4 0 1 0 .01 0zM0-2.4a2.4 2.4 0 1 1-.01 0z",
  "only move": "M0-5.2l1.5 3.4 3.7.4-2.8 2.5.8 3.6L0 2.9l-3.2 1.8.8-3.6-2.8-2.5 3.7-.4z",
  inaccuracy: "M0-4.6L5 4H-5z",
  mistake: "M-4-4h8v8h-8z",
  blunder: "M-4.8-3l1.8-1.8 3 3 3-3 1.8 1.8-3 3 3 3L3 4.8l-3-3-3 3L-4.8 3l3-3z",
  lucky: "M0-4.5L4.6 0 3 1.6 0-1.3-3 1.6-4.6 0zM0 .5L4.6 5 3 6.6 0 3.7l-3 2.9L-4.6 5z",
  unlucky: "M0 4.5L-4.6 0-3-1.6 0 1.3 3-1.6 4.6 0zM0-.5L-4.6-5-3-6.6 0-3.7l3-2.9L4.6-5z",
};

export const COLOURS: Readonly<Record<Mark, string>> = {
  best: "var(--good)",
  good: "var(--good)",
  forced: "var(--muted)",
  "only move": "var(--good)",
  inaccuracy: "var(--accent)",
  mistake: "var(--warn)",
  blunder: "var(--bad)",
  lucky: "var(--good)",
  unlucky: "var(--bad)",
};

export function isMark(mark: string | null | undefined): mark is Mark {
  return typeof mark === "string" && mark in SHAPES;
}
