/** Where the reader stands: at a move of the game or at its end, or some steps into a line beside it. */

import { Refusal } from "../api";
import type { BoardDoc, Mark as BoardMark } from "../board";
import { cards } from "../cards.svelte";
import type { Back } from "./back.svelte";
import { boardsOf } from "./boards";
import { isSame, type Move, type Side } from "./game";
import { momentsBetween, NOTHING } from "./happened";
import { COSTLY } from "./marks";

export interface LineStep extends Move {
  side: Side;
  /** After it. */
  board: BoardDoc;
}

export interface Line {
  kind: "better" | "played" | "branch";
  /** Of a branch. */
  name: string;
  start: BoardDoc;
  steps: readonly LineStep[];
}

/** Milliseconds that a move stays. */
const PACE = 1200;
const NO_MARKS: ReadonlyMap<string, readonly BoardMark[]> = new Map();

export class Walk {
  line = $state.raw<Line | null>(null);
  step = $state(0);
  playing = $state(false);
  problem = $state("");
  /** What the last step on has changed, to be shown. */
  moments = $state.raw(NOTHING);
  /** The end, unless a move was chosen; before the game is there, nothing can be. */
  private chosen = $state<number | null>(null);
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly lines = new Map<string, Line>();

  constructor(private readonly back: Back) {}

  readonly stations = $derived.by(() => this.back.game?.stations ?? []);
  /** The place of the end comes after that of the last move. */
  readonly at = $derived(Math.min(this.chosen ?? Infinity, this.stations.length));
  readonly station = $derived(this.stations[this.at]);
  readonly ply = $derived.by(() => this.station && this.back.plies.get(this.station.number));
  readonly atStart = $derived(this.line ? this.step === 0 : this.at === 0);
  readonly atEnd = $derived(this.line ? this.step === this.line.steps.length : !this.station);
  readonly atHand = $derived(this.station?.number === 0);
  /** Places of the moves of both sides that cost something. */
  readonly costly = $derived.by(() =>
    this.stations.flatMap(({ number }, place) => {
      const mark = number ? this.back.plies.get(number)?.mark : this.back.summary?.hand?.mark;
      return mark && COSTLY.has(mark) ? [place] : [];
    }),
  );
  readonly costlyBefore = $derived(this.costly.findLast((place) => place < this.at));
  readonly costlyAfter = $derived(this.costly.find((place) => place > this.at));

  readonly made = $derived(this.line ? this.line.steps[this.step - 1] : undefined);
  readonly board = $derived.by((): BoardDoc | undefined => {
    if (this.line) return this.made?.board ?? this.line.start;
    return this.station?.board ?? this.back.game?.end;
  });
  /** The board before the last step of a line. */
  readonly before = $derived.by((): BoardDoc | undefined => {
    if (!this.line || !this.step) return undefined;
    return this.line.steps[this.step - 2]?.board ?? this.line.start;
  });
  readonly marks = $derived.by(() => (this.line ? this.lineMarks() : this.moveMarks()));

  go(place: number): void {
    this.pause();
    this.leave();
    this.stand(place);
  }

  private stand(place: number): void {
    this.moments = NOTHING;
    const last = this.stations.length;
    this.chosen = place < last ? Math.max(place, 0) : null;
  }

  /** One move on or back, of the line if there is one. */
  by(moves: number): void {
    this.pause();
    this.walk(moves);
  }

  /** Let it play by itself; from its end, all of it once more. */
  play(): void {
    if (this.atEnd) this.toEnd(false);
    this.playing = true;
    this.timer = setInterval(() => {
      this.walk(1);
      if (this.atEnd) this.pause();
    }, PACE);
  }

  pause(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  private walk(moves: number): void {
    const before = this.board;
    if (this.line) this.step = Math.min(Math.max(this.step + moves, 0), this.line.steps.length);
    else this.stand(this.at + moves);
    this.moments = moves === 1 && before && this.board ? momentsBetween(before, this.board) : NOTHING;
  }

  toEnd(last: boolean): void {
    this.pause();
    if (this.line) this.step = last ? this.line.steps.length : 0;
    else this.go(last ? this.stations.length : 0);
  }

  leave(): void {
    this.pause();
    [this.line, this.problem, this.moments] = [null, "", NOTHING];
  }

  open(line: Line, step: number): void {
    this.pause();
    [this.line, this.step, this.moments] = [line, Math.min(step, line.steps.length), NOTHING];
  }

  /** What may follow the better move, or the one that was made, from its first step on. */
  async playOut(kind: "better" | "played"): Promise<void> {
    const [station, ply] = [this.station, this.ply];
    const told = kind === "better" ? ply?.best_line : ply?.line;
    if (!station || !told?.length) return;
    const key = `${kind} ${station.number}`;
    try {
      const line = this.lines.get(key) ?? { kind, name: "", start: station.board, steps: await stepsOf(told) };
      this.lines.set(key, line);
      if (this.station === station) this.open(line, 1);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = error.message;
    }
  }

  /** The better move on the board, and back. */
  async toggleBetter(): Promise<void> {
    if (this.line?.kind === "better") this.leave();
    else await this.playOut("better");
  }

  private lineMarks(): ReadonlyMap<string, readonly BoardMark[]> {
    const made = this.made;
    if (!made) return this.line?.kind === "branch" ? NO_MARKS : this.moveMarks();
    const first = this.step === 1 && this.line?.kind === "better";
    return marked([[made, first ? "better" : "made"]]);
  }

  /** The move that was made, and the better one, where they would lie. */
  private moveMarks(): ReadonlyMap<string, readonly BoardMark[]> {
    const [station, ply] = [this.station, this.ply];
    if (!station) return NO_MARKS;
    const costs = ply?.mark && COSTLY.has(ply.mark);
    const better = ply?.best && costs && !isSame(ply.best, station) ? ply.best : undefined;
    return marked([...(better ? ([[better, "better"]] as const) : []), [station, costs ? "played" : "made"]]);
  }
}

function marked(moves: readonly (readonly [Move, BoardMark["kind"]])[]): ReadonlyMap<string, readonly BoardMark[]> {
  const found = new Map<string, BoardMark[]>();
  for (const [{ card, tile }, kind] of moves) {
    if (card && tile) found.set(tile, [...(found.get(tile) ?? []), { kind, name: cards.name(card) }]);
  }
  return found;
}

async function stepsOf(told: readonly (Move & { side: Side; position: string })[]): Promise<LineStep[]> {
  const boards = await boardsOf(told.map((step) => step.position));
  return told.flatMap(({ side, card, tile }, place) => {
    const board = boards[place];
    return board ? [{ side, card, tile, board }] : [];
  });
}
