/** Decks of the library and the reader's own. */

import { api, got, type Schemas } from "../api";

export type DeckReport = Schemas["DeckReport"];

const DECK = "/api/v1/decks/{name}" as const;

class DeckLibrary {
  library = $state.raw<readonly DeckReport[]>([]);
  saved = $state.raw<readonly DeckReport[]>([]);

  async load(): Promise<void> {
    const { library, saved } = await got(api.GET("/api/v1/decks", { params: { query: {} } }));
    this.library = library;
    this.saved = saved;
  }

  isSaved(name: string): boolean {
    return this.saved.some((deck) => deck.name === name);
  }

  read(name: string): Promise<DeckReport> {
    return got(api.GET(DECK, { params: { path: { name } } }));
  }

  check(deck: { cards: string[] } | { text: string }, ruleset: string, signal?: AbortSignal): Promise<DeckReport> {
    return got(api.POST("/api/v1/decks/check", { body: { ...deck, ruleset }, signal: signal ?? null }));
  }

  async save(name: string, cards: string[], ruleset: string, replace: boolean): Promise<DeckReport> {
    const body = { cards, ruleset, replace };
    const report = await got(api.PUT(DECK, { params: { path: { name } }, body }));
    this.saved = [...this.saved.filter((deck) => deck.name !== report.name), report];
    return report;
  }

  async remove(name: string): Promise<void> {
    await got(api.DELETE(DECK, { params: { path: { name } } }));
    this.saved = this.saved.filter((deck) => deck.name !== name);
  }
}

export const deckLibrary = new DeckLibrary();
