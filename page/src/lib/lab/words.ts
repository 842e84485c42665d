/** Figures of the lab as a player reads them. */

import { signed } from "../figures";
import { t } from "../strings";
import type { Share } from "./calls";

const CODE = /QB1-[A-Z2-7]+-([0-9A-F]{4})/g;
const count = new Intl.NumberFormat(t.language);

export function games(number: number): string {
  return count.format(number);
}

/** A part of all points in percent, without the sign. */
export function points(share: number): number {
  return Math.round(100 * share);
}

/** Between which percents a share very likely lies, and by how many games. */
export function likely(share: Share): string {
  const [low = share.share, high = share.share] = share.interval;
  return t.lab.answer.likely(points(low), points(high), games(share.games));
}

/** `38 to 43 %`. */
export function range(interval: readonly number[]): string {
  const [low = 0, high = 0] = interval;
  return t.lab.answer.range(points(low), points(high));
}

/** A gain in points of 100: the figure and its two ends. */
export function gainParts(gain: number, interval: readonly number[]): [string, string, string] {
  const [low = gain, high = gain] = interval;
  return [signed(100 * gain), signed(100 * low), signed(100 * high)];
}

/** What is called by a name; a deck without one goes by the last letters of its code, enough to tell it from others. */
export function titled(title: string): string {
  return title.replace(CODE, (_, tail: string) => t.lab.jobs.code(tail)).replace(/^the /, "The ");
}
