/** The move that is being entered: which card, which tile, and what it would do. */

import { api, got, Refusal } from "../api";
import { changedTiles } from "../board";
import { HIDDEN } from "../cards.svelte";
import type { MatchStore, Preview } from "./store.svelte";

interface Kept {
  card: string | null;
  tile: string | null;
  passing: boolean;
}

export class Entry {
  card = $state<string | null>(null);
  /** Place of the card in the hand, for a move of yours. */
  place = $state<number | null>(null);
  tile = $state<string | null>(null);
  passing = $state(false);
  /** Card and tile under the pointer or the focus. */
  pointedCard = $state<string | null>(null);
  pointedTile = $state<string | null>(null);
  /** Moves the server gave, by side and card; they belong to one version of the match. */
  private moves = $state.raw<ReadonlyMap<string, readonly Preview[]>>(new Map());
  private version = -1;

  constructor(private readonly store: MatchStore) {}

  readonly side = $derived.by<"Y" | "E" | null>(() => {
    const expects = this.store.doc?.expects;
    // A card that was not seen does not keep you from playing another one.
    return expects === "you" || expects === "new cards" ? "Y" : expects === "enemy" ? "E" : null;
  });

  /** Moves of the card that is chosen, else of the one pointed at; and the pass. */
  private readonly known = $derived(this.moves.get(this.key(this.card ?? this.pointedCard)) ?? []);
  readonly pass = $derived(this.moves.get(this.key(null))?.find((move) => move.card === null));

  readonly legal = $derived.by<ReadonlySet<string>>(() => {
    const card = this.card ?? this.pointedCard;
    return new Set(
      card === null ? [] : this.known.flatMap((move) => (move.card === card && move.tile ? [move.tile] : [])),
    );
  });

  /** What was chosen, ready to be confirmed. */
  readonly chosen = $derived(this.passing ? this.pass : this.find(this.card, this.tile));
  /** What is shown on the board: the chosen move, else the one under the pointer. */
  readonly preview = $derived(this.chosen ?? (this.passing ? undefined : this.find(this.card, this.pointedTile)));
  readonly lit = $derived.by<ReadonlySet<string>>(() => {
    const before = this.store.doc?.board;
    return before && this.preview ? changedTiles(before, this.preview.board) : new Set();
  });
  /** Cards of your hand that cannot be played anywhere. */
  readonly dead = $derived.by<ReadonlySet<number>>(() => {
    const all = this.moves.get("Y");
    if (this.side !== "Y" || !all) return new Set();
    return new Set(this.store.doc?.hand.flatMap((id, place) => (all.some((move) => move.card === id) ? [] : [place])));
  });

  /** Fetch the moves of this version ahead, so that choosing a card shows them at once. */
  async follow(version: number): Promise<void> {
    if (version === this.version) return;
    [this.version, this.moves] = [version, new Map()];
    if (this.side === null) return this.cancel();
    await this.fetch(this.side === "Y" ? null : this.card);
    if (this.side === "E") await this.fetch(null);
    this.settle();
  }

  chooseFromHand(place: number): void {
    const card = this.store.doc?.hand[place];
    if (card === undefined || card === HIDDEN) return;
    const again = this.place === place;
    this.cancel();
    if (!again) [this.card, this.place] = [card, place];
  }

  async chooseEnemyCard(card: string): Promise<void> {
    this.cancel();
    this.card = card;
    await this.fetch(card);
    this.settle();
  }

  /** Whether the move is ready; a tile that is chosen before the moves are there waits for them. */
  chooseTile(tile: string): boolean {
    if (this.card === null) return false;
    const known = this.moves.has(this.key(this.card));
    if (known && !this.legal.has(tile)) return false;
    this.tile = tile;
    return known;
  }

  choosePass(): void {
    this.cancel();
    this.passing = true;
  }

  /** Choose a move as the notation writes it, `015 MID-3` or `pass`. */
  chooseMove(move: string): void {
    if (move === "pass") return this.choosePass();
    const [card = "", tile = ""] = move.split(" ");
    this.cancel();
    const place = this.store.doc?.hand.indexOf(card) ?? -1;
    [this.card, this.place] = [card, place < 0 ? null : place];
    this.chooseTile(tile);
  }

  /** What is shown the moment a move is confirmed; the server's answer replaces it. */
  confirm(): Promise<boolean> {
    const { chosen, store } = this;
    if (!chosen || !store.doc) return Promise.resolve(false);
    const hand = store.doc.hand.filter((_, place) => this.side !== "Y" || this.passing || place !== this.place);
    const sent = store.enter(chosen.command, { board: chosen.board, hand });
    return sent.then((taken) => {
      if (taken) this.cancel();
      return taken;
    });
  }

  /** One step back: first the tile is given up, then the card. */
  stepBack(): void {
    if (this.tile !== null) this.tile = null;
    else this.cancel();
  }

  cancel(): void {
    [this.card, this.place, this.tile, this.passing] = [null, null, null, false];
  }

  get kept(): Kept {
    return { card: this.card, tile: this.tile, passing: this.passing };
  }

  restore(kept: Kept): void {
    if (kept.card !== null && this.side === "Y") this.chooseMove(`${kept.card} ${kept.tile ?? ""}`);
    else if (kept.passing) this.choosePass();
  }

  private find(card: string | null, tile: string | null): Preview | undefined {
    return card === null || tile === null
      ? undefined
      : this.known.find((move) => move.card === card && move.tile === tile);
  }

  private key(card: string | null): string {
    return this.side === "E" && card !== null ? `E ${card}` : (this.side ?? "");
  }

  private async fetch(card: string | null): Promise<void> {
    const { side, version } = this;
    if (side === null || this.moves.has(this.key(card))) return;
    const query = side === "E" && card !== null ? { side, card } : { side };
    try {
      const asked = api.GET("/api/v1/matches/{match_id}/moves", {
        params: { path: { match_id: this.store.id }, query },
      });
      const { moves } = await got(asked);
      if (version === this.version) this.moves = new Map([...this.moves, [this.key(card), moves]]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.store.refusal = error.message;
    }
  }

  /** Give up what is no longer possible after the match went on. */
  private settle(): void {
    if (this.card === null) return;
    const hand = this.store.doc?.hand ?? [];
    if (this.side === "Y") {
      const place = this.place !== null && hand[this.place] === this.card ? this.place : hand.indexOf(this.card);
      if (place < 0) return this.cancel();
      this.place = place;
    }
    if (this.tile !== null && !this.legal.has(this.tile)) this.tile = null;
  }
}
