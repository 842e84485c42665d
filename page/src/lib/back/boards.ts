/** Boards of positions, many with one request. */

import { api, got } from "../api";
import type { BoardDoc } from "../board";

/** So many positions the server takes at once. */
const MOST = 100;

export async function boardsOf(positions: readonly string[]): Promise<BoardDoc[]> {
  const boards: BoardDoc[] = [];
  for (let place = 0; place < positions.length; place += MOST) {
    const body = { positions: positions.slice(place, place + MOST) };
    boards.push(...(await got(api.POST("/api/v1/positions/boards", { body }))).boards);
  }
  return boards;
}
