/** What is half entered survives a reload of the tab. */

import type { Entry } from "./entry.svelte";

interface Kept {
  line: string;
  version: number;
  move: Entry["kept"];
}

const name = (id: string): string => `qbcoach-half-${id}`;

export function keep(id: string, kept: Kept): void {
  sessionStorage.setItem(name(id), JSON.stringify(kept));
}

export function recall(id: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name(id)) ?? "") as Kept;
  } catch {
    return undefined;
  }
}
