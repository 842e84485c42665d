/** The levels of the enemy, by number and name. */

import { api, got, type Schemas } from "../api";
import { t } from "../strings";

class Levels {
  all = $state.raw<readonly Schemas["LevelDocument"][]>([]);

  async load(): Promise<void> {
    this.all = (await got(api.GET("/api/v1/levels"))).levels;
  }

  name(number: number): string {
    return t.play.levelOf(number, this.all.find((level) => level.number === number)?.name ?? "");
  }
}

export const levels = new Levels();
