/** The exact answer to a position, and the step of it that is looked at on the board. */

import { changedTiles, type BoardDoc } from "../board";
import { told } from "../matches/sentence";
import { positionCalls, type Solved } from "./calls";

export type Question = "puzzle" | "position";

export class Solver {
  busy = $state(false);
  problem = $state("");
  step = $state(0);
  private solved = $state.raw<Solved>();
  private asked = $state("");
  private asking = new AbortController();

  constructor(
    private readonly position: () => string,
    private readonly start: () => BoardDoc | undefined,
  ) {}

  /** An answer to another position is not shown. */
  readonly answer = $derived.by(() => (this.asked === this.position() ? this.solved : undefined));
  private readonly boards = $derived(this.answer?.line.map((one) => one.board) ?? []);
  private readonly place = $derived(Math.min(this.step, this.boards.length));
  /** What was played last on the way that is looked at. */
  readonly move = $derived(this.answer?.line[this.place - 1]);
  /** The board of the step that is looked at; none at the beginning, which is the position itself. */
  readonly board = $derived(this.boards[this.place - 1]);
  readonly lit = $derived.by(() => {
    const before = this.boards[this.place - 2] ?? this.start();
    return before && this.board ? changedTiles(before, this.board) : new Set<string>();
  });

  async solve(question: Question): Promise<void> {
    this.stop();
    const { signal } = (this.asking = new AbortController());
    const position = this.position();
    [this.busy, this.problem, this.solved] = [true, "", undefined];
    try {
      this.solved = await positionCalls.solve(position, question === "puzzle", signal);
      [this.asked, this.step] = [position, 0];
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  stop(): void {
    this.asking.abort();
  }
}
