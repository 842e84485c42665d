/**
 * What happened, shown on the board in the order in which it happened: the list of changes as moments of its tiles,
 * 600 ms in all, over at the next touch.
 */

import type { Schemas } from "./api";

export type Change = Schemas["EventDocument"];

export interface Moment {
  kind: "placed" | "taken" | "raised" | "lowered" | "destroyed";
  /** Milliseconds after the first. */
  delay: number;
}

const WHOLE = 600;
const ONE = 220;

const KINDS: Readonly<Record<string, Moment["kind"]>> = {
  card_placed: "placed",
  token_spawned: "placed",
  pawns_laid: "taken",
  tile_captured: "taken",
  pawns_undone: "taken",
  card_destroyed: "destroyed",
};

interface Facts {
  tile?: string;
  card?: { tile?: string } | null;
  before?: number;
  after?: number;
}

function kindOf(change: Change, facts: Facts): Moment["kind"] | undefined {
  const known = KINDS[change.kind];
  if (known) return known;
  const { before, after } = facts;
  if (typeof before !== "number" || typeof after !== "number" || before === after) return undefined;
  return after > before ? "raised" : "lowered";
}

/** The moments by tile; of several on one tile the last is shown. */
export function momentsOf(changes: readonly Change[]): ReadonlyMap<string, Moment> {
  const told = changes.flatMap((change) => {
    const facts = change.facts as Facts;
    const [tile, kind] = [facts.tile ?? facts.card?.tile, kindOf(change, facts)];
    return tile && kind ? [{ tile, kind }] : [];
  });
  const step = Math.min((WHOLE - ONE) / Math.max(told.length - 1, 1), ONE / 2);
  return new Map(told.map(({ tile, kind }, index) => [tile, { kind, delay: Math.round(step * index) }]));
}

export class Show {
  moments = $state.raw<ReadonlyMap<string, Moment>>(new Map());
  private timer: ReturnType<typeof setTimeout> | undefined;

  play(changes: readonly Change[]): void {
    this.skip();
    this.moments = momentsOf(changes);
    if (this.moments.size) this.timer = setTimeout(() => this.skip(), WHOLE);
  }

  /** The next touch wants the board as it is. */
  skip(): void {
    clearTimeout(this.timer);
    if (this.moments.size) this.moments = new Map();
  }
}
