/** The board painted as it looks on the screen, after moves that nobody entered. */

import { type BoardDoc, type TileDoc } from "../board";
import { cards } from "../cards.svelte";
import { tileText } from "../puzzles/position";

export type Brush = "Y" | "E" | "none" | "card Y" | "card E";

const MOST_PAWNS = 3;
const LANE = 5;

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
    this.board = { ...board, tiles: board.tiles.map((one) => (one === now ? painted : one)) };
    this.tiles = this.tiles.map((one, place) =>
      place === index ? tileText(painted.owner, painted.pawns, painted.card) : one,
    );
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
