/** The levels of the enemy, by number and name. */

import { api, got, type Schemas } from "../api";
import { t } from "../strings";

export type Level = Schemas["LevelDocument"];

class Levels {
  all = $state.raw<readonly Level[]>([]);

  async load(): Promise<void> {
    this.all = (await got(api.GET("/api/v1/levels"))).levels;
  }

  /** As a title: "Learner". */
  name(number: number): string {
    const name = this.all.find((level) => level.number === number)?.name;
    return name ? name.charAt(0).toUpperCase() + name.slice(1) : t.play.levelOf(number);
  }
}

export const levels = new Levels();
