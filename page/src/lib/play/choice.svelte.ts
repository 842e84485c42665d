/** Which card goes where: two touches in either order, and the second one makes the move. */

import { placeName } from "../board";

export interface Option {
  card: string;
  tile: string;
}

interface Source {
  hand: () => readonly string[];
  /** Every placement that is possible now; null while that is not known yet, when a card can be chosen already. */
  options: () => readonly Option[] | null;
  /** Card and tile are told. */
  chosen: (place: number, tile: string) => void;
}

const LANES: Readonly<Record<string, string>> = { t: "TOP", m: "MID", b: "BOT" };

export class Choice {
  /** Place of the chosen card in the hand. */
  place = $state<number | null>(null);
  tile = $state<string | null>(null);
  /** The legal tile that is looked at, or over which a card hangs. */
  pointed = $state<string | null>(null);
  /** The lane of a tile that is half typed. */
  lane = $state<string | null>(null);

  constructor(private readonly source: Source) {}

  readonly card = $derived.by(() => (this.place === null ? undefined : this.source.hand()[this.place]));
  /** Card and tile are both told, and the move waits to be confirmed. */
  readonly whole = $derived(this.card !== undefined && this.tile !== null);
  readonly legal = $derived(new Set(this.card === undefined || this.whole ? [] : this.tilesOf(this.card)));
  /** Places of the cards that cannot be chosen: nowhere to go, or not on the tile that was touched first. */
  readonly dead = $derived.by(() => {
    if (!this.options.length) return new Set<number>();
    return new Set(this.source.hand().flatMap((card, place) => (this.fits(card) ? [] : [place])));
  });

  pickCard(place: number): void {
    const card = this.source.hand()[place];
    this.lane = null;
    if (card === undefined || this.source.options()?.length === 0) return;
    if (this.card === undefined && this.tile !== null && this.tilesOf(card).includes(this.tile)) {
      this.decide(place, this.tile);
      return;
    }
    [this.place, this.tile] = [this.place === place ? null : place, null];
  }

  /** Whether something came of it: a move, or a tile for which a card is to be chosen. */
  pickTile(tile: string): boolean {
    this.lane = null;
    if (this.source.options() === null) return false;
    if (this.place !== null && this.card !== undefined && this.tilesOf(this.card).includes(tile)) {
      this.decide(this.place, tile);
      return true;
    }
    const open = this.options.some((one) => one.tile === tile);
    [this.place, this.tile] = [null, open && this.tile !== tile ? tile : null];
    return this.tile !== null;
  }

  /** A letter or digit of a tile, as `m` and `3`; false where it means nothing. */
  type(key: string): boolean {
    const lane = LANES[key];
    if (lane) {
      this.lane = lane;
      return true;
    }
    if (this.lane === null || !/^[1-5]$/.test(key)) return false;
    this.pickTile(`${this.lane}-${key}`);
    return true;
  }

  /** One step back; false where there is none. */
  back(): boolean {
    if (this.lane !== null) this.lane = null;
    else if (this.tile !== null) this.tile = null;
    else if (this.place !== null) this.place = null;
    else return false;
    return true;
  }

  clear(): void {
    [this.place, this.tile, this.pointed, this.lane] = [null, null, null, null];
  }

  /** The hand is another one: a card that was chosen meanwhile stays so if it is the same. */
  keep(card: string | undefined): void {
    if (this.card !== card) this.clear();
  }

  /** What is chosen, for a sentence: the tile as it is shown. */
  get tileName(): string {
    return this.tile === null ? "" : placeName(this.tile);
  }

  private decide(place: number, tile: string): void {
    [this.place, this.tile, this.pointed] = [place, tile, null];
    this.source.chosen(place, tile);
  }

  private get options(): readonly Option[] {
    return this.source.options() ?? [];
  }

  private fits(card: string): boolean {
    const tiles = this.tilesOf(card);
    return this.card === undefined && this.tile !== null ? tiles.includes(this.tile) : tiles.length > 0;
  }

  private tilesOf(card: string): string[] {
    return this.options.flatMap((one) => (one.card === card ? [one.tile] : []));
  }
}
