/** How many copies of each card the reader owns. */

import { api, got } from "../api";

class Collection {
  private owned = $state.raw<Readonly<Record<string, number>>>({});
  /** Whatever is typed now would be lost when it is there. */
  isLoading = $state(false);

  async load(): Promise<void> {
    this.isLoading = true;
    try {
      this.owned = (await got(api.GET("/api/v1/collection"))).cards;
    } finally {
      this.isLoading = false;
    }
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
