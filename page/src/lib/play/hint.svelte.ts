/** What the coach says of a game: asked once for every moment of it, and shown when it is wanted. */

import type { Mark } from "../board";
import { cards } from "../cards.svelte";
import type { Chance } from "../figures";
import { told } from "../matches/sentence";
import { duelCalls, type Advice, type Duel, type MulliganAdvice, type RatedMove } from "./calls";

const SHOWN = 3;

export class Hint {
  /** A hint is wanted for this moment. */
  wanted = $state(false);
  busy = $state(false);
  problem = $state("");
  /** Which of the advised moves is looked at. */
  looked = $state(0);
  private answer = $state.raw<Advice | MulliganAdvice>();
  /** The moment of the game that was asked about. */
  private version = $state(-1);
  /** The chance told last, until another is known. */
  private last = $state.raw<Chance | null>(null);
  private asking = new AbortController();

  constructor(private readonly duel: () => Duel | undefined) {}

  private readonly current = $derived.by(() => (this.duel()?.version === this.version ? this.answer : undefined));
  readonly chance = $derived(this.current && "chance" in this.current ? this.current.chance : this.last);
  readonly stale = $derived(!(this.current && "chance" in this.current));
  readonly advice = $derived(this.wanted && this.current && "moves" in this.current ? this.current : undefined);
  readonly mulligan = $derived(this.wanted && this.current && "mulligan" in this.current ? this.current : undefined);
  readonly moves: readonly RatedMove[] = $derived(this.advice?.moves.slice(0, SHOWN) ?? []);
  readonly move = $derived(this.moves[this.looked]);
  /** The place of the advised card, or of those to exchange. */
  readonly advised = $derived.by((): ReadonlySet<number> => {
    if (this.mulligan) return new Set(this.mulligan.mulligan.map((place) => place - 1));
    const place = this.move?.card ? (this.duel()?.hand.indexOf(this.move.card) ?? -1) : -1;
    return new Set(place < 0 ? [] : [place]);
  });
  readonly marks = $derived.by((): ReadonlyMap<string, readonly Mark[]> => {
    const marks = new Map<string, Mark[]>();
    const { move } = this;
    if (move?.tile && move.card) marks.set(move.tile, [{ kind: "advice", name: cards.name(move.card) }]);
    const fear = move?.fear;
    if (fear?.tile && fear.card) {
      marks.set(fear.tile, [...(marks.get(fear.tile) ?? []), { kind: "fear", name: cards.name(fear.card) }]);
    }
    return marks;
  });

  /** Another moment of the game: what was wanted before is not wanted any more. */
  leave(): void {
    this.asking.abort();
    [this.wanted, this.busy, this.looked, this.problem] = [false, false, 0, ""];
  }

  /** Ask, unless that was done for this moment. */
  async ask(): Promise<void> {
    const duel = this.duel();
    if (!duel || duel.expects === "over" || this.current || this.busy) return;
    const { signal } = (this.asking = new AbortController());
    this.busy = true;
    this.problem = "";
    try {
      const answer = await duelCalls.advice(duel.id, signal);
      if (signal.aborted) return;
      [this.answer, this.version] = [answer, duel.version];
      if ("chance" in answer) this.last = answer.chance;
    } catch (error) {
      if (!signal.aborted) this.problem = told(error);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  want(): void {
    this.wanted = true;
    void this.ask();
  }
}
