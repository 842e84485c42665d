/** A list that the server gives page by page, and from which rows can be taken out. */

import { told } from "./matches/sentence";

interface Calls<Row> {
  list: (after?: string) => Promise<{ rows: Row[]; next: string | null }>;
  remove: (id: string) => Promise<unknown>;
}

export class PagedList<Row extends { id: string }> {
  rows = $state.raw<Row[]>([]);
  next = $state<string | null>(null);
  loaded = $state(false);
  problem = $state("");

  constructor(private readonly calls: Calls<Row>) {
    void this.load();
  }

  more(): void {
    if (this.next) void this.load(this.next);
  }

  remove(id: string): Promise<void> {
    return this.trying(async () => {
      await this.calls.remove(id);
      this.rows = this.rows.filter((row) => row.id !== id);
    });
  }

  private load(after?: string): Promise<void> {
    return this.trying(async () => {
      const page = await this.calls.list(after);
      [this.rows, this.next, this.loaded] = [after ? [...this.rows, ...page.rows] : page.rows, page.next, true];
    });
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = told(error);
    }
  }
}
