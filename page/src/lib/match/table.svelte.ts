/** The table of a match: one door for everything that a player touches or types there. */

import { placeName } from "../board";
import { cards, HIDDEN } from "../cards.svelte";
import { preferences } from "../preferences.svelte";
import { Show } from "../show.svelte";
import { sound } from "../sound";
import { t } from "../strings";
import { toasts } from "../toasts.svelte";
import { Coach } from "./coach.svelte";
import { Entry } from "./entry.svelte";
import { drawOffers, enemyOffers, fitting, handOffers, type Offer } from "./offers";
import { MatchStore } from "./store.svelte";
import { Telling } from "./telling.svelte";
import { isCommand, readTyped } from "./typed";

export class Table {
  readonly store: MatchStore;
  readonly entry: Entry;
  readonly coach: Coach;
  readonly telling = new Telling();
  readonly show = new Show();
  /** What is typed and not entered yet. */
  typed = $state("");
  /** Which move of the coach is looked at, 0 for the best. */
  place = $state(0);
  private sent = $state<string[]>([]);

  constructor(
    readonly id: string,
    /** The entry is through, and the focus goes on to what is expected then; or the board is wanted for its other half. */
    private readonly on: { done: () => void; board: () => void },
  ) {
    this.store = new MatchStore(id);
    this.entry = new Entry(this.store);
    this.coach = new Coach(id);
  }

  readonly doc = $derived.by(() => this.store.doc);
  readonly move = $derived.by(() => (this.coach.advises ? this.coach.advice?.moves[this.place] : undefined));
  /** Place in the hand of the card that the coach means. */
  readonly advised = $derived.by<ReadonlySet<number>>(() => {
    const { doc, move } = this;
    if (doc?.expects === "mulligan" || !doc || !this.coach.deep) return new Set();
    const place = move?.card ? doc.hand.indexOf(move.card) : -1;
    return new Set(place < 0 ? [] : [place]);
  });

  /** The faces that are offered where a card is to be told. */
  readonly offers = $derived.by<readonly Offer[]>(() => {
    const { doc, entry } = this;
    if (doc?.expects === "enemy") return enemyOffers(doc, (id) => !entry.knows || entry.fits(id));
    if (doc?.expects === "draw") return drawOffers(doc);
    if (doc?.expects === "hand" || doc?.expects === "new cards") return handOffers(doc, this.telling.ids);
    return [];
  });
  /** Whether a card may be one that nobody saw. */
  readonly takesUnseen = $derived.by(() => ["hand", "new cards", "draw"].includes(this.doc?.expects ?? ""));
  readonly fitting = $derived.by(() => fitting(this.offers, readTyped(this.typed).name));
  private readonly own = $derived.by<readonly Offer[]>(() => {
    const ids = [...new Set(this.doc?.hand ?? [])];
    return ids.flatMap((id) => {
      const card = cards.get(id);
      return card ? [{ card, dim: false }] : [];
    });
  });
  /** What Enter would take. */
  private readonly first = $derived.by<Offer | undefined>(() => {
    const { name } = readTyped(this.typed);
    if (!name || isCommand(this.typed)) return undefined;
    const own = this.plays ? fitting(this.own, name)[0] : undefined;
    return own ?? this.fitting[0];
  });
  /** Whether what is typed is a move of yours; without a tile it may be the name of a card that was not seen. */
  private readonly plays = $derived.by(() => {
    if (this.doc?.expects !== "new cards") return this.doc?.expects === "you";
    return this.entry.tile !== null || readTyped(this.typed).tile !== null;
  });
  readonly hint = $derived.by(() =>
    t.match.entry.found(this.first ? this.fitting.length || 1 : 0, this.first?.card.name ?? ""),
  );
  readonly earlier = $derived.by(() => [...(this.doc?.log.map((one) => one.text.toLowerCase()) ?? []), ...this.sent]);

  name(id: string): string {
    return cards.name(id);
  }

  /** The match stands at another place. */
  async follow(): Promise<void> {
    const { doc } = this.store;
    if (!doc) return;
    this.place = 0;
    this.telling.follow(doc);
    this.coach.follow(doc);
    await this.entry.follow(doc.version);
  }

  pickOwn(place: number): void {
    this.show.skip();
    this.entry.chooseFromHand(place);
    this.typed = "";
    this.goOn();
  }

  /** A face was touched, or taken with Enter. */
  pickOffer(id: string): void {
    const { doc } = this;
    this.show.skip();
    if (doc?.expects === "enemy") {
      this.typed = "";
      this.entry.chooseTheirs(id);
      this.goOn();
    } else if (this.entry.side === "Y" && this.entry.tile !== null) {
      this.typed = "";
      this.entry.chooseUntold(id);
      this.goOn();
    } else if (doc?.expects === "draw") void this.send(`draw ${id}`);
    else if (doc) this.tell(id);
  }

  pickUnseen(): void {
    if (this.doc?.expects === "draw") void this.send("draw ?");
    else this.tell(HIDDEN);
  }

  /** False when the tile means nothing for the entry. */
  pickTile(tile: string): boolean {
    const { entry } = this;
    this.show.skip();
    this.typed = "";
    if (entry.chooseTile(tile)) this.goOn();
    else if (entry.card === null) return false;
    else void this.send(`${entry.side === "E" ? "e " : ""}${entry.card} ${tile}`); // the server says why not
    return true;
  }

  pass(): void {
    this.entry.chooseMove("pass");
    this.goOn();
  }

  /** The move that the coach means. */
  playAdvised(): void {
    if (!this.move) return;
    this.entry.chooseMove(this.move.move);
    this.goOn();
  }

  exchange(): void {
    void this.send(this.telling.mulligan);
  }

  undo(): void {
    this.show.skip();
    void this.store.undo().then((taken) => {
      if (taken) this.done(t.match.undone, { action: t.match.redo, act: () => this.redo() });
    });
  }

  redo(): void {
    void this.store.redo().then((taken) => taken && this.told());
  }

  /** What is chosen is whole: enter it, unless the player wants to be asked first. */
  goOn(): void {
    if (this.entry.ready && !preferences.confirms.on) void this.confirm();
    else if (this.entry.card !== null) this.on.board();
  }

  async confirm(): Promise<void> {
    const { entry } = this;
    const changes = entry.preview?.changes;
    const known = entry.ready && !entry.passing && changes !== undefined;
    if (known) this.animate(changes);
    if (!(await entry.confirm())) return this.show.skip();
    if (!known) this.animate(this.store.outcome?.changes ?? []);
    this.told();
  }

  /** A line of the command language. */
  async send(text: string): Promise<boolean> {
    if (!text.trim()) return false;
    const taken = await this.store.enter(text.trim(), null, () => {
      this.typed = "";
      if (this.store.outcome?.entered) this.entry.cancel();
    });
    if (!taken) return false;
    if (this.store.outcome?.entered) {
      this.animate(this.store.outcome.changes);
      this.told();
    } else this.sent = [...this.sent, text.trim()];
    return true;
  }

  /** Enter was pressed in the line. */
  enterTyped(): void {
    const { typed, first, entry } = this;
    const { name, tile } = readTyped(typed);
    if (!typed.trim()) return;
    if (!first) {
      if (/^p(ass)?$/i.test(typed.trim()) && entry.side !== null) {
        this.typed = "";
        return this.pass();
      }
      if (name || !tile || !this.pickTile(tile)) void this.send(typed);
      return;
    }
    const place = this.plays ? (this.doc?.hand.indexOf(first.card.id) ?? -1) : -1;
    if (this.plays && place < 0 && tile) return void this.send(typed); // the server takes it for one that was not told
    this.typed = "";
    if (place >= 0) this.pickOwn(place);
    else this.pickOffer(first.card.id);
    if (tile && entry.card !== null) this.pickTile(tile);
  }

  /** A whole tile was typed: it needs no Enter. */
  readTile(): void {
    const { name, tile } = readTyped(this.typed);
    if (tile !== null && !name && this.entry.side !== null) this.pickTile(tile);
  }

  /** A key while nothing is typed. */
  shortcut(key: string): boolean {
    const { doc, entry } = this;
    const choice = this.store.outcome?.choice?.options[Number(key) - 1];
    if (choice) void this.send(choice.command);
    else if (key === "Escape") entry.stepBack();
    else if (key === "0" && entry.side !== null) this.pass();
    else if (key === "-" && this.takesUnseen) this.pickUnseen();
    else if (/^[1-9]$/.test(key)) return this.pickNumber(Number(key) - 1);
    else if (key === "ArrowLeft" || key === "ArrowRight") this.step(key === "ArrowLeft" ? -1 : 1);
    else if (key === "Enter" && entry.ready) void this.confirm();
    else if (key === "Enter" && doc?.expects === "mulligan") this.exchange();
    else return false;
    return true;
  }

  /** Look at the move of the coach before or after this one. */
  step(by: number): void {
    const most = Math.min(this.coach.advice?.moves.length ?? 0, Math.max(this.coach.top, 1));
    if (most) this.place = (this.place + by + most) % most;
  }

  close(): void {
    this.store.close();
    this.coach.close();
    this.show.skip();
  }

  private pickNumber(place: number): boolean {
    const { doc } = this;
    if (doc?.expects === "mulligan" && place < doc.hand.length) this.telling.toggle(place);
    else if (doc?.expects === "you" && place < doc.hand.length) this.pickOwn(place);
    else if (doc?.expects === "enemy" && !this.entry.knows)
      return true; // the order of the faces is still to come
    else if (this.fitting[place]) this.pickOffer(this.fitting[place].card.id);
    else return false;
    return true;
  }

  private tell(id: string): void {
    if (!this.doc) return;
    this.typed = "";
    const line = this.telling.take(id, this.doc);
    if (line) void this.send(line);
  }

  private animate(changes: Parameters<Show["play"]>[0]): void {
    this.show.play(changes);
    sound.changes(changes);
  }

  /** Say what was entered, with the way to take it back. */
  private told(): void {
    const { outcome } = this.store;
    const inverse = outcome?.inverse;
    const act = inverse ? () => void this.send(inverse) : () => this.undo();
    this.done(outcome?.lines[0] ?? "", { action: t.match.undo, act });
  }

  private done(text: string, way: { action: string; act: () => void }): void {
    if (text) toasts.show({ text, ...way });
    this.on.done();
  }
}

/** What was chosen, in words. */
export function chosenWords(entry: Entry): string {
  if (entry.passing) return entry.side === "E" ? t.match.enemyPasses : t.match.pass;
  return `${cards.name(entry.card ?? "")} → ${placeName(entry.tile ?? "")}`;
}
