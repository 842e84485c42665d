/** What went wrong, in one sentence for the reader. */

import { Refusal } from "../api";
import { t } from "../strings";

export function told(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof DOMException && error.name === "AbortError") return "";
  console.error(error);
  return t.errors.unreachable;
}
