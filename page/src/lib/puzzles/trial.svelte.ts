/** A puzzle being tried: your cards, one after the other; the enemy only passes. */

import { changedTiles, type BoardDoc } from "../board";
import { told } from "../matches/sentence";
import { positionCalls, type RatedMove } from "./calls";
import { afterPlay } from "./position";

interface Moment {
  position: string;
  board: BoardDoc;
  hand: readonly string[];
  /** What was played to come here. */
  played: { card: string; tile: string } | null;
}

export class Trial {
  private past = $state.raw<readonly Moment[]>([]);
  private moves = $state.raw<readonly RatedMove[]>([]);
  place = $state<number | null>(null);
  busy = $state(false);
  problem = $state("");

  readonly now = $derived(this.past.at(-1));
  readonly played = $derived(this.past.flatMap((moment) => moment.played ?? []));
  readonly card = $derived(this.place === null ? undefined : this.now?.hand[this.place]);
  readonly legal = $derived(new Set(this.card && !this.busy ? this.tiles(this.card) : []));
  readonly dead = $derived(
    new Set(this.busy ? [] : (this.now?.hand ?? []).flatMap((card, place) => (this.tiles(card).length ? [] : [place]))),
  );
  readonly lit = $derived.by(() => {
    const before = this.past.at(-2);
    return before && this.now ? changedTiles(before.board, this.now.board) : new Set<string>();
  });
  readonly isSolved = $derived(this.now?.board.winner === "Y");
  readonly isStuck = $derived(
    !this.busy && !this.problem && this.now !== undefined && !this.isSolved && this.dead.size === this.now.hand.length,
  );

  begin(position: string, board: BoardDoc, hand: readonly string[]): Promise<void> {
    return this.go([{ position, board, hand, played: null }]);
  }

  undo(): Promise<void> {
    return this.go(this.past.slice(0, -1));
  }

  restart(): Promise<void> {
    return this.go(this.past.slice(0, 1));
  }

  choose(place: number): void {
    this.place = this.place === place ? null : place;
  }

  async play(tile: string): Promise<void> {
    const { now, card, place } = this;
    const move = this.moves.find((one) => one.card === card && one.tile === tile);
    if (!now || !card || place === null || !move || this.busy) return;
    await this.run(async () => {
      const text = afterPlay(now.position, move.board, now.hand.toSpliced(place, 1));
      const { position, board, hand } = await positionCalls.read(text);
      await this.arrive([...this.past, { position, board, hand, played: { card, tile } }]);
    });
  }

  private go(past: readonly Moment[]): Promise<void> {
    return this.run(() => this.arrive(past));
  }

  private async arrive(past: readonly Moment[]): Promise<void> {
    this.place = null;
    this.past = past;
    this.moves = [];
    if (this.now?.hand.length) this.moves = await positionCalls.moves(this.now.position);
  }

  private tiles(card: string): string[] {
    return this.moves.flatMap((one) => (one.card === card && one.tile ? [one.tile] : []));
  }

  private async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = told(error);
    } finally {
      this.busy = false;
    }
  }
}
