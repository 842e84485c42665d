/** A game as a row of places to stand at: before every move, and at its end. */

import type { Schemas } from "../api";
import type { BoardDoc } from "../board";
import { t } from "../strings";
import type { Frame } from "./source";

export type Side = "Y" | "E";
type Duel = Schemas["DuelDocument"];
export type Made = Schemas["MadeDocument"];

/** Both are null for a pass; a card stands by its id. */
export interface Move {
  card: string | null;
  tile: string | null;
}

export interface Station extends Move {
  /** 0 is the decision on the opening hand, moves count from 1. */
  number: number;
  side: Side;
  /** Before it. */
  board: BoardDoc;
  /** In the notation, where it is known. */
  position: string;
  /** Cards of yours that came for it, as far as they were told. */
  drawn: readonly string[];
  /** What else was told between the move before and this one. */
  asides: readonly string[];
}

export interface Game {
  stations: readonly Station[];
  end: BoardDoc;
  endPosition: string;
  asides: readonly string[];
}

const OPENING: Move = { card: null, tile: null };
const PLAY = /^(e )?(?!note )(\S+) ((?:TOP|MID|BOT)-[1-5])$/;
const OPENS = /^(?:keep|mulligan)\b/;
const PASS = /^(e )?pass$/;
/** How the first version of shared links told of moves: in sentences only. */
const TOLD_PLAY = /^(You play|The enemy plays) (.+) on ([TMB])([1-5])\.$/;
const TOLD_PASS = /^(You pass|The enemy passes)\.$/;
const LANES: Readonly<Record<string, string>> = { T: "TOP", M: "MID", B: "BOT" };

function moveOf(frame: Frame): (Move & { side: Side }) | undefined {
  const { entry, text } = frame;
  const [play, pass] =
    entry === null ? [TOLD_PLAY.exec(text), TOLD_PASS.exec(text)] : [PLAY.exec(entry), PASS.exec(entry)];
  const side = (play ?? pass)?.[1]?.match(/^(e |The enemy)/) ? "E" : "Y";
  if (pass) return { side, card: null, tile: null };
  if (!play) return undefined;
  const [, , card = "", lane = "", column] = play;
  return { side, card, tile: column === undefined ? lane : `${LANES[lane]}-${column}` };
}

/** What is no move, in a sentence; the opening hand is told where it is decided. */
function asideOf({ entry, text }: Frame, moves: number): string[] {
  if (entry?.startsWith("note ")) return [t.back.note(entry.slice(5))];
  return entry?.startsWith("hand ") && !moves ? [] : [text];
}

function drawnOf({ entry }: Frame): string[] {
  return entry?.startsWith("draw ") ? entry.slice(5).split(", ") : [];
}

/** A match as it was entered. */
export function gameOfFrames(frames: readonly Frame[]): Game | undefined {
  const stations: Station[] = [];
  let [asides, drawn]: [string[], string[]] = [[], []];
  let moves = 0;
  frames.forEach((frame, place) => {
    const before = frames[place - 1];
    if (!before) return;
    const { board, position } = before;
    const move = moveOf(frame);
    const opens = !moves && !stations.length && OPENS.test(frame.entry ?? "");
    if (!move && !opens) {
      const cards = drawnOf(frame);
      drawn.push(...cards);
      if (!cards.length) asides.push(...asideOf(frame, moves));
      return;
    }
    const made = move ?? { ...OPENING, side: "Y" as const };
    stations.push({ number: move ? ++moves : 0, ...made, board, position, drawn, asides });
    [asides, drawn] = [[], []];
  });
  const last = frames.at(-1);
  return last && { stations, end: last.board, endPosition: last.position, asides };
}

interface Facts {
  card?: { card?: string; tile?: string };
}

/** A game against the engine; of one that began in the middle the first board is told later. */
export function gameOfDuel(duel: Duel): Game {
  const stations: Station[] = [];
  let board = duel.steps[0]?.board ?? duel.board;
  let moves = 0;
  for (const { side, changes, board: after } of duel.steps) {
    const exchanged = changes.some((change) => change.kind === "mulliganed");
    const placed = changes.find((change) => change.kind === "card_placed")?.facts as Facts | undefined;
    const move = { card: placed?.card?.card ?? null, tile: placed?.card?.tile ?? null };
    const common = { side, board, position: "", drawn: [], asides: [] };
    if (!exchanged) stations.push({ number: ++moves, ...move, ...common });
    else if (side === "Y") stations.push({ number: 0, ...OPENING, ...common });
    board = after;
  }
  return { stations, end: duel.board, endPosition: duel.position, asides: [] };
}

/** The game of a look back, with the boards of all its positions and of the last. */
export function gameOfMade(made: readonly Made[], end: string, boards: readonly BoardDoc[], hand: boolean): Game {
  const stations = made.flatMap(({ number, side, card, tile, position }, place): Station[] => {
    const board = boards[place];
    return board ? [{ number, side, card, tile, position, board, drawn: [], asides: [] }] : [];
  });
  const [first] = stations;
  const opening: Station[] = hand && first ? [{ ...first, ...OPENING, number: 0, side: "Y" }] : [];
  return { stations: [...opening, ...stations], end: boards.at(-1) as BoardDoc, endPosition: end, asides: [] };
}

/** Your hand as a position tells it: ids, one for every card. */
export function handOf(position: string): string[] {
  const told = / hand=(\S+)/.exec(position)?.[1];
  if (!told || told === "-") return [];
  return told.split(",").flatMap((part) => {
    const [card = "", copies = "1"] = part.split("*");
    return Array<string>(Number(copies)).fill(card);
  });
}

/** Whether two moves are the same one. */
export function isSame(one: Move, other: Move): boolean {
  return one.card === other.card && one.tile === other.tile;
}
