/** One exercise being done: the moves that are right so far, the last answer, and what the board shows of it. */

import { changedTiles, placeName, type BoardDoc, type Mark } from "../board";
import { cards } from "../cards.svelte";
import { told } from "../matches/sentence";
import { Choice, type Option } from "../play/choice.svelte";
import { positionCalls } from "../puzzles/calls";
import { t } from "../strings";
import { trainCalls, type Answer, type Exercise } from "./calls";

const PASS = "pass";

export class Run {
  /** The exercise as it stands after the moves that are right so far. */
  doc = $state.raw<Exercise>();
  answer = $state.raw<Answer>();
  busy = $state(false);
  problem = $state("");
  private options = $state.raw<readonly Option[]>([]);
  private moves = $state.raw<readonly string[]>([]);
  /** The hints of the moves before this one. */
  private hinted = 0;
  /** The move that is being judged. */
  private made = $state.raw<Option | null>(null);

  readonly choice = new Choice({
    hand: () => this.hand,
    options: () => (this.finished ? [] : this.busy ? null : this.options),
    chosen: (place, tile) => this.chosen({ card: this.hand[place] ?? "", tile }),
  });

  /** Whether a move that is chosen is made at once. */
  constructor(private readonly atOnce: () => boolean) {}

  readonly right = $derived(this.answer?.verdict === "right");
  readonly solved = $derived((this.answer?.solution.length ?? 0) > 0);
  readonly finished = $derived(this.right || this.solved);
  readonly wrong = $derived(this.answer?.verdict === "wrong" && !this.solved);
  readonly hand = $derived((this.right ? this.answer?.hand : this.doc?.hand) ?? []);
  /** Why a wrong move is wrong stays on the board until another is chosen. */
  private readonly refuted = $derived(
    this.wrong && this.choice.card === undefined && this.choice.tile === null && !this.busy
      ? this.answer?.refutation
      : undefined,
  );
  readonly board = $derived.by((): BoardDoc | undefined => {
    if (!this.doc) return undefined;
    if (this.busy && this.made) return withCard(this.doc.board, this.made);
    if (this.right && this.answer) return this.answer.board;
    return this.refuted?.board ?? this.doc.board;
  });
  readonly lit = $derived(
    this.doc && this.board && (this.right || this.refuted)
      ? changedTiles(this.doc.board, this.board)
      : new Set<string>(),
  );
  readonly marks = $derived.by((): ReadonlyMap<string, readonly Mark[]> => {
    const marks = new Map<string, Mark[]>();
    if (this.refuted && this.made) marks.set(this.made.tile, [{ kind: "played", name: cards.name(this.made.card) }]);
    if (this.refuted?.reply?.tile && this.refuted.reply.card) {
      marks.set(this.refuted.reply.tile, [{ kind: "fear", name: cards.name(this.refuted.reply.card) }]);
    }
    if (this.right) return marks;
    for (const line of this.answer?.solution ?? []) {
      const move = line[this.moves.length];
      if (move?.tile && move.card) marks.set(move.tile, [{ kind: "advice", name: cards.name(move.card) }]);
    }
    return marks;
  });
  readonly says = $derived.by((): string => {
    const { asks } = t.train.exercise;
    if (this.busy) return asks.waits;
    if (this.finished) return "";
    const { card, tile, tileName } = this.choice;
    const name = card === undefined ? "" : cards.name(card);
    if (card !== undefined && tile !== null) return t.play.asks.confirm(name, tileName);
    if (tile !== null) return t.play.asks.cardFor(tileName);
    if (card === undefined) return asks.yours;
    return this.choice.legal.size ? t.play.asks.tile(name) : t.play.asks.nowhere(name);
  });

  open(id: string): Promise<void> {
    [this.doc, this.answer, this.moves, this.made, this.hinted] = [undefined, undefined, [], null, 0];
    this.choice.clear();
    return this.run(() => this.load(id, 0));
  }

  hint(): Promise<void> {
    const { doc } = this;
    if (!doc?.hints_left || this.busy || this.finished) return Promise.resolve();
    return this.run(() => this.load(doc.id, doc.hints.length + 1));
  }

  /** The move that was chosen, where it is confirmed. */
  confirm(): void {
    const { card, tile } = this.choice;
    if (card !== undefined && tile !== null) void this.play({ card, tile });
  }

  pass(): void {
    if (!this.finished) void this.send(PASS, null);
  }

  giveUp(): void {
    if (!this.finished) void this.send(null, null);
  }

  /** Back to before the wrong move. */
  tryAgain(): void {
    this.answer = undefined;
    this.choice.clear();
  }

  private chosen(move: Option): void {
    if (this.atOnce()) void this.play(move);
  }

  private play(move: Option): Promise<void> {
    return this.send(`${move.card} ${placeName(move.tile)}`, move);
  }

  private async send(text: string | null, made: Option | null): Promise<void> {
    const { doc } = this;
    if (!doc || this.busy) return;
    this.made = made;
    this.choice.clear();
    await this.run(async () => {
      const moves = text === null ? [] : [...this.moves, text];
      const answer = await trainCalls.answer(doc.id, moves, this.hinted + doc.hints.length);
      if (answer.verdict === "on_the_way") {
        this.hinted += doc.hints.length;
        this.moves = moves;
        await this.load(doc.id, 0);
      }
      this.answer = answer;
    });
  }

  private async load(id: string, hints: number): Promise<void> {
    const doc = await trainCalls.exercise(id, hints, [...this.moves]);
    if (doc.position !== this.doc?.position) {
      const moves = await positionCalls.moves(doc.position);
      this.options = moves.flatMap(({ card, tile }) => (card !== null && tile !== null ? [{ card, tile }] : []));
    }
    this.doc = doc;
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

/** The card where it is put, until the server has said what comes of it. */
function withCard(board: BoardDoc, { card, tile }: Option): BoardDoc {
  const power = cards.get(card)?.power ?? null;
  const tiles = board.tiles.map((one) =>
    one.tile === tile ? { ...one, owner: "Y" as const, card, power, change: 0, pawns: 0 } : one,
  );
  return { ...board, tiles };
}
