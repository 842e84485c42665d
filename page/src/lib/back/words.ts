/** Moves and what they were worth in words, in the order of play. */

import { placeName } from "../board";
import { cards } from "../cards.svelte";
import { percent, type Chance } from "../figures";
import { t } from "../strings";
import type { Back } from "./back.svelte";
import { handOf, type Move, type Side, type Station } from "./game";
import { COSTLY, isMark } from "./marks";
import type { Ply } from "./review.svelte";
import type { Walk } from "./walk.svelte";

/** `Zu on M3`, or the pass. */
export function moveWords({ card, tile }: Move): string {
  return card && tile ? `${cards.name(card)} ${t.back.on} ${placeName(tile)}` : t.back.pass;
}

export function worth(chance: Chance): string {
  return percent(chance.worth);
}

/** `83 → 50 %`. */
export function change({ before, after }: Ply): string {
  return t.back.change(worth(before).replace(" %", ""), worth(after));
}

/** With its sign, `+12 %`. */
export function signedPercent(share: number): string {
  const points = Math.round(100 * share);
  return `${points > 0 ? "+" : points < 0 ? "−" : "±"}${Math.abs(points)} %`;
}

/** Names of cards, several of one told once. */
export function cardList(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, copies]) => t.back.times(cards.name(id), copies)).join(t.list.comma);
}

/** The cards at these places of the hand, which are told from 1 on: `mulligan 1 3`. */
export function exchangedOf(decision: string, hand: readonly string[]): string[] {
  const places = decision.split(" ").slice(1).map(Number);
  return places.flatMap((place) => hand[place - 1] ?? []);
}

export function inHand({ position }: Station): string {
  const hand = handOf(position);
  return hand.length ? t.back.inHand(cardList(hand)) : "";
}

/** What is to be said of a move besides what it cost. */
export function said(side: Side, ply: Ply | undefined, back: Back): string {
  const { said } = t.back;
  if (!ply) return back.summary ? (back.summary.without_chances ? said.unjudged : said.unknown) : said.waiting;
  const { mark, loss } = ply;
  if (mark === null) return said.open[side];
  if (mark === "best" || mark === "forced" || mark === "only move") return said[mark][side];
  return t.back.gave[side](percent(loss ?? 0));
}

/** What came to your hand for a move, and whether that was luck. */
export function drawWords({ number, drawn }: Station, back: Back): string[] {
  const draw = back.draws.get(number);
  const came = draw?.cards.length ? draw.cards : drawn;
  const mark = draw?.mark;
  return [
    came.length ? t.back.drawn(cardList(came)) : "",
    draw && (mark === "lucky" || mark === "unlucky")
      ? t.back.luckOf[mark](signedPercent(draw.after.worth - draw.before.worth))
      : "",
    back.turned.has(`draw ${number}`) ? t.back.turned.draw : "",
  ].filter(Boolean);
}

function decided({ card, tile, side }: Move & { side: Side }): string {
  const { play, pass } = t.back.spoken;
  return card && tile ? play[side](cards.name(card), placeName(tile)) : pass[side];
}

function judgedWords(ply: Ply | undefined): string[] {
  if (!ply) return [];
  const { spoken, marks } = t.back;
  return [
    spoken.change(worth(ply.before), worth(ply.after)),
    ...(isMark(ply.mark) ? [spoken.judged(marks[ply.mark])] : []),
  ];
}

function betterWords(side: Side, ply: Ply | undefined): string[] {
  if (!ply?.best || !ply.mark || !COSTLY.has(ply.mark)) return [];
  const { better } = t.back.spoken;
  const move = moveWords(ply.best);
  return side === "Y" ? [...ply.contrast, better.Y(move, worth(ply.before))] : [better.E(move)];
}

/** The place at which the reader stands, as it is read aloud. */
export function spoken(walk: Walk, back: Back): string {
  const { line, made, step, station, ply } = walk;
  const { spoken } = t.back;
  if (line) return [spoken.step(step, line.steps.length), made ? `${decided(made)}.` : t.back.line.start].join(" ");
  if (!station) return t.back.end;
  if (!station.number) return t.back.hand;
  const moves = walk.stations.at(-1)?.number ?? 0;
  return [
    spoken.move(station.number, moves),
    ...drawWords(station, back),
    `${[decided(station), ...judgedWords(ply)].join(t.list.comma)}.`,
    ...(back.turned.has(`move ${station.number}`) ? [t.back.turned.move] : []),
    ...betterWords(station.side, ply),
  ].join(" ");
}
