/** The booster packs of the game, and which card comes in which. */

import { api, got, type Schemas } from "../api";

export type Pack = Schemas["BoosterPackDocument"];

class Packs {
  all = $state.raw<readonly Pack[]>([]);
  private loading: Promise<void> | undefined;

  load(): Promise<void> {
    this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  holding(card: string): readonly Pack[] {
    return this.all.filter((pack) => pack.cards.includes(card));
  }

  private async fetch(): Promise<void> {
    this.all = (await got(api.GET("/api/v1/booster-packs"))).packs;
  }
}

export const packs = new Packs();
