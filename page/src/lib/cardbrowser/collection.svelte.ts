/** How many copies of each card the reader owns. */

import { api, got } from "../api";

class Collection {
  private owned = $state.raw<Readonly<Record<string, number>>>({});

  async load(): Promise<void> {
    this.owned = (await got(api.GET("/api/v1/collection"))).cards;
  }

  copies(id: string): number {
    return this.owned[id] ?? 0;
  }

  async own(card: string, copies: number): Promise<void> {
    await got(api.PUT("/api/v1/collection/{card}", { params: { path: { card } }, body: { copies } }));
    this.owned = { ...this.owned, [card]: copies };
  }
}

export const collection = new Collection();
