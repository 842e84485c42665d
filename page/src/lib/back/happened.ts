/** What changed between two boards, as moments of their tiles; the order in which it happened is not told by them. */

import type { BoardDoc, TileDoc } from "../board";
import type { Moment } from "../show.svelte";

export type Moments = ReadonlyMap<string, Moment>;
export const NOTHING: Moments = new Map();

/** Cards come first, then what they do. */
const DELAYS: Readonly<Record<Moment["kind"], number>> = {
  placed: 0,
  destroyed: 120,
  lowered: 120,
  raised: 120,
  taken: 220,
};

function kindOf(before: TileDoc, after: TileDoc): Moment["kind"] | undefined {
  if (after.card !== before.card) return after.card === null ? "destroyed" : "placed";
  if (after.owner !== before.owner || after.pawns !== before.pawns) return "taken";
  const gain = (after.power ?? 0) - (before.power ?? 0);
  return gain > 0 ? "raised" : gain < 0 ? "lowered" : undefined;
}

export function momentsBetween(before: BoardDoc, after: BoardDoc): Moments {
  return new Map(
    after.tiles.flatMap((tile, place) => {
      const old = before.tiles[place];
      const kind = old && kindOf(old, tile);
      return kind ? [[tile.tile, { kind, delay: DELAYS[kind] }] as const] : [];
    }),
  );
}
