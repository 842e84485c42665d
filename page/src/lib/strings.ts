/** The words of the page in the reader's language. Another language is one more file beside `en.ts` and one line here. */

import { en, type Strings } from "./strings/en";

const catalogues: Record<string, Strings> = { en };

function chosen(): Strings {
  const wanted = navigator.languages.map((language) => language.split("-")[0] ?? "");
  return catalogues[wanted.find((language) => language in catalogues) ?? "en"] ?? en;
}

export const t: Strings = chosen();
document.documentElement.lang = t.language;
