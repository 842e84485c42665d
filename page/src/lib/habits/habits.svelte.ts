/** Habits over all games: worked out by the server as a stream; what was worked out once is quick the next time. */

import { sentence, type Schemas } from "../api";
import { rememberHabit } from "../home/habit";
import { told } from "../matches/sentence";
import { stream } from "../stream";
import { t } from "../strings";

export type Progress = Schemas["ProgressAnswer"];
export type Given = Schemas["GivenDocument"];
export type Habit = Schemas["HabitDocument"];
type Step = Schemas["ProgressEvent"];

/** How the server says that there is no game yet with a move to judge. */
const NOTHING = 422;

export class Habits {
  doc = $state.raw<Progress>();
  busy = $state(false);
  stopped = $state(false);
  /** There is no game yet in which a habit could be found. */
  nothing = $state(false);
  problem = $state("");
  /** How far it is; null before anything is told. */
  step = $state.raw<Step | null>(null);
  private asking = new AbortController();

  async begin(): Promise<void> {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    [this.busy, this.stopped, this.nothing, this.problem, this.step] = [true, false, false, "", null];
    try {
      for await (const { event, data } of stream({ path: "/api/v1/progress", signal })) this.hear(event, data);
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  /** What was worked out so far is kept by the server. */
  stop(): void {
    this.asking.abort();
    [this.busy, this.stopped] = [false, true];
  }

  private hear(event: string, data: unknown): void {
    if (event === "progress") this.step = data as Step;
    else if (event === "answer") rememberHabit((this.doc = data as Progress));
    else if (event === "cancelled") this.stopped = true;
    else if (event === "problem" && (data as Schemas["Problem"]).status === NOTHING) this.nothing = true;
    else if (event === "problem") this.problem = sentence(data) ?? t.errors.unreachable;
  }
}
