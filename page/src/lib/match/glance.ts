/** What stands on the card that is read at a glance, in every state of a match. */

import { placeName } from "../board";
import { cards, HIDDEN } from "../cards.svelte";
import { figureOf, percent, signed, unbroken, type Chance } from "../figures";
import { t } from "../strings";
import type { Coach, Mulligan, RatedMove } from "./coach.svelte";
import type { MatchDoc } from "./store.svelte";

export type Tone = "advice" | "fear" | "word" | "calm" | "working";

export interface Words {
  tone: Tone;
  /** One word, in capitals. */
  tag: string;
  title: string;
  /** Where the card goes, as T1. */
  tile: string;
  figure: string;
  sentence: string;
  /** What else is to be known: the thing to fear, or what comes next. */
  second: string;
  /** Not yet settled. */
  provisional: boolean;
}

const g = t.match.glance;

const BLANK: Words = {
  tone: "calm",
  tag: "",
  title: "",
  tile: "",
  figure: "",
  sentence: "",
  second: "",
  provisional: false,
};

export function words(given: Partial<Words>): Words {
  const all = { ...BLANK, ...given };
  return { ...all, sentence: unbroken(all.sentence), second: unbroken(all.second) };
}

/** A move of yours: the best one, or another that is looked at. */
export function moveWords(coach: Coach, move: RatedMove, place: number): Words {
  const settled = coach.deep !== null;
  const [reason] = move.reasons;
  const opening = place === 0 ? coach.deep?.opening : null;
  return words({
    tone: settled ? (place === 0 ? "advice" : "calm") : "working",
    tag: settled ? (place === 0 ? g.play : g.other(place + 1)) : g.soFar,
    title: move.card === null ? t.match.pass : cards.name(move.card),
    tile: move.tile === null ? "" : placeName(move.tile),
    figure: move.chance ? figureOf(move.chance) : "…",
    sentence: opening ?? reason?.sentence ?? g.noReason,
    second: place === 0 ? secondOf(coach, move) : (move.fear?.sentence ?? ""),
    provisional: !settled,
  });
}

/** Under the best move: that the enemy has slipped, what to fear, or that the choice is close. */
function secondOf(coach: Coach, move: RatedMove): string {
  const [slip] = coach.remark?.ply?.side === "E" ? coach.remark.lines : [];
  return slip ?? move.fear?.sentence ?? (coach.deep?.within_noise ? g.close : "");
}

/** The exchange that is advised, or why there is none. */
export function mulliganWords({
  choices,
  exchanged,
  mulligan,
  notes,
}: Pick<Mulligan, "choices" | "exchanged" | "mulligan" | "notes">): Words {
  const named = (ids: readonly string[]): string => ids.map((id) => cards.name(id)).join(t.list.comma);
  const points = (share: number): string => signed(100 * share);
  const best = choices.find((choice) => choice.mulligan.join() === mulligan.join());
  const next = choices.find((choice) => choice.exchanged.length);
  const all = { tone: "advice", second: notes[0] ?? "" } as const;
  if (best && exchanged.length) {
    const sentence = g.gain(points(best.gain_low), points(best.gain_high), best.deals);
    return words({ ...all, tag: g.exchange, title: named(exchanged), figure: `${points(best.gain)} %`, sentence });
  }
  const why = next ? g.nextBest(named(next.exchanged), points(next.gain_low), points(next.gain_high)) : "";
  return words({ ...all, tag: g.keep, title: g.keepAll, sentence: `${g.keepWhy} ${why}`.trim() });
}

/** While the enemy thinks, or a draw is due: what is to be feared. */
export function watchWords(doc: MatchDoc, coach: Coach): Words {
  const { glance, remark } = coach;
  const [first, next] = glance?.fears ?? [];
  const fear = first
    ? { tag: g.beware, title: cards.name(first.card ?? ""), tile: placeName(first.tile ?? ""), figure: first.odds }
    : { tag: g.quiet, title: t.match.stands[doc.expects] };
  if (remark) {
    const [told = ""] = remark.lines;
    const title = remark.ply?.mark ? (g.marks[remark.ply.mark] ?? remark.ply.mark) : g.word;
    return words({ tone: "word", tag: g.word, title, sentence: told, second: first?.sentence ?? "" });
  }
  if (!glance) return words({ tone: "working", tag: g.wait, title: t.match.stands[doc.expects], sentence: g.looking });
  return words({
    tone: first ? "fear" : "calm",
    ...fear,
    sentence: glance.sentence,
    second: next ? next.sentence : "",
  });
}

export function overWords(doc: MatchDoc): Words {
  const [who = "", points = ""] = (doc.result ?? "").split(" ");
  return words({
    tone: "advice",
    tag: g.over,
    title: t.match.over.result[who] ?? t.match.stands.over,
    figure: points.replace("-", "–"),
    sentence: g.overWhy,
  });
}

/** What the card says where the match stands now. */
export function glanceWords(doc: MatchDoc, coach: Coach, place: number, told: number): Words {
  const { expects } = doc;
  if (expects === "over") return overWords(doc);
  if (expects === "hand") {
    return words({ tag: g.begin, title: g.whichHand, figure: g.of(told, doc.hand.length), sentence: g.handHow });
  }
  if (coach.top === 0) return words({ tag: g.off, title: t.match.stands[expects], sentence: t.match.coach.isOff });
  if (coach.problem) return words({ tag: g.sorry, title: t.match.stands[expects], sentence: coach.problem });
  if (expects === "mulligan") {
    if (coach.mulligan) return mulliganWords(coach.mulligan);
    return words({ tone: "working", tag: g.wait, title: g.weighing, sentence: g.weighingWhy });
  }
  if (!coach.advises) return watchWords(doc, coach);
  const move = coach.advice?.moves[place];
  if (move) return moveWords(coach, move, place);
  return words({ tone: "working", tag: g.wait, title: t.match.stands[expects], sentence: g.looking });
}

/** What the bar shows: once the match is over, how it ended. */
export function barChance(doc: MatchDoc, coach: Coach): Chance | null {
  if (doc.expects !== "over") return coach.chance;
  const percents = ["Y", "draw", "E"].map((end) => (doc.result?.startsWith(end) ? 100 : 0));
  const [win = 0, draw = 0, loss = 0] = percents.map((share) => share / 100);
  const points = win + draw / 2;
  const certain = { points, worth: points, low: points, high: points, sample: 0, exact: true, margin: 0 };
  return doc.result ? { win, draw, loss, percents, ...certain, text: percent(points) } : null;
}

/** How sure the figure of the position is, for the line beside the bar. */
export function surety(doc: MatchDoc): string {
  const hidden = doc.hand.filter((id) => id === HIDDEN).length;
  return hidden && hidden < doc.hand.length ? g.partly(hidden) : "";
}

export function oddsWords(odds: number | undefined): string {
  return odds === undefined ? "" : percent(odds);
}
