/** The board in words, for labels and for the line that tells about a tile. */

import type { Schemas } from "./api";
import { cards } from "./cards.svelte";
import { t } from "./strings";

export type BoardDoc = Schemas["BoardDocument"];
export type TileDoc = Schemas["TileDocument"];
export type LaneDoc = Schemas["LaneDocument"];

export const COLUMNS = 5;
export const SIDE_MARKS = { Y: "▶Y", E: "◀E" } as const;

/** What is meant for a tile, with the card it is about. */
export interface Mark {
  kind: "advice" | "better" | "played" | "made" | "fear";
  name: string;
}

/** Least pressure of each shade, weakest first; the same steps as in the terminal. */
export const HEAT_STEPS = [0.05, 0.25, 0.75, 1.5] as const;

export function heatLevel(pressure: number): number {
  return HEAT_STEPS.filter((least) => pressure >= least).length;
}

/** The three lanes, top first, each with its five tiles. */
export function lanesOf(board: BoardDoc): { lane: LaneDoc; tiles: TileDoc[] }[] {
  return board.lanes.map((lane, index) => ({ lane, tiles: board.tiles.slice(index * COLUMNS, (index + 1) * COLUMNS) }));
}

/** A tile as it is shown: `TOP-1` is T1. */
export function placeName(tile: string): string {
  return `${tile.charAt(0)}${tile.slice(-1)}`;
}

export function tileWords(tile: TileDoc): string {
  const words: string[] = [];
  if (tile.card !== null) {
    words.push(t.board.card[tile.owner ?? "Y"](cards.name(tile.card)), t.board.power(tile.power ?? 0));
    if (tile.change) words.push(tile.change > 0 ? t.board.raised : t.board.lowered);
  } else if (tile.owner) {
    words.push(t.board.pawns[tile.owner](tile.pawns));
  } else {
    words.push(t.board.nobody);
  }
  if (tile.effects.length) words.push(t.board.effects(effectNames(tile)));
  return words.join(", ");
}

export function effectNames(tile: TileDoc): string {
  return tile.effects.map((mark) => t.board.source(cards.name(mark.card), placeName(mark.source))).join(t.list.and);
}

export function laneWords(lane: LaneDoc): string {
  const name = t.board.lanes[lane.lane];
  return `${name}: ${t.board.standing(lane.you, lane.enemy)}; ${lane.winner ? t.board.leads[lane.winner](lane.points) : t.board.even}`;
}

export function totalWords(board: BoardDoc): string {
  const lead = board.winner ? t.board.ahead[board.winner](Math.abs(board.margin)) : t.board.even;
  return `${t.board.total(board.you, board.enemy)}; ${lead}`;
}

/** Tiles on which two boards differ. */
export function changedTiles(before: BoardDoc, after: BoardDoc): Set<string> {
  const told = (tile: TileDoc | undefined): string =>
    tile ? [tile.owner, tile.pawns, tile.card, tile.power, tile.effects.length].join() : "";
  return new Set(
    after.tiles.filter((tile, index) => told(tile) !== told(before.tiles[index])).map((tile) => tile.tile),
  );
}
