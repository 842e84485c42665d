/** One game against a level at the page: what is shown, what is being chosen, and the enemy's answer step by step. */

import { Refusal } from "../api";
import { changedTiles, placeName, type BoardDoc } from "../board";
import { cards } from "../cards.svelte";
import { told } from "../matches/sentence";
import { t } from "../strings";
import { duelCalls, type Duel, type DuelStep, type Preview } from "./calls";
import { calm, pause } from "./motion";
import { isOutdated } from "./once";

const STEP_TIME = 1100;

export class DuelTable {
  duel = $state.raw<Duel>();
  moves = $state.raw<readonly Preview[]>([]);
  /** Place of the chosen card in the hand. */
  place = $state<number | null>(null);
  tile = $state<string | null>(null);
  /** Places of the cards that are to be exchanged. */
  marked = $state.raw<ReadonlySet<number>>(new Set());
  busy = $state(false);
  problem = $state("");
  /** Our own move, shown as made while the server is asked. */
  private hoped = $state.raw<{ board: BoardDoc; hand: readonly string[]; lit: Set<string> }>();
  /** The step that is being shown, with the board before it. */
  step = $state.raw<DuelStep>();
  private before = $state.raw<BoardDoc>();
  /** What the enemy has just done, told and marked until the next choice. */
  private news = $state.raw<{ text: string; lit: Set<string> }>();
  private stop = new AbortController();

  readonly hand = $derived(this.hoped?.hand ?? this.duel?.hand ?? []);
  readonly card = $derived(this.place === null ? undefined : this.duel?.hand[this.place]);
  readonly free = $derived(!this.busy && this.duel?.expects === "you");
  readonly legal = $derived(
    new Set(
      this.tile || !this.free
        ? []
        : this.moves.flatMap((move) => (move.card === this.card && move.tile ? [move.tile] : [])),
    ),
  );
  readonly preview = $derived(
    this.moves.find((move) => move.tile !== null && move.tile === this.tile && move.card === this.card),
  );
  readonly board = $derived(this.step?.board ?? this.hoped?.board ?? this.preview?.board ?? this.duel?.board);
  readonly lit = $derived.by((): ReadonlySet<string> => {
    if (this.step && this.before) return changedTiles(this.before, this.step.board);
    if (this.hoped) return this.hoped.lit;
    if (this.preview && this.duel) return changedTiles(this.duel.board, this.preview.board);
    return this.news?.lit ?? new Set();
  });
  /** Places of cards that can be played nowhere. */
  readonly dead = $derived(
    new Set(
      this.free && this.moves.length
        ? this.hand.flatMap((id, place) => (this.moves.some((move) => move.card === id) ? [] : [place]))
        : [],
    ),
  );
  readonly asks = $derived.by((): string => {
    const { asks } = t.play;
    if (this.step) return asks.told;
    if (this.busy) return asks.waits;
    if (this.duel?.expects === "over") return asks.over;
    if (this.duel?.expects === "mulligan") return asks.mulligan;
    if (!this.card) return [this.news?.text, asks.card].filter(Boolean).join(" ");
    if (this.tile) return asks.confirm(cards.name(this.card), placeName(this.tile));
    return this.legal.size ? asks.tile(cards.name(this.card)) : asks.nowhere(cards.name(this.card));
  });

  async open(id: string): Promise<void> {
    this.skip();
    this.forget();
    this.duel = undefined;
    await this.run(async () => {
      const duel = await duelCalls.read(id);
      await this.show(duel);
    });
  }

  forget(): void {
    this.news = undefined;
    this.place = null;
    this.tile = null;
    this.marked = new Set();
  }

  /** Show everything at once that is still to be played out. */
  skip(): void {
    this.stop.abort();
  }

  chooseCard(place: number): void {
    if (this.busy) return;
    if (this.duel?.expects === "mulligan") {
      const marked = new Set(this.marked);
      if (!marked.delete(place)) marked.add(place);
      this.marked = marked;
      return;
    }
    this.news = undefined;
    this.tile = null;
    this.place = this.place === place ? null : place;
  }

  chooseTile(tile: string): void {
    if (this.busy) return;
    this.tile = this.legal.has(tile) ? tile : null;
  }

  /** Take up a move that was advised: `015 MID-3`. */
  take(move: string): void {
    const [card, tile] = move.split(" ");
    const place = this.duel?.hand.indexOf(card ?? "") ?? -1;
    this.place = place < 0 ? null : place;
    this.tile = place < 0 ? null : (tile ?? null);
  }

  async confirm(): Promise<void> {
    const [preview, duel, place] = [this.preview, this.duel, this.place];
    if (!preview || !duel || place === null) return;
    this.hoped = {
      board: preview.board,
      hand: duel.hand.toSpliced(place, 1),
      lit: changedTiles(duel.board, preview.board),
    };
    await this.decide(preview.command);
  }

  exchange(): Promise<void> {
    const places = [...this.marked].sort((a, b) => a - b).map((place) => place + 1);
    return this.decide(places.length ? `mulligan ${places.join(" ")}` : "keep");
  }

  pass(): Promise<void> {
    return this.decide("pass");
  }

  undo(): Promise<void> {
    return this.change((duel) => duelCalls.undo(duel));
  }

  resign(): Promise<void> {
    return this.change((duel) => duelCalls.resign(duel));
  }

  private decide(text: string): Promise<void> {
    return this.change((duel) => duelCalls.decide(duel, text));
  }

  private async change(ask: (duel: Duel) => Promise<Duel>): Promise<void> {
    const before = this.duel;
    if (!before || this.busy) return;
    await this.run(async () => {
      const after = await ask(before).catch(async (error: unknown) => {
        if (!isOutdated(error)) throw error;
        this.forget();
        await this.show(await duelCalls.read(before.id));
        throw new Refusal(error.status, t.play.outdated);
      });
      if (this.duel !== before) return;
      this.forget();
      await this.playOut(before, after);
      if (this.duel !== before) return;
      this.news = answerOf(before, after);
      await this.show(after);
    });
  }

  /** What happened since, one step after the other; our own step is on the board already. */
  private async playOut(before: Duel, after: Duel): Promise<void> {
    const fresh = enemySteps(before, after);
    this.stop = new AbortController();
    if (calm()) return;
    let board = this.hoped?.board ?? before.board;
    for (const step of fresh) {
      if (this.stop.signal.aborted) break;
      this.before = board;
      this.step = step;
      board = step.board;
      await pause(STEP_TIME, this.stop.signal);
    }
  }

  private async show(duel: Duel): Promise<void> {
    this.step = undefined;
    this.hoped = undefined;
    this.moves = [];
    this.duel = duel;
    if (duel.expects === "you") this.moves = (await duelCalls.moves(duel.id)).moves;
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
      this.step = undefined;
      this.hoped = undefined;
    }
  }
}

function enemySteps(before: Duel, after: Duel): DuelStep[] {
  return after.steps.slice(before.steps.length).filter((step) => step.side === "E");
}

function answerOf(before: Duel, after: Duel): { text: string; lit: Set<string> } | undefined {
  const steps = enemySteps(before, after);
  const [first] = steps;
  if (!first) return undefined;
  const board = after.steps[first.number - 2]?.board ?? before.board;
  return { text: steps.map((step) => step.text).join(" "), lit: changedTiles(board, after.board) };
}
