/** The coach's hint on the card that is read at a glance, in the same words as in a match. */

import { placeName } from "../board";
import { cards } from "../cards.svelte";
import { figureOf } from "../figures";
import { mulliganWords, words, type Words } from "../match/glance";
import { t } from "../strings";
import type { RatedMove } from "./calls";
import type { Hint } from "./hint.svelte";

const g = t.match.glance;

/** What the card says now; without a hint, how one comes by it. */
export function hintWords(hint: Hint, stands: string): Words {
  const h = t.play.hint;
  if (hint.problem) return words({ tag: g.sorry, title: stands, sentence: hint.problem });
  if (hint.busy && hint.wanted) return words({ tone: "working", tag: g.wait, title: stands, sentence: g.looking });
  if (hint.mulligan) return mulliganWords(hint.mulligan);
  if (hint.move) return moveWords(hint.move, hint.looked, hint.advice?.opening, hint.advice?.within_noise ?? false);
  return words({ tag: h.ask, title: stands, sentence: h.none });
}

function moveWords(move: RatedMove, place: number, opening: string | null | undefined, close: boolean): Words {
  const best = place === 0;
  return words({
    tone: best ? "advice" : "calm",
    tag: best ? g.play : g.other(place + 1),
    title: move.card === null ? t.match.pass : cards.name(move.card),
    tile: move.tile === null ? "" : placeName(move.tile),
    figure: move.chance ? figureOf(move.chance) : "",
    sentence: (best ? opening : null) ?? move.reasons[0]?.sentence ?? g.noReason,
    second: move.fear?.sentence ?? (best && close ? g.close : ""),
  });
}
