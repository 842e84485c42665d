/** Profiles of opponents: the library's, the reader's own, and what was seen of them. */

import { api, got, type Schemas } from "../api";

export type Opponent = Schemas["OpponentDocument"];
export type OpponentReport = Schemas["OpponentReportDocument"];

const ONE = "/api/v1/opponents/{name}" as const;

class OpponentBook {
  all = $state.raw<readonly Opponent[]>([]);

  async load(): Promise<void> {
    const { opponents } = await got(api.GET("/api/v1/opponents"));
    this.all = opponents;
  }

  /** With `strength` the stored matches are searched first, which takes a while. */
  read(name: string, strength = false): Promise<OpponentReport> {
    return got(api.GET(ONE, { params: { path: { name }, query: { strength } } }));
  }

  async save(name: string, known: string[], note: string, deck: string[] | null): Promise<Opponent> {
    const saved = await got(api.PUT(ONE, { params: { path: { name } }, body: { known, note, deck } }));
    this.all = [saved, ...this.all.filter((one) => one.title !== saved.title)];
    return saved;
  }

  async remove(name: string): Promise<void> {
    await got(api.DELETE(ONE, { params: { path: { name } } }));
    this.all = this.all.filter((one) => !(one.saved && one.title === name));
  }
}

export const opponentBook = new OpponentBook();
