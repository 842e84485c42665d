/** What the server is asked about games against the levels. */

import { api, got, type Schemas } from "../api";
import { makeOnce, once } from "./once";

export type Duel = Schemas["DuelDocument"];
export type DuelStep = Duel["steps"][number];
export type DuelPage = Schemas["DuelPage"];
export type DuelRow = DuelPage["duels"][number];
export type DuelRequest = Schemas["DuelRequest"];
export type Moves = Schemas["MovesDocument"];
export type Preview = Schemas["PreviewDocument"];
export type Advice = Schemas["AdviceDocument"];
export type MulliganAdvice = Schemas["MulliganAdviceDocument"];
export type RatedMove = Schemas["RatedMoveDocument"];

const DUEL = "/api/v1/duels/{duel_id}" as const;

const path = (duel_id: string) => ({ path: { duel_id } });

export const duelCalls = {
  list: (after?: string): Promise<DuelPage> => got(api.GET("/api/v1/duels", { params: { query: { after } } })),
  create: (body: DuelRequest): Promise<Duel> =>
    makeOnce((headers) => got(api.POST("/api/v1/duels", { headers, body }))),
  read: (id: string): Promise<Duel> => got(api.GET(DUEL, { params: path(id) })),
  remove: (id: string): Promise<unknown> => got(api.DELETE(DUEL, { params: path(id) })),
  decide: (duel: Duel, text: string): Promise<Duel> =>
    once(duel.version, (headers) =>
      got(api.POST(`${DUEL}/decisions`, { params: path(duel.id), headers, body: { text } })),
    ),
  undo: (duel: Duel): Promise<Duel> =>
    once(duel.version, (headers) => got(api.POST(`${DUEL}/undo`, { params: path(duel.id), headers }))),
  resign: (duel: Duel): Promise<Duel> =>
    once(duel.version, (headers) => got(api.POST(`${DUEL}/resign`, { params: path(duel.id), headers }))),
  moves: (id: string): Promise<Moves> => got(api.GET(`${DUEL}/moves`, { params: path(id) })),
  advice: (id: string, signal?: AbortSignal): Promise<Advice | MulliganAdvice> =>
    got(api.GET(`${DUEL}/advice`, { params: path(id), signal: signal ?? null })),
};
