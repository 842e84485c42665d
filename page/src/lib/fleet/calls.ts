/** What the server is asked about fleet games. */

import { api, got, type Schemas } from "../api";
import { makeOnce, once } from "../play/once";

export type FleetDocument = Schemas["FleetDocument"];
export type FleetFrame = Schemas["FleetFrame"];
export type FleetShip = Schemas["FleetShip"];
export type FleetMap = Schemas["FleetMap"];
export type FleetReplay = Schemas["FleetReplay"];
export type FleetOrder = Schemas["OrderDocument"];
export type FleetPage = Schemas["FleetPage"];
export type FleetRequest = Schemas["FleetRequest"];

const GAME = "/api/v1/fleet/games/{game_id}" as const;

const path = (game_id: string) => ({ path: { game_id } });

export const fleetCalls = {
  list: (after?: string): Promise<FleetPage> => got(api.GET("/api/v1/fleet/games", { params: { query: { after } } })),
  create: (body: FleetRequest): Promise<FleetDocument> =>
    makeOnce((headers) => got(api.POST("/api/v1/fleet/games", { headers, body }))),
  read: (id: string): Promise<FleetDocument> => got(api.GET(GAME, { params: path(id) })),
  remove: (id: string): Promise<unknown> => got(api.DELETE(GAME, { params: path(id) })),
  order: (game: FleetDocument, text: string): Promise<FleetDocument> =>
    once(game.version, (headers) =>
      got(api.POST(`${GAME}/commands`, { params: path(game.id), headers, body: { text } })),
    ),
  advance: (game: FleetDocument, orders: number): Promise<FleetDocument> =>
    once(game.version, (headers) =>
      got(api.POST(`${GAME}/advance`, { params: path(game.id), headers, body: { orders } })),
    ),
  undo: (game: FleetDocument): Promise<FleetDocument> =>
    once(game.version, (headers) => got(api.POST(`${GAME}/undo`, { params: path(game.id), headers }))),
  orders: async (id: string, ship?: number): Promise<FleetOrder[]> =>
    (await got(api.GET(`${GAME}/orders`, { params: { ...path(id), query: { ship } } }))).orders,
  replay: (id: string): Promise<FleetReplay> => got(api.GET(`${GAME}/replay`, { params: path(id) })),
  record: (id: string): Promise<string> => got(api.GET(`${GAME}/record`, { params: path(id), parseAs: "text" })),
  readRecord: (record: string): Promise<FleetReplay> => got(api.POST("/api/v1/fleet/replays", { body: { record } })),
};
