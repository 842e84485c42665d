/** The board painted as it looks on the screen, after moves that nobody entered. */

import { api, got, Refusal } from "../api";
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
  /** The words of the position before and after its lanes. */
  private words: readonly string[] = [];
  /** One touch after the other, also where the rules are asked for what it does. */
  settled: Promise<void> = Promise.resolve();

  begin(board: BoardDoc, position: string): void {
    [this.brush, this.card, this.board] = ["card E", null, board];
    this.words = position.split(" ");
    this.tiles = (this.words[1] ?? "").split(/[/,]/);
  }

  choose(brush: Brush): void {
    [this.brush, this.card] = [brush, null];
  }

  /** The side whose card is laid; null while the brush lays none. */
  get side(): "Y" | "E" | null {
    return this.brush === "card Y" ? "Y" : this.brush === "card E" ? "E" : null;
  }

  /** One touch of the brush on a tile. */
  paint(tile: string): Promise<void> {
    const { side, card } = this;
    this.settled = this.settled.then(async () => {
      const played = side && card !== null && (await this.played(side, card, tile));
      if (played) this.take(played);
      else this.lay(tile);
    });
    return this.settled;
  }

  /** The whole board as an entry. */
  get line(): string {
    return `board ${this.lanes(this.tiles)}`;
  }

  /** The board after that card by the rules: what it lays, changes and destroys; null where it cannot be played. */
  private async played(side: "Y" | "E", card: string, tile: string): Promise<BoardDoc | null> {
    const bare = this.tiles.map((one) => one.replace(/#\d+/, "")); // numbers in play belong to the board before
    const [rules = "", , ...rest] = this.words.filter((word) => !word.startsWith("next="));
    const position = [rules, this.lanes(bare), ...rest].join(" ");
    try {
      const body = { position, side, move: `${card} ${tile}` };
      return (await got(api.POST("/api/v1/positions/played", { body }))).board;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  private take(board: BoardDoc): void {
    const before = this.board?.tiles ?? [];
    this.tiles = this.tiles.map((one, place) => {
      const [old, now] = [before[place], board.tiles[place]];
      const same = !now || (old?.owner === now.owner && old.pawns === now.pawns && old.card === now.card);
      return same ? one : tileText(now.owner, now.pawns, now.card);
    });
    this.board = board;
  }

  /** Only that tile: pawns, or a card that stands where it could not have been played. */
  private lay(tile: string): void {
    const { board } = this;
    const index = board?.tiles.findIndex((one) => one.tile === tile) ?? -1;
    const now = board?.tiles[index];
    const painted = now && this.painted(now);
    if (!board || !painted) return;
    this.board = { ...board, tiles: board.tiles.map((one, place) => (place === index ? painted : one)) };
    const text = tileText(painted.owner, painted.pawns, painted.card);
    this.tiles = this.tiles.map((one, place) => (place === index ? text : one));
  }

  private lanes(tiles: readonly string[]): string {
    return [0, 1, 2].map((lane) => tiles.slice(lane * LANE, (lane + 1) * LANE).join(",")).join("/");
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
