/** What the enemy may do next: shown on the board and in a list while it is switched on. */

import { api, got, Refusal, type Schemas } from "../api";

const KEY = "qbcoach-threats";

export class Threats {
  shown = $state(localStorage.getItem(KEY) === "yes");
  doc = $state.raw<Schemas["OutlookDocument"] | null>(null);
  problem = $state("");
  private version = -1;
  private loaded = -1;

  constructor(private readonly matchId: string) {}

  readonly heat = $derived(this.shown ? this.doc?.tile_pressure : undefined);

  toggle(): void {
    this.shown = !this.shown;
    localStorage.setItem(KEY, this.shown ? "yes" : "no");
    void this.load();
  }

  follow(version: number): void {
    if (version === this.version) return;
    this.version = version;
    void this.load();
  }

  private async load(): Promise<void> {
    const { version } = this;
    if (!this.shown || this.loaded === version) return;
    [this.loaded, this.doc, this.problem] = [version, null, ""];
    try {
      const params = { path: { match_id: this.matchId } };
      const doc = await got(api.GET("/api/v1/matches/{match_id}/prediction", { params }));
      if (version === this.version) this.doc = doc;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (version === this.version) this.problem = error.message;
    }
  }
}
