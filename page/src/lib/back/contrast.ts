/** Two moves beside each other, by the boards that they lead to. */

import type { BoardDoc } from "../board";
import { t } from "../strings";

/** The boards after the better move and after the one that was made. */
export interface Outcomes {
  better: BoardDoc;
  played: BoardDoc;
}

function freeTiles(board: BoardDoc, side: "Y" | "E"): number {
  return board.tiles.filter((tile) => tile.owner === side && tile.card === null).length;
}

/** What stands differently after the better move, lane by lane, and how much room both sides have. */
export function differences({ better, played }: Outcomes): string[] {
  const { beside } = t.back;
  const lanes = better.lanes.flatMap((lane, place) => {
    const other = played.lanes[place];
    if (!other || (lane.you === other.you && lane.enemy === other.enemy)) return [];
    return [beside.lane(beside.lanes[lane.lane], [lane.you, lane.enemy], [other.you, other.enemy])];
  });
  const rooms = (["Y", "E"] as const).flatMap((side) => {
    const [then, other] = [freeTiles(better, side), freeTiles(played, side)];
    return then === other ? [] : [beside.room[side](then, other)];
  });
  return [...(lanes.length ? [beside.after(lanes.join(beside.and))] : []), ...rooms];
}
