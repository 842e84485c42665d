import { afterEach, vi } from "vitest";

// Put in place before any module of the page is read, because the client of the interface keeps the one that it finds.
globalThis.fetch = vi.fn<typeof fetch>();

afterEach(() => {
  vi.useRealTimers();
});
