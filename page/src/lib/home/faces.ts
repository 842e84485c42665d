/** The faces of a few cards, without fetching all of them. */

import { api, got } from "../api";
import type { BoardDoc } from "../board";
import { cards, HIDDEN } from "../cards.svelte";

export async function learnFaces(boards: readonly BoardDoc[]): Promise<void> {
  const ids = new Set(boards.flatMap(({ tiles }) => tiles.flatMap(({ card }) => card ?? [])));
  const missing = [...ids].filter((id) => id !== HIDDEN && !cards.get(id));
  const learnt = missing.map((name) => got(api.GET("/api/v1/cards/{name}", { params: { path: { name } } })));
  cards.learn(await Promise.all(learnt));
}
