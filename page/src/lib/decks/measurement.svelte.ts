/** The points of the deck being built against a field, as they were measured last and the time before: one for all
    visits, so that saving a deck under a name, or looking elsewhere, costs no figure. */

import { labCalls, type DeckAnswer, type Share } from "../lab/calls";
import { told } from "../matches/sentence";
import type { DeckDraft } from "./draft.svelte";

interface Taken {
  /** Of the deck that was measured, however it has changed since. */
  key: string;
  field: string;
  answer: DeckAnswer;
}

class Measurement {
  field = $state("library");
  busy = $state(false);
  problem = $state("");
  taken = $state.raw<Taken | null>(null);
  /** The figure before, of another deck against the same field. */
  before = $state.raw<Share | null>(null);

  /** A deck is opened; what was measured of another one is none of its figures. */
  begin(draft: DeckDraft): void {
    this.problem = "";
    if (this.isStale(draft)) this.taken = this.before = null;
  }

  isStale(draft: DeckDraft): boolean {
    return this.taken !== null && this.taken.key !== draft.key;
  }

  async measure(draft: DeckDraft): Promise<void> {
    const { report, key, ruleset } = draft;
    if (!report) return;
    this.problem = "";
    this.busy = true;
    const field = this.field;
    try {
      const answer = await labCalls.measure(report.code, field, ruleset);
      const last = this.taken;
      if (last && (last.key !== key || last.field !== field)) {
        this.before = last.field === field ? last.answer.points : null;
      }
      this.taken = { key, field, answer };
    } catch (error) {
      this.problem = told(error);
    } finally {
      this.busy = false;
    }
  }
}

export const measurement = new Measurement();
