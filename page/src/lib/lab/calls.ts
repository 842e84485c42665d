/** What the deck lab is asked, and its documents. */

import { api, got, type Schemas } from "../api";

export type Field = Schemas["FieldDocument"];
export type Job = Schemas["JobDocument"];
export type JobRow = Schemas["JobRow"];
export type DeckAnswer = Schemas["DeckPointsDocument"];
export type BuildAnswer = Schemas["BuildDocument"];
export type MatrixAnswer = Schemas["MatrixDocument"];
export type MetaAnswer = Schemas["MetaDocument"];
export type Points = Schemas["PointsDocument"];
export type Share = Schemas["ShareDocument"];
export type Swap = Schemas["SwapDocument"];
export type Question =
  Schemas["DeckQuestion"] | Schemas["BuildQuestion"] | Schemas["MatrixQuestion"] | Schemas["MetaQuestion"];
export type Kind = Question["kind"];

const ONE = "/api/v1/lab/jobs/{job_id}" as const;
const path = (job_id: string): { params: { path: { job_id: string } } } => ({ params: { path: { job_id } } });

export const labCalls = {
  ask: (question: Question): Promise<Job> => got(api.POST("/api/v1/lab/jobs", { body: question })),
  jobs: async (): Promise<readonly JobRow[]> => (await got(api.GET("/api/v1/lab/jobs"))).jobs,
  job: (id: string): Promise<Job> => got(api.GET(ONE, path(id))),
  cancel: (id: string): Promise<Job> => got(api.POST(`${ONE}/cancel`, path(id))),
  resume: (id: string): Promise<Job> => got(api.POST(`${ONE}/resume`, path(id))),
  remove: (id: string): Promise<unknown> => got(api.DELETE(ONE, path(id))),
  stream: (id: string): string => `/api/v1/lab/jobs/${encodeURIComponent(id)}/stream`,

  measure: (deck: string, against: string, ruleset: string): Promise<DeckAnswer> =>
    got(api.POST("/api/v1/lab/points", { body: { deck, against, ruleset, seed: 0 } })),

  fields: async (): Promise<readonly Field[]> =>
    (await got(api.GET("/api/v1/lab/fields", { params: { query: {} } }))).fields,
  keep: (name: string, job: string, replace: boolean): Promise<Field> =>
    got(api.PUT("/api/v1/lab/fields/{name}", { params: { path: { name } }, body: { job, replace } })),
  forget: (name: string): Promise<unknown> =>
    got(api.DELETE("/api/v1/lab/fields/{name}", { params: { path: { name } } })),
};
