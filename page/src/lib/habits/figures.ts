/** What was given away, as a player reads it. */

import { levels } from "../play/levels.svelte";
import { t } from "../strings";
import type { Given } from "./habits.svelte";

/** A fraction of a percent counts here. */
const places = (share: number): string => (100 * Math.max(share, 0)).toFixed(1);

/** What a decision gives away on average. */
export function eachFigure({ each }: Given): string {
  return `${places(each)} %`;
}

/** Where that surely lies. */
export function rangeWords({ low, high }: Given): string {
  return t.habits.interval(places(low), places(high));
}

/** A move as the page writes it: `Zu MID-3` is Zu M3. */
export function moveWords(text: string): string {
  return text.replace(/\b(TOP|MID|BOT)-([1-5])\b/g, (_, lane: string, column: string) => lane.charAt(0) + column);
}

/** Who it was against: the levels by their names. */
export function opponentWords(name: string): string {
  const level = /^level (\d+)$/.exec(name)?.[1];
  return level ? levels.name(Number(level)) : name;
}

const month = new Intl.DateTimeFormat(t.language, { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-11` as it is said. */
export function monthWords(name: string): string {
  const at = Date.parse(`${name}-01T00:00:00Z`);
  return Number.isNaN(at) ? name : month.format(at);
}
