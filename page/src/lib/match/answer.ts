/** The answer to a question of the command line in lines of text. */

import { cards } from "../cards.svelte";
import type { Schemas } from "../api";
import { percent } from "../figures";
import { t } from "../strings";
import type { RatedMove } from "./coach.svelte";
import type { Outcome } from "./store.svelte";

type Answer = NonNullable<Outcome["answer"]>;
type Hold = Schemas["HoldDocument"];

const HOLDS = 12;
const REPLIES = 5;

export function answerLines(answer: Answer): string[] {
  switch (answer.kind) {
    case "advice":
      return [
        answer.primary,
        ...(answer.waiting?.sentences ?? []),
        ...answer.moves.map(moveLine),
        ...(answer.weaker ? weakerLines(answer.weaker) : []),
        ...(answer.against ? [answer.against] : []),
      ];
    case "mulligan": // told in a sentence already
      return [];
    case "why":
      return reasonLines(answer.move);
    case "what":
      return [
        answer.name,
        ...answer.changes.map((change) => change.text),
        t.match.answer.score(answer.score.you, answer.score.enemy),
        ...(answer.rating ? reasonLines(answer.rating) : []),
      ];
    case "threat":
      return [...answer.replies.slice(0, REPLIES).map(replyLine), holdLine(answer.holds)];
    case "odds":
      return [holdLine(answer.enemy), drawLine(answer.draws)];
    case "board":
      return [t.match.answer.position(answer.position)];
    case "help":
      return answer.commands.map((one) => t.match.answer.command(one.command, one.text));
    case "summary":
      return [t.match.answer.chances];
  }
}

function moveLine(move: RatedMove): string {
  const figure = move.chance?.text ?? t.match.coach.labels[move.label] ?? move.label;
  return move.rank ? t.match.answer.move(move.rank, move.name, figure) : t.match.answer.odds(move.name, figure);
}

/** The second figure, with whom it holds against. */
function weakerLines(weaker: Schemas["WeakerDocument"]): string[] {
  const moves = weaker.moves.map((move, place) => t.match.answer.move(place + 1, move.name, move.chance.text));
  return [...weaker.sentences, ...moves];
}

function reasonLines(move: RatedMove): string[] {
  return [moveLine(move), ...move.reasons.map(({ warning, sentence }) => (warning ? `⚠ ${sentence}` : sentence))];
}

function replyLine(reply: Schemas["ReplyDocument"]): string {
  return t.match.threats.reply(reply.name, percent(reply.in_hand));
}

function holdLine(holds: Hold[]): string {
  if (!holds.length) return t.match.threats.nothing;
  return t.match.answer.holds(
    holds
      .slice(0, HOLDS)
      .map((hold) => t.match.answer.odds(hold.name, percent(hold.probability)))
      .join(t.list.comma),
  );
}

function drawLine(draws: Schemas["DrawOdds"][]): string {
  const told = draws.map((draw) => t.match.answer.odds(cards.name(draw.card), percent(draw.probability)));
  return told.length ? t.match.answer.draws(told.join(t.list.comma)) : "";
}
