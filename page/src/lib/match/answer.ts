/** The answer to a question of the command line in lines of text. */

import { cards } from "../cards.svelte";
import type { Schemas } from "../api";
import { percent, signed } from "../figures";
import { t } from "../strings";

type Move = Schemas["MoveDocument"];
type Hold = Schemas["HoldDocument"];
type Answer = Record<string, unknown> & { kind?: string };

const HOLDS = 12;
const REPLIES = 5;

export function answerLines(answer: Answer): string[] {
  switch (answer.kind) {
    case "best":
      return [String(answer["primary"] ?? ""), ...(answer["moves"] as Move[]).map(moveLine)];
    case "why":
      return reasonLines(answer["move"] as Move);
    case "what":
      return whatLines(answer);
    case "threat":
      return [...threatLines(answer), holdLine(answer["holds"] as Hold[])];
    case "odds":
      return [holdLine(answer["enemy"] as Hold[]), drawLine(answer["draws"] as Record<string, number>)];
    case "board":
      return [t.match.answer.position(String(answer["position"]))];
    case "help":
      return (answer["commands"] as { command: string; text: string }[]).map((one) =>
        t.match.answer.command(one.command, one.text),
      );
    case "summary":
      return [t.match.answer.chances];
    default:
      return [];
  }
}

function moveLine(move: Move): string {
  return t.match.answer.move(move.rank, move.name, signed(move.margin_expected, 1));
}

function reasonLines(move: Move): string[] {
  return [moveLine(move), ...move.reasons.map((reason) => (reason.warning ? `⚠ ${reason.text}` : reason.text))];
}

function whatLines(answer: Answer): string[] {
  const changes = (answer["changes"] as { text: string }[]).map((change) => change.text);
  const score = answer["score"] as { total_you: number; total_enemy: number };
  const rating = answer["rating"] as Move | null;
  return [
    String(answer["move"]),
    ...changes,
    t.match.answer.score(score.total_you, score.total_enemy),
    ...(rating ? reasonLines(rating) : []),
  ];
}

function threatLines(answer: Answer): string[] {
  const replies = answer["replies"] as Schemas["ReplyDocument"][];
  return replies
    .slice(0, REPLIES)
    .map((reply) => t.match.threats.reply(reply.name, percent(reply.in_hand), signed(reply.score.margin)));
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

function drawLine(draws: Record<string, number>): string {
  const told = Object.entries(draws).map(([card, odds]) => t.match.answer.odds(cards.name(card), percent(odds)));
  return told.length ? t.match.answer.draws(told.join(t.list.comma)) : "";
}
