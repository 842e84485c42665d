/** Decks that were changed and not saved, kept in this tab while its user looks elsewhere. */

const PREFIX = "qbcoach-draft:";

export const keptDrafts = {
  of(place: string): readonly string[] | null {
    const text = sessionStorage.getItem(PREFIX + place);
    return text === null ? null : text.split(" ").filter(Boolean);
  },

  keep(place: string, ids: readonly string[]): void {
    sessionStorage.setItem(PREFIX + place, ids.join(" "));
  },

  drop(place: string): void {
    sessionStorage.removeItem(PREFIX + place);
  },
};
