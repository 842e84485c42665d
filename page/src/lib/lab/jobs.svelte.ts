/** All questions that the lab was asked, looked at again and again while one of them is worked on. */

import { told } from "../matches/sentence";
import { labCalls, type Job, type JobRow } from "./calls";

const AGAIN = 1500;

export class JobList {
  rows = $state.raw<readonly JobRow[]>([]);
  loaded = $state(false);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  async load(): Promise<void> {
    clearTimeout(this.timer);
    await this.attempt(async () => {
      [this.rows, this.loaded] = [await labCalls.jobs(), true];
    });
    const busy = this.rows.some((row) => row.state === "waiting" || row.state === "running");
    if (busy && !this.left) this.timer = setTimeout(() => void this.load(), AGAIN);
  }

  cancel(id: string): Promise<void> {
    return this.change(() => labCalls.cancel(id));
  }

  goOn(id: string): Promise<void> {
    return this.change(() => labCalls.resume(id));
  }

  remove(id: string): Promise<void> {
    return this.attempt(async () => {
      await labCalls.remove(id);
      this.rows = this.rows.filter((row) => row.id !== id);
    });
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private async change(call: () => Promise<Job>): Promise<void> {
    await this.attempt(async () => {
      const changed = await call();
      this.rows = this.rows.map((row) => (row.id === changed.id ? changed : row));
    });
    if (!this.problem) await this.load();
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = told(error);
    }
  }
}
