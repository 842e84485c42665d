/** What the enemy may change on your own turn, for the tiles, while the player wants to see it. */

import { api, got, Refusal, type Schemas } from "../api";
import { preferences } from "../preferences.svelte";

export class Threats {
  doc = $state.raw<Schemas["OutlookDocument"] | null>(null);
  private version = -1;
  private loaded = -1;

  constructor(private readonly matchId: string) {}

  follow(version: number): void {
    this.version = version;
    if (this.loaded !== version) this.doc = null;
    void this.load();
  }

  private async load(): Promise<void> {
    const { version } = this;
    if (!preferences.pressure.on || this.loaded === version) return;
    this.loaded = version;
    try {
      const params = { path: { match_id: this.matchId } };
      const doc = await got(api.GET("/api/v1/matches/{match_id}/prediction", { params }));
      if (version === this.version) this.doc = doc;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // where nothing can be told the tiles say nothing
    }
  }
}
