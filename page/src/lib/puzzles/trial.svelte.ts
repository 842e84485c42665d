/** A puzzle being tried: your cards, one after the other; the enemy only passes. */

import { changedTiles, type BoardDoc } from "../board";
import { cards } from "../cards.svelte";
import { told } from "../matches/sentence";
import { Choice } from "../play/choice.svelte";
import { t } from "../strings";
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
  busy = $state(false);
  problem = $state("");
  readonly choice = new Choice({
    hand: () => this.hand,
    options: () => (this.busy ? null : this.options),
    chosen: () => this.atOnce() && void this.play(),
  });

  /** Whether a move that is chosen is made at once. */
  constructor(private readonly atOnce: () => boolean) {}

  readonly now = $derived(this.past.at(-1));
  readonly hand = $derived(this.now?.hand ?? []);
  readonly played = $derived(this.past.flatMap((moment) => moment.played ?? []));
  private readonly options = $derived(
    this.moves.flatMap(({ card, tile }) => (card !== null && tile !== null ? [{ card, tile }] : [])),
  );
  readonly lit = $derived.by(() => {
    const before = this.past.at(-2);
    return before && this.now ? changedTiles(before.board, this.now.board) : new Set<string>();
  });
  readonly isSolved = $derived(this.now?.board.winner === "Y");
  private readonly isStuck = $derived(
    !this.busy && !this.problem && this.now !== undefined && !this.isSolved && !this.options.length,
  );
  readonly says = $derived.by((): string => {
    const words = t.puzzles.trial;
    if (this.isSolved) return words.won;
    if (this.isStuck) return words.notYet;
    const { card, tile, tileName, legal } = this.choice;
    const name = card === undefined ? "" : cards.name(card);
    if (card !== undefined && tile !== null) return t.play.asks.confirm(name, tileName);
    if (tile !== null) return t.play.asks.cardFor(tileName);
    if (card === undefined) return words.how;
    return legal.size ? t.play.asks.tile(name) : t.play.asks.nowhere(name);
  });

  begin(position: string, board: BoardDoc, hand: readonly string[]): Promise<void> {
    return this.go([{ position, board, hand, played: null }]);
  }

  undo(): Promise<void> {
    return this.played.length ? this.go(this.past.slice(0, -1)) : Promise.resolve();
  }

  restart(): Promise<void> {
    return this.go(this.past.slice(0, 1));
  }

  /** The move that is chosen is made. */
  async play(): Promise<void> {
    const { now } = this;
    const { card, tile, place } = this.choice;
    const move = this.moves.find((one) => one.card === card && one.tile === tile);
    if (!now || card === undefined || tile === null || place === null || !move || this.busy) return;
    this.choice.clear();
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
    const { card } = this.choice;
    this.past = past;
    this.moves = [];
    this.choice.keep(card);
    if (this.now?.hand.length) this.moves = await positionCalls.moves(this.now.position);
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
