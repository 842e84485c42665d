/** How matches come into the storage. */

import { api, got, type Schemas } from "../api";
import { makeOnce } from "../play/once";

export type MatchDocument = Schemas["MatchDocument"];

export const matchCalls = {
  create: (body: Schemas["NewMatch"]): Promise<MatchDocument> =>
    makeOnce((headers) => got(api.POST("/api/v1/matches", { headers, body }))),
  bring: (text: string): Promise<MatchDocument> =>
    makeOnce((headers) =>
      got(
        api.POST("/api/v1/matches/import", {
          body: text,
          bodySerializer: (body) => body,
          headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
        }),
      ),
    ),
};
