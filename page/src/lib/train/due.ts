/** When an exercise comes back, as one says it. */

import { t } from "../strings";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function comesBack(due: string, now = Date.now()): string {
  const { comesBack: words } = t.train;
  const left = Date.parse(due) - now;
  if (left <= 0) return words.now;
  return left < DAY ? words.minutes(Math.max(1, Math.round(left / MINUTE))) : words.days(Math.round(left / DAY));
}
