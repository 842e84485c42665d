/** The board painted as it looks on the screen, after moves that nobody entered. */

import { type BoardDoc, type TileDoc } from "../board";
import { cards, type Card } from "../cards.svelte";
import { tileText } from "../puzzles/position";

export type Brush = "Y" | "E" | "none" | "card Y" | "card E";

const MOST_PAWNS = 3;
const LANE = 5;
const LANES = 3;
/** Row and column of the card in its pattern. */
const MIDDLE = 2;

export class Painting {
  brush = $state<Brush>("card E");
  /** The card that a brush of cards lays. */
  card = $state<string | null>(null);
  board = $state.raw<BoardDoc>();
  /** Tiles as the notation writes them, top lane first. */
  private tiles = $state.raw<readonly string[]>([]);

  begin(board: BoardDoc, position: string): void {
    [this.brush, this.card, this.board] = ["card E", null, board];
    this.tiles = (position.split(" ")[1] ?? "").split(/[/,]/);
  }

  choose(brush: Brush): void {
    [this.brush, this.card] = [brush, null];
  }

  /** The side whose card is laid; null while the brush lays none. */
  get side(): "Y" | "E" | null {
    return this.brush === "card Y" ? "Y" : this.brush === "card E" ? "E" : null;
  }

  /** One touch of the brush on a tile. */
  paint(tile: string): void {
    const { board } = this;
    const index = board?.tiles.findIndex((one) => one.tile === tile) ?? -1;
    const now = board?.tiles[index];
    if (!board || !now) return;
    const painted = this.painted(now);
    if (!painted) return;
    const changed = new Map([[index, painted], ...this.spread(board, index, now)]);
    this.board = { ...board, tiles: board.tiles.map((one, place) => changed.get(place) ?? one) };
    this.tiles = this.tiles.map((one, place) => {
      const other = changed.get(place);
      return other ? tileText(other.owner, other.pawns, other.card) : one;
    });
  }

  /** What its pawns do around a card that was played; one that only takes the place of a slip was not. */
  private spread(board: BoardDoc, index: number, now: TileDoc): [number, TileDoc][] {
    const { side } = this;
    const card = this.card === null ? undefined : cards.get(this.card);
    if (side === null || !card || (now.card !== null && now.owner === side)) return [];
    return reached(card, index, side).flatMap((place): [number, TileDoc][] => {
      const one = board.tiles[place];
      if (!one || one.card !== null) return [];
      const more = one.owner === null || one.owner === side ? amount(card) : 0; // what was the other's keeps its pawns
      return [[place, { ...one, owner: side, pawns: Math.min(one.pawns + more, MOST_PAWNS) }]];
    });
  }

  /** The whole board as an entry. */
  get line(): string {
    const lanes = [0, 1, 2].map((lane) => this.tiles.slice(lane * LANE, (lane + 1) * LANE).join(","));
    return `board ${lanes.join("/")}`;
  }

  private painted(now: TileDoc): TileDoc | null {
    const bare = { ...now, card: null, power: null, change: 0 };
    const { side, card, brush } = this;
    if (side !== null) {
      if (card === null) return null;
      return { ...bare, owner: side, pawns: Math.max(now.pawns, 1), card, power: cards.get(card)?.power ?? 0 };
    }
    if (brush !== "Y" && brush !== "E") return { ...bare, owner: null, pawns: 0 };
    const more =
      now.card === null && now.owner === brush ? (now.pawns % MOST_PAWNS) + 1 : Math.max(now.card ? now.pawns : 1, 1);
    return { ...bare, owner: brush, pawns: more };
  }
}

/** Tiles on which a card there lays pawns; the enemy's lie the other way round. */
function reached(card: Card, index: number, side: "Y" | "E"): number[] {
  const way = side === "Y" ? 1 : -1;
  return card.pattern.flatMap((row, down) =>
    [...row].flatMap((sign, right) => {
      const lane = Math.floor(index / LANE) + down - MIDDLE;
      const column = (index % LANE) + way * (right - MIDDLE);
      const onBoard = lane >= 0 && lane < LANES && column >= 0 && column < LANE;
      return onBoard && "PX".includes(sign) ? [lane * LANE + column] : [];
    }),
  );
}

/** How many pawns it lays on each of them. */
function amount(card: Card): number {
  return card.effects.find((effect) => effect.does === "pawns")?.amount ?? 1;
}
