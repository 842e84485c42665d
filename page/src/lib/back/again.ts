/** Playing on from a position of a game: against the engine, or as a match of one's own. */

import { api, got, type Schemas } from "../api";
import { matchCalls } from "../matches/calls";
import { makeOnce, once } from "../play/once";
import { randomSeed } from "../play/seed";
import type { BackSource } from "./source";

/** A game against the engine from before that move; its id. */
export async function tryAgain(source: BackSource & { kind: "match" | "duel" }, number: number): Promise<string> {
  const body: Schemas["AgainRequest"] = { number, level: null, seed: randomSeed() };
  const duel = await makeOnce((headers) =>
    source.kind === "match"
      ? got(api.POST("/api/v1/matches/{match_id}/again", { params: { path: { match_id: source.id } }, headers, body }))
      : got(api.POST("/api/v1/duels/{duel_id}/again", { params: { path: { duel_id: source.id } }, headers, body })),
  );
  return duel.id;
}

/** A match of the reader's that begins with that board; its id. */
export async function goOnWith(position: string): Promise<string> {
  const ruleset = position.split(" ")[0] ?? "";
  const match = await matchCalls.create({ ruleset, first: "you" });
  const params = { path: { match_id: match.id } };
  const body = { text: `board ${position}` };
  await once(match.version, (headers) =>
    got(api.POST("/api/v1/matches/{match_id}/commands", { params, headers, body })),
  );
  return match.id;
}
