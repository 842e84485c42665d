/** The coach's hint on the card that is read at a glance, in the same words as in a match. */

import { placeName } from "../board";
import { cards } from "../cards.svelte";
import { figureOf, signed } from "../figures";
import type { Words } from "../match/glance";
import { t } from "../strings";
import type { MulliganAdvice, RatedMove } from "./calls";
import type { Hint } from "./hint.svelte";

const g = t.match.glance;
const CALM: Words = {
  tone: "calm",
  tag: "",
  title: "",
  tile: "",
  figure: "",
  sentence: "",
  second: "",
  provisional: false,
};

/** What the card says now; without a hint, how one comes by it. */
export function hintWords(hint: Hint, stands: string): Words {
  const words = t.play.hint;
  if (hint.problem) return { ...CALM, tag: g.sorry, title: stands, sentence: hint.problem };
  if (hint.busy && hint.wanted) return { ...CALM, tone: "working", tag: g.wait, title: stands, sentence: g.looking };
  if (hint.mulligan) return mulliganWords(hint.mulligan);
  if (hint.move) return moveWords(hint.move, hint.looked, hint.advice?.opening, hint.advice?.within_noise ?? false);
  return { ...CALM, tag: words.ask, title: stands, sentence: words.none };
}

function moveWords(move: RatedMove, place: number, opening: string | null | undefined, close: boolean): Words {
  const best = place === 0;
  return {
    ...CALM,
    tone: best ? "advice" : "calm",
    tag: best ? g.play : g.other(place + 1),
    title: move.card === null ? t.match.pass : cards.name(move.card),
    tile: move.tile === null ? "" : placeName(move.tile),
    figure: move.chance ? figureOf(move.chance) : "",
    sentence: (best ? opening : null) ?? move.reasons[0]?.sentence ?? g.noReason,
    second: move.fear?.sentence ?? (best && close ? g.close : ""),
  };
}

function mulliganWords({ choices, exchanged, mulligan }: MulliganAdvice): Words {
  const best = choices.find((choice) => choice.mulligan.join() === mulligan.join());
  const gives = best !== undefined && exchanged.length > 0;
  const points = (share: number): string => signed(100 * share);
  return {
    ...CALM,
    tone: "advice",
    tag: exchanged.length ? g.exchange : g.keep,
    title: exchanged.length ? exchanged.map((id) => cards.name(id)).join(t.list.comma) : g.keepAll,
    figure: gives ? `${points(best.gain)} %` : "",
    sentence: gives ? g.gain(points(best.gain_low), points(best.gain_high), best.deals) : g.keepWhy,
  };
}
