/** The rule sets that the server knows. */

import { api, got } from "../api";

class Rulesets {
  names = $state.raw<readonly string[]>(["rebirth"]);

  async load(): Promise<void> {
    const { rulesets } = await got(api.GET("/api/v1/rulesets"));
    this.names = rulesets.map((ruleset) => ruleset.name);
  }
}

export const rulesets = new Rulesets();
