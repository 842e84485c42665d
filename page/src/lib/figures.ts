/** Numbers as a player reads them. */

import type { Schemas } from "./api";
import { t } from "./strings";

export type Chance = Schemas["ChanceDocument"];

/** A probability; 0 % and 100 % are kept for certainty. */
export function percent(probability: number): string {
  if (probability > 0 && probability < 0.005) return "<1 %";
  if (probability >= 0.995 && probability < 1) return ">99 %";
  return `${Math.round(100 * probability)} %`;
}

/** The three results in shares of 100. */
export function resultShares(chance: Chance): string {
  const [win = 0, draw = 0, loss = 0] = chance.percents;
  return t.chance.parts(win, draw, loss);
}

/** With its sign, as `+2` or `−2`. */
export function signed(value: number, places = 0): string {
  const text = Math.abs(value).toFixed(places);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : "−") + text;
}

/** Letters of the longest word, by which a name is made to fit (see `.fit`). */
export function longestWord(name: string): number {
  return Math.max(1, ...name.split(/[ -]/).map((word) => word.length));
}

/** The figure of a chance by itself, `62 %`, as it stands in its sentence. */
export function figureOf(chance: Chance): string {
  return chance.text.split(" (")[0] ?? chance.text;
}

/** A sentence in which no line ends between a number and what it counts: `24 %`, `1 in 8`. */
export function unbroken(sentence: string): string {
  return sentence.replace(/(\d) (?=%)/g, "$1\u00a0").replace(/(\d) in (?=\d)/g, "$1\u00a0in\u00a0");
}

/** How sure it is, `55 to 68`; empty where it is exact. */
export function rangeOf(chance: Chance): string {
  return /\((.*)\)$/.exec(chance.text)?.[1] ?? "";
}
