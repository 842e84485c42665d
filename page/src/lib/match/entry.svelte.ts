/** The move that is being entered: card and tile in either order, and what it would do. */

import { api, got, Refusal } from "../api";
import { changedTiles, type BoardDoc } from "../board";
import { cards, HIDDEN } from "../cards.svelte";
import type { MatchStore, Preview } from "./store.svelte";

interface Kept {
  card: string | null;
  tile: string | null;
}

type Places = Readonly<Record<string, readonly string[]>>;

export class Entry {
  card = $state<string | null>(null);
  /** Place of the card in the hand, for a move of yours. */
  place = $state<number | null>(null);
  tile = $state<string | null>(null);
  /** The tile came before the card. */
  private tileFirst = $state(false);
  /** The pass waits to be confirmed. */
  passing = $state(false);
  /** Card and tile under the pointer or the focus. */
  pointedCard = $state<string | null>(null);
  pointedTile = $state<string | null>(null);
  /** Where every card can go; of one version of the match. */
  private places = $state.raw<Places>({});
  /** The version of the match for which that was asked and answered. */
  private placed = $state(-1);
  /** What moves would do, by side and card. */
  private previews = $state.raw<ReadonlyMap<string, readonly Preview[]>>(new Map());
  private version = -1;

  constructor(private readonly store: MatchStore) {}

  readonly side = $derived.by<"Y" | "E" | null>(() => {
    const expects = this.store.doc?.expects;
    // A card that was not seen does not keep you from playing another one.
    return expects === "you" || expects === "new cards" ? "Y" : expects === "enemy" ? "E" : null;
  });

  /** Whether it is known where cards can go; until then their order may still change. */
  readonly knows = $derived.by(() => this.placed === this.store.doc?.version);

  readonly legal = $derived.by<ReadonlySet<string>>(() => {
    const card = this.card ?? this.pointedCard;
    return new Set(card === null ? [] : this.places[card]);
  });

  /** The tile for which a card is wanted; none where the card came first. */
  readonly wanted = $derived(this.tileFirst ? this.tile : null);

  /** Both are chosen. */
  readonly ready = $derived(this.passing || (this.card !== null && this.tile !== null));
  private readonly known = $derived(this.previews.get(this.key(this.card ?? this.pointedCard)) ?? []);
  readonly preview = $derived(this.find(this.card ?? this.pointedCard, this.tile ?? this.pointedTile));
  readonly lit = $derived.by<ReadonlySet<string>>(() => {
    const board = this.store.doc?.board;
    return board && this.preview ? changedTiles(board, this.preview.board) : new Set();
  });

  /** Places of your cards that cannot be played: anywhere, or on the tile that was chosen first. */
  readonly dead = $derived.by<ReadonlySet<number>>(() => {
    const { hand = [] } = this.store.doc ?? {};
    if (this.side !== "Y" || !Object.keys(this.places).length) return new Set();
    return new Set(hand.flatMap((id, place) => (this.fits(id) ? [] : [place])));
  });

  /** Whether that card can go on the tile that was chosen first, or anywhere if none was. */
  fits(card: string): boolean {
    const tiles = this.places[card];
    return tiles !== undefined && (this.wanted === null || tiles.includes(this.wanted));
  }

  /** Whether any card can go there; a card that was not told may, and so it is taken of an empty tile until it is known. */
  takes(tile: string): boolean {
    if (this.side === "Y" && this.store.doc?.hand.includes(HIDDEN)) return true;
    if (!this.knows && this.side !== null) return this.isEmpty(tile);
    return Object.values(this.places).some((tiles) => tiles.includes(tile));
  }

  private isEmpty(tile: string): boolean {
    return this.store.doc?.board.tiles.some((one) => one.tile === tile && one.card === null) ?? false;
  }

  /** Fetch ahead where cards can go and what your moves would do, so that choosing shows it at once. */
  async follow(version: number): Promise<void> {
    if (version === this.version) return;
    [this.version, this.previews, this.places] = [version, new Map(), {}];
    if (this.side === null) return this.cancel();
    await Promise.all([this.fetchPlaces(), this.side === "Y" ? this.fetch(null) : undefined]);
    if (version === this.version) this.settle();
  }

  chooseFromHand(place: number): void {
    const card = this.store.doc?.hand[place];
    if (card === undefined || card === HIDDEN) return;
    if (this.place === place) return this.cancel();
    this.chooseCard(card, place);
  }

  chooseTheirs(card: string): void {
    if (this.card === card) return this.cancel();
    this.chooseCard(card, null);
    void this.fetch(card);
  }

  /** A card of your hand that was not told until now. */
  chooseUntold(card: string): void {
    const { tile, tileFirst } = this;
    this.chooseCard(card, this.store.doc?.hand.indexOf(HIDDEN) ?? null);
    [this.tile, this.tileFirst] = [tile, tileFirst]; // whether it can go there is for the server to say
  }

  /** A tile; false when nothing can be done with it. */
  chooseTile(tile: string): boolean {
    const possible = this.card === null ? this.takes(tile) : this.legal.has(tile);
    if (!possible) return false;
    this.tileFirst = this.card === null;
    this.tile = this.tile === tile && this.tileFirst ? null : tile;
    return true;
  }

  /** Choose a move as the notation writes it, `015 MID-3` or `pass`. */
  chooseMove(move: string): void {
    this.cancel();
    if (move === "pass") {
      this.passing = true;
      return;
    }
    const [card = "", tile = ""] = move.split(" ");
    const place = this.store.doc?.hand.indexOf(card) ?? -1;
    this.chooseCard(card, place < 0 ? null : place);
    this.chooseTile(tile);
  }

  /** Enter what is chosen; the board shows it before the server has answered. */
  async confirm(): Promise<boolean> {
    const { store, side, card, tile } = this;
    const text = this.passing ? "pass" : `${card} ${tile}`;
    if (!this.ready || !store.doc || side === null) return false;
    const played = this.passing ? null : this.place;
    const hand = store.doc.hand.filter((_, place) => side !== "Y" || place !== played);
    const board = this.passing ? store.doc.board : (this.preview?.board ?? this.laid(store.doc.board));
    return store.enter(side === "E" ? `e ${text}` : text, { board, hand }, () => this.cancel());
  }

  /** One step back: what was chosen last is given up first. */
  stepBack(): void {
    if (this.card !== null && this.tile !== null) this.tile = null;
    else this.cancel();
  }

  cancel(): void {
    [this.card, this.place, this.tile, this.tileFirst, this.passing] = [null, null, null, false, false];
  }

  get kept(): Kept {
    return { card: this.card, tile: this.tile };
  }

  restore({ card, tile }: Kept): void {
    if (card !== null && this.side === "Y") this.chooseMove(`${card} ${tile ?? ""}`);
    else if (card !== null && this.side === "E") this.chooseTheirs(card);
    else if (tile !== null) this.chooseTile(tile);
  }

  private chooseCard(card: string, place: number | null): void {
    const { tileFirst } = this;
    const tile = !this.knows || this.places[card]?.includes(this.tile ?? "") ? this.tile : null;
    this.cancel();
    [this.card, this.place, this.tile, this.tileFirst] = [card, place, tile, tileFirst];
  }

  /** The card alone on its tile, until the server tells what it does there. */
  private laid(board: BoardDoc): BoardDoc {
    const { card, tile, side } = this;
    const power = card === null ? 0 : (cards.get(card)?.power ?? 0);
    const tiles = board.tiles.map((one) => (one.tile === tile ? { ...one, card, owner: side, power } : one));
    return { ...board, tiles };
  }

  private find(card: string | null, tile: string | null): Preview | undefined {
    if (card === null || tile === null) return undefined;
    return this.known.find((move) => move.card === card && move.tile === tile);
  }

  private key(card: string | null): string {
    return this.side === "E" && card !== null ? `E ${card}` : (this.side ?? "");
  }

  private async fetchPlaces(): Promise<void> {
    const { side, version } = this;
    if (side === null) return;
    const params = { path: { match_id: this.store.id }, query: { side } };
    const found = await this.asked(got(api.GET("/api/v1/matches/{match_id}/placements", { params })));
    if (version !== this.version) return; // it tells nothing of the match as it stands now
    if (found) this.places = found.cards;
    this.placed = version;
  }

  private async fetch(card: string | null): Promise<void> {
    const { side } = this;
    if (side === null || this.previews.has(this.key(card))) return;
    const key = this.key(card);
    const query = side === "E" && card !== null ? { side, card } : { side };
    const params = { path: { match_id: this.store.id }, query };
    const found = await this.asked(got(api.GET("/api/v1/matches/{match_id}/moves", { params })));
    if (found) this.previews = new Map([...this.previews, [key, found.moves]]);
  }

  /** What comes late belongs to a match that went on, and is dropped. */
  private async asked<T>(answer: Promise<T>): Promise<T | undefined> {
    const { version } = this;
    try {
      const found = await answer;
      return version === this.version ? found : undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (version === this.version) this.store.refusal = error.message;
      return undefined;
    }
  }

  /** Give up what is no longer possible after the match went on. */
  private settle(): void {
    if (this.card !== null && this.side === "Y") {
      const hand = this.store.doc?.hand ?? [];
      const place = this.place !== null && hand[this.place] === this.card ? this.place : hand.indexOf(this.card);
      if (place < 0) return this.cancel();
      this.place = place;
    }
    if (this.tile === null) return;
    const possible = this.card === null ? this.takes(this.tile) : this.legal.has(this.tile);
    if (!possible) this.tile = null;
  }
}
