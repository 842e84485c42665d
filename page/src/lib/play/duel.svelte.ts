/** One game against a level at the page: what is shown, what is being chosen, and the enemy's answer as it happens. */

import { Refusal } from "../api";
import { changedTiles, type BoardDoc } from "../board";
import { cards } from "../cards.svelte";
import { told } from "../matches/sentence";
import { Show, type Change } from "../show.svelte";
import { sound } from "../sound";
import { t } from "../strings";
import { toasts } from "../toasts.svelte";
import { duelCalls, type Duel, type DuelStep, type Preview } from "./calls";
import { Choice } from "./choice.svelte";
import { calm, pause } from "./motion";
import { isOutdated } from "./once";

/** How long one move is shown. */
const MOVE_TIME = 700;

interface Scene {
  board: BoardDoc;
  hand?: readonly string[];
  lit: ReadonlySet<string>;
  text?: string;
}

export class DuelTable {
  duel = $state.raw<Duel>();
  moves = $state.raw<readonly Preview[]>([]);
  /** Places of the cards that are to be exchanged. */
  marked = $state.raw<ReadonlySet<number>>(new Set());
  busy = $state(false);
  problem = $state("");
  readonly show = new Show();
  readonly choice = new Choice({
    hand: () => this.hand,
    options: () => (this.duel?.expects !== "you" ? [] : this.busy ? null : this.placements),
    chosen: () => this.chosen(),
  });
  /** Our own move, shown as made while the server is asked. */
  private hoped = $state.raw<Scene>();
  /** The enemy's move that is being shown. */
  private scene = $state.raw<Scene>();
  /** What the enemy has just done, told and marked until the next move. */
  private news = $state.raw<{ text: string; lit: ReadonlySet<string> }>();
  private stop = new AbortController();
  private shownUntil = 0;

  /** Whether a move that is chosen is made at once. */
  constructor(private readonly atOnce: () => boolean) {}

  readonly hand = $derived(this.hoped?.hand ?? this.duel?.hand ?? []);
  readonly free = $derived(!this.busy && this.duel?.expects === "you");
  readonly over = $derived(this.duel?.expects === "over");
  private readonly placements = $derived(
    this.moves.flatMap(({ card, tile }) => (card !== null && tile !== null ? [{ card, tile }] : [])),
  );
  /** The move that is looked at, if it is possible. */
  readonly preview = $derived.by(() => {
    const { card, tile, pointed } = this.choice;
    return this.moves.find((move) => move.tile !== null && move.tile === (tile ?? pointed) && move.card === card);
  });
  readonly board = $derived(this.scene?.board ?? this.hoped?.board ?? this.preview?.board ?? this.duel?.board);
  readonly lit = $derived.by((): ReadonlySet<string> => {
    const scene = this.scene ?? this.hoped;
    if (scene) return scene.lit;
    if (this.preview && this.duel) return changedTiles(this.duel.board, this.preview.board);
    return this.news?.lit ?? new Set();
  });

  readonly says = $derived.by((): string => {
    const { asks } = t.play;
    if (this.scene?.text) return this.scene.text;
    if (this.busy) return this.hoped ? asks.waits : "";
    if (this.duel?.expects === "over") return asks.over;
    if (this.duel?.expects === "mulligan") return asks.mulligan;
    const { card, tile, tileName } = this.choice;
    const name = card === undefined ? "" : cards.name(card);
    if (card !== undefined && tile !== null) return asks.confirm(name, tileName);
    if (tile !== null) return asks.cardFor(tileName);
    if (card === undefined) return [this.news?.text, asks.yours].filter(Boolean).join(" ");
    return this.choice.legal.size ? asks.tile(name) : asks.nowhere(name);
  });

  async open(id: string): Promise<void> {
    this.skip();
    this.choice.clear();
    this.duel = undefined;
    await this.run(async () => this.arrive(await duelCalls.read(id)));
  }

  /** Show at once what is still to be played out. */
  skip(): void {
    this.stop.abort();
    this.show.skip();
    [this.scene, this.shownUntil] = [undefined, 0];
  }

  mark(place: number): void {
    if (this.busy || this.duel?.expects !== "mulligan") return;
    const marked = new Set(this.marked);
    if (!marked.delete(place)) marked.add(place);
    this.marked = marked;
  }

  async confirm(): Promise<void> {
    const { duel, preview } = this;
    const { place, card, tileName } = this.choice;
    if (!preview || !duel || !this.free || place === null || card === undefined) return;
    const lit = changedTiles(duel.board, preview.board);
    this.hoped = { board: preview.board, hand: duel.hand.toSpliced(place, 1), lit };
    this.choice.clear();
    this.present(preview.changes);
    await this.decide(preview.command, t.play.played(cards.name(card), tileName));
  }

  /** A move that is told by its notation, as advice does: `015 MID-3`. */
  async take(move: string): Promise<void> {
    const [card = "", tile] = move.split(" ");
    if (tile === undefined) return this.pass();
    const place = this.duel?.hand.indexOf(card) ?? -1;
    if (!this.free || place < 0) return;
    [this.choice.place, this.choice.tile] = [place, tile];
    await this.confirm();
  }

  exchange(): Promise<void> {
    const places = [...this.marked].sort((a, b) => a - b).map((place) => place + 1);
    return this.decide(places.length ? `mulligan ${places.join(" ")}` : "keep");
  }

  async pass(): Promise<void> {
    if (this.free) await this.decide("pass", t.play.passed);
  }

  async undo(): Promise<void> {
    if (this.duel?.can_undo) await this.change((duel) => duelCalls.undo(duel));
  }

  resign(): Promise<void> {
    return this.change((duel) => duelCalls.resign(duel));
  }

  private chosen(): void {
    if (this.atOnce()) void this.confirm();
  }

  private decide(text: string, done = ""): Promise<void> {
    return this.change((duel) => duelCalls.decide(duel, text), done);
  }

  /** A list of changes as motion and sound. */
  private present(changes: readonly Change[]): void {
    sound.changes(changes);
    if (calm()) return;
    this.show.play(changes);
    this.shownUntil = performance.now() + MOVE_TIME;
  }

  private async change(ask: (duel: Duel) => Promise<Duel>, done = ""): Promise<void> {
    const before = this.duel;
    if (!before || this.busy) return;
    this.stop.abort();
    this.scene = undefined;
    toasts.clear();
    await this.run(async () => {
      const after = await ask(before).catch((error: unknown) => this.catchUp(before, error));
      if (this.duel !== before) return;
      const mine = this.hoped?.board ?? before.board;
      await this.arrive(after);
      if (done && after.can_undo) {
        toasts.show({ text: done, action: t.play.undo, act: () => void this.undo() });
      }
      void this.playOut(mine, enemySteps(before, after), after);
    });
  }

  /** Somebody, perhaps another tab, was quicker: what is shown is how it stands. */
  private async catchUp(before: Duel, error: unknown): Promise<never> {
    if (!isOutdated(error)) throw error;
    await this.arrive(await duelCalls.read(before.id));
    throw new Refusal(error.status, t.play.outdated);
  }

  /** The enemy's moves, one after the other; the next touch wants the board as it is. */
  private async playOut(from: BoardDoc, steps: readonly DuelStep[], after: Duel): Promise<void> {
    const { signal } = (this.stop = new AbortController());
    let board = from;
    if (steps.length && !calm()) {
      this.scene = { board, lit: new Set(), text: t.play.asks.waits };
      await pause(this.shownUntil - performance.now(), signal);
    }
    for (const step of steps) {
      if (signal.aborted) break;
      const lit = changedTiles(board, step.board);
      board = step.board;
      this.scene = { board, lit, text: step.text };
      this.present(step.changes);
      if (!calm()) await pause(MOVE_TIME, signal);
    }
    if (!signal.aborted) this.scene = undefined;
    if (after.expects === "over") sound.play(endSound(after.result));
    else if (steps.length && !signal.aborted) sound.play("turn");
  }

  private async arrive(duel: Duel): Promise<void> {
    const before = this.duel;
    const moves = duel.expects === "you" ? (await duelCalls.moves(duel.id)).moves : [];
    const fresh = before ? enemySteps(before, duel) : [];
    const { card } = this.choice;
    [this.news, this.marked, this.hoped] = [undefined, new Set(), undefined];
    [this.duel, this.moves] = [duel, moves];
    this.choice.keep(card);
    const start = before && fresh[0] ? (duel.steps[fresh[0].number - 2]?.board ?? before.board) : undefined;
    if (start) this.news = { text: fresh.map((step) => step.text).join(" "), lit: changedTiles(start, duel.board) };
  }

  private async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = told(error);
      this.choice.clear();
    } finally {
      [this.busy, this.hoped] = [false, undefined];
    }
  }
}

function enemySteps(before: Duel, after: Duel): DuelStep[] {
  return after.steps.slice(before.steps.length).filter((step) => step.side === "E");
}

function endSound(result: string | null): "turn" | "win" | "loss" {
  return result?.startsWith("Y") ? "win" : result?.startsWith("E") ? "loss" : "turn";
}
