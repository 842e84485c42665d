/** Your chance in a match where the coach knows it already; nothing is searched for it. */

import type { Schemas } from "../api";
import { figureOf } from "../figures";
import { stream } from "../stream";

/** As a figure; empty where the coach would have to search first. */
export async function knownChance(id: string, signal: AbortSignal): Promise<string> {
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort(), { once: true });
  try {
    for await (const { event, data } of stream({ path: `/api/v1/matches/${id}/glance`, signal: stop.signal })) {
      if (event === "started") continue;
      // A known answer comes at once; whatever else comes first says that it is being worked out.
      const chance = event === "answer" ? (data as Schemas["GlanceAnswer"]).chance : null;
      return chance ? figureOf(chance) : "";
    }
    return "";
  } catch {
    return ""; // it is an extra
  } finally {
    stop.abort();
  }
}
