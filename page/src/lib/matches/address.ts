/** A name out of the address; what was mistyped there is taken as it stands. */

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
