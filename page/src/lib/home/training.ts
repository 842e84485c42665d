/** How training stands, as far as the first screen tells of it. */

import { api, got } from "../api";
import { t } from "../strings";

export interface Standing {
  due: number;
  /** What is hardest for you, in a sentence; empty while too little was answered. */
  hardest: string;
}

/** Fewer answers say nothing of a theme. */
const ENOUGH = 5;

export const NOTHING_KNOWN: Standing = { due: 0, hardest: "" };

export async function readStanding(signal: AbortSignal): Promise<Standing> {
  const { due, themes } = await got(api.GET("/api/v1/train/progress", { signal }));
  const known = themes.filter(({ answers, right }) => answers >= ENOUGH && right < answers);
  const [worst] = known.sort((one, other) => one.right / one.answers - other.right / other.answers);
  return { due, hardest: worst ? t.home.hardestTold(worst.title, worst.right, worst.answers) : "" };
}
