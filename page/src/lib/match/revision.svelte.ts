/** Entries of the log changed, put in or taken out, all of them at once: nothing changes until everything fits. */

import type { LogEntry, Misfit } from "./store.svelte";
import type { Table } from "./table.svelte";

export type EditKind = "change" | "insert" | "remove";

export interface Edit {
  kind: EditKind;
  /** In the log as it stands. */
  number: number;
  text: string;
  /** Why it is asked for: it no longer fitted. */
  reason: string;
}

const TILE = /\b(?:TOP|MID|BOT)-[1-5]\b|\b[TMB][1-5]\b/i;

export class Revision {
  edits = $state<Edit[]>([]);
  problem = $state("");

  constructor(private readonly table: Table) {}

  begin(entry: LogEntry): void {
    [this.edits, this.problem] = [[editOf("change", entry)], ""];
  }

  /** The first edit, which the player began with, becomes another kind. */
  turn(kind: EditKind, entry: LogEntry): void {
    this.edits = [{ ...editOf(kind, entry), text: kind === "insert" ? "" : entry.text }];
    this.problem = "";
  }

  place(edit: Edit, tile: string): void {
    edit.text = TILE.test(edit.text) ? edit.text.replace(TILE, tile) : `${edit.text} ${tile}`.trim();
  }

  /** The command that does all of it. */
  get line(): string {
    const one = ({ kind, number, text }: Edit): string =>
      `${kind} ${number}${kind === "remove" ? "" : ` ${text.trim()}`}`;
    return this.edits.map(one).join(" then ");
  }

  /** True when it was taken; else the entry that no longer fits stands among the edits. */
  async send(): Promise<boolean> {
    const { store } = this.table;
    this.problem = "";
    if (await this.table.send(this.line)) return true;
    const { misfit } = store;
    this.problem = misfit ? "" : store.refusal || store.notice;
    if (misfit) this.take(misfit);
    [store.refusal, store.misfit] = ["", null];
    return false;
  }

  private take(misfit: Misfit): void {
    const own = this.edits.find((edit) => edit.number === misfit.number && edit.kind === misfit.edit);
    if (own) own.reason = misfit.reason;
    else {
      const { number, text, reason } = misfit;
      this.edits = [...this.edits, { kind: "change", number, text, reason }];
    }
  }
}

function editOf(kind: EditKind, entry: LogEntry): Edit {
  return { kind, number: entry.number, text: entry.text, reason: "" };
}
