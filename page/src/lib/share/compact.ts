/** A shared game as small JSON: every frame tells only what differs from the one before. */

import type { Schemas } from "../api";
import { changedPart, restoredPart, type Part } from "./difference";
import { Damaged, list, number, text } from "./reading";

export type ShareDoc = Schemas["SharedDocument"];
type Frame = Schemas["ShareFrame"];
type Board = Schemas["BoardDocument"];
type Tile = Schemas["TileDocument"];
type Side = "Y" | "E";

/** Index, owner, pawns, card, power, change, effects; what is nothing at the end is left out. */
type SmallTile = (string | number)[];
/**
 * Text, position against the one before, tiles that changed, lanes, totals unless they follow from the lanes, and what
 * was entered, where that is known.
 */
type SmallBase = [text: string, position: Part, tiles: SmallTile[], lanes: number[]];
type SmallFrame = SmallBase | [...SmallBase, totals: number[]] | [...SmallBase, totals: number[], entry: string];
export type SmallGame = [kind: 0 | 1, title: string, names: Record<string, string>, frames: SmallFrame[]];

const LANES = ["TOP", "MID", "BOT"] as const;
const PLACES = LANES.flatMap((lane) => [1, 2, 3, 4, 5].map((column) => `${lane}-${column}`));
const MOST_FRAMES = 500;
const NONE = "";

const START: Frame = { text: "", entry: null, position: "", board: emptyBoard() };

export function toSmall(doc: ShareDoc): SmallGame {
  let before = START;
  const frames = doc.frames.map((frame) => {
    const small = smallFrame(frame, before);
    before = frame;
    return small;
  });
  return [doc.kind === "game" ? 1 : 0, doc.title, doc.cards, frames];
}

export function fromSmall(small: unknown): ShareDoc {
  const [kind, title, names, frames] = list(small, 4);
  let before = START;
  const restored = list(frames, 1, MOST_FRAMES).map((one) => (before = wholeFrame(one, before)));
  const cards = Object.fromEntries(Object.entries(names ?? {}).map(([id, name]) => [id, text(name)]));
  return { kind: kind === 1 ? "game" : "position", title: text(title), cards, frames: restored };
}

function smallFrame(frame: Frame, before: Frame): SmallFrame {
  const tiles = frame.board.tiles.flatMap((tile, index) => {
    const small = smallTile(index, tile, frame.board);
    const old = before.board.tiles[index];
    return old && small.join() === smallTile(index, old, before.board).join() ? [] : [small];
  });
  const { board } = frame;
  const lanes = board.lanes.flatMap((lane) => [lane.you, lane.enemy, sideNumber(lane.winner), lane.points]);
  const old = before.board.lanes.flatMap((lane) => [lane.you, lane.enemy, sideNumber(lane.winner), lane.points]);
  const small: SmallBase = [
    frame.text,
    changedPart(before.position, frame.position),
    tiles,
    lanes.join() === old.join() ? [] : lanes,
  ];
  const all = [board.you, board.enemy, board.margin, sideNumber(board.winner), Number(board.ambiguous)];
  const totals = all.join() === totalsOf(board.lanes).join() ? [] : all;
  if (frame.entry !== null) return [...small, totals, frame.entry];
  return totals.length ? [...small, totals] : small;
}

function smallTile(index: number, tile: Tile, board: Board): SmallTile {
  const effects = tile.effects.map((mark) => markText(mark, board));
  const small: SmallTile = [
    index,
    tile.owner ?? NONE,
    tile.pawns,
    tile.card ?? NONE,
    tile.power ?? NONE,
    tile.change,
    effects.join(""),
  ];
  while (
    small.length > 1 &&
    (small.at(-1) === NONE || small.at(-1) === 0) &&
    !(small.length === 5 && small[3] !== NONE)
  )
    small.pop();
  return small;
}

function wholeFrame(small: unknown, before: Frame): Frame {
  const [told, position, changed, lanes, totals, entry] = list(small, 4, 6);
  const tiles = before.board.tiles.map((tile) => ({ ...tile }));
  const marks: string[] = before.board.tiles.map((tile) =>
    tile.effects.map((mark) => markText(mark, before.board)).join(""),
  );
  for (const one of list(changed, 0, PLACES.length)) {
    const [index, owner = NONE, pawns = 0, card = NONE, power = NONE, change = 0, effects = NONE] = list(one, 1, 7);
    const place = number(index, 0, PLACES.length - 1);
    tiles[place] = {
      tile: PLACES[place] ?? NONE,
      owner: side(owner),
      pawns: number(pawns, 0, 9),
      card: text(card) || null,
      power: power === NONE ? null : number(power),
      change: number(change),
      effects: [],
    };
    marks[place] = text(effects);
  }
  tiles.forEach((tile, index) => (tile.effects = readMarks(marks[index] ?? NONE, tiles)));
  const board = { ...before.board, tiles, lanes: list(lanes, 0, 12).length ? wholeLanes(lanes) : before.board.lanes };
  const own = totals === undefined ? [] : list(totals, 0, 5);
  const [you, enemy, margin, winner, ambiguous] = own.length ? list(own, 5) : totalsOf(board.lanes);
  const score = {
    you: number(you),
    enemy: number(enemy),
    margin: number(margin),
    winner: sideOf(winner),
    ambiguous: ambiguous === 1,
  };
  return {
    text: text(told),
    entry: entry === undefined ? null : text(entry),
    position: restoredPart(before.position, position),
    board: { ...board, ...score },
  };
}

function wholeLanes(lanes: unknown): Board["lanes"] {
  const figures = list(lanes, 12).map((one) => number(one));
  return LANES.map((lane, index) => {
    const [you = 0, enemy = 0, winner = 0, points = 0] = figures.slice(index * 4, index * 4 + 4);
    return { lane, you, enemy, winner: sideOf(winner), points };
  });
}

/** What the totals are when the lanes say all. */
function totalsOf(lanes: Board["lanes"]): number[] {
  const of = (who: Side): number =>
    lanes.filter((lane) => lane.winner === who).reduce((sum, lane) => sum + lane.points, 0);
  const margin = of("Y") - of("E");
  return [of("Y"), of("E"), margin, margin > 0 ? 1 : margin < 0 ? 2 : 0, 0];
}

/** The letter of its source; the card is told as well where it is not what lies there. */
function markText(mark: Tile["effects"][number], board: Board): string {
  const place = PLACES.indexOf(mark.source);
  const source = board.tiles[place];
  return source?.card === mark.card && source.owner === mark.side
    ? letter(place)
    : `(${letter(place)}${mark.side}${mark.card})`;
}

function readMarks(marks: string, tiles: Tile[]): Tile["effects"] {
  return [...marks.matchAll(/\(([a-o])([YE])([^()]+)\)|([a-o])/g)].map(([, far, who, card, near]) => {
    const place = (near ?? far ?? "a").charCodeAt(0) - 97;
    const source = tiles[place];
    const at = PLACES[place] ?? NONE;
    return far === undefined
      ? { source: at, card: source?.card ?? "?", side: source?.owner ?? "Y" }
      : { source: at, card: card ?? "?", side: who === "E" ? "E" : "Y" };
  });
}

export function emptyBoard(): Board {
  const tiles = PLACES.map((tile) => ({
    tile,
    owner: null,
    pawns: 0,
    card: null,
    power: null,
    change: 0,
    effects: [],
  }));
  const lanes = LANES.map((lane) => ({ lane, you: 0, enemy: 0, winner: null, points: 0 }));
  return { tiles, lanes, you: 0, enemy: 0, margin: 0, winner: null, ambiguous: false };
}

function letter(place: number): string {
  return String.fromCharCode(97 + place);
}

function sideNumber(who: Side | null): number {
  return who === "Y" ? 1 : who === "E" ? 2 : 0;
}

function sideOf(told: unknown): Side | null {
  return told === 1 ? "Y" : told === 2 ? "E" : null;
}

function side(told: unknown): Side | null {
  if (told === "Y" || told === "E") return told;
  if (told === NONE) return null;
  throw new Damaged();
}
