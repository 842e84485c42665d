/** The best swaps of the deck being built: a job of the lab, found again by whoever comes back to the same question. */

import { askedJobs } from "../lab/asked";
import type { DeckAnswer } from "../lab/calls";
import { LabJob } from "../lab/job.svelte";
import type { DeckDraft } from "./draft.svelte";

export class BestSwaps {
  readonly job = new LabJob();
  owned = $state(false);
  /** The question whose job is shown, and the cards of its deck. */
  private asked = $state.raw({ question: "", key: "" });

  readonly answer = $derived.by((): DeckAnswer | null => {
    const answer = this.job.row?.answer;
    return answer?.kind === "deck" ? answer : null;
  });

  /** The deck has changed since. */
  isStale(draft: DeckDraft): boolean {
    return this.asked.key !== draft.key;
  }

  /** Something else is asked for now: another deck, another field, other cards. */
  isOther(draft: DeckDraft, field: string): boolean {
    return this.asked.question !== this.question(draft, field);
  }

  async find(draft: DeckDraft, field: string): Promise<void> {
    const { report, ruleset, key } = draft;
    if (!report) return;
    const question = this.question(draft, field);
    await this.job.ask({ kind: "deck", deck: report.code, against: field, owned: this.owned, ruleset, seed: 0 });
    if (!this.job.row || this.job.problem) return;
    this.asked = { question, key };
    askedJobs.keep(question, this.job.row.id);
  }

  /** What was asked about this very deck before, whatever has become of it; an answer that is there already stays. */
  async look(draft: DeckDraft, field: string): Promise<void> {
    const [question, key] = [this.question(draft, field), draft.key];
    const id = askedJobs.of(question);
    if (id === undefined) return;
    if (id !== this.job.row?.id) await this.job.open(id);
    if (this.job.row?.id === id) this.asked = { question, key };
  }

  private question({ key, ruleset }: DeckDraft, field: string): string {
    return [key, field, this.owned, ruleset].join("|");
  }
}
