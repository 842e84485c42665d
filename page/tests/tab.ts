/** As much of a browser's tab as the page's logic asks for; what is drawn is tested in Chromium. */

import type { Environment } from "vitest/runtime";

class Shelf {
  private readonly kept = new Map<string, string>();

  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }

  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

const tab: Environment = {
  name: "tab",
  // The sources are compiled as for the browser, not for a server.
  viteEnvironment: "client",
  setup(global: object) {
    const location = new URL("http://page.test/");
    const events = new EventTarget();
    const things = {
      location,
      history: { replaceState: (_: unknown, __: string, to: string) => (location.href = new URL(to, location).href) },
      addEventListener: events.addEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
      navigator: { languages: ["en"] },
      document: { documentElement: { lang: "" }, visibilityState: "visible" },
      matchMedia: () => ({ matches: true }),
      sessionStorage: new Shelf(),
      localStorage: new Shelf(),
    };
    for (const [name, value] of Object.entries(things)) {
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    }
    return { teardown: () => undefined };
  },
};

export default tab;
