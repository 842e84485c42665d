/** When something happened, for the reader; what is no time is shown as the server has it, and no list fails by it. */

import { t } from "../strings";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const date = new Intl.DateTimeFormat(t.language, { dateStyle: "medium", timeStyle: "short" });

export function moment(text: string): string {
  const time = TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? `‘${shown(text)}’` : date.format(time);
}

/** Controls and invisible marks written out. */
function shown(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
