/** A shared game in an address: version, base64url of deflated JSON, checksum. Nothing is asked of any server. */

import { fromSmall, toSmall, type ShareDoc } from "./compact";
import { Damaged } from "./reading";

export { Damaged };
export class Newer extends Error {}

/** The second version tells what was entered too, so that a game can be looked back on; the first is still read. */
const VERSION = "2";
const READABLE = ["1", VERSION];
/** A link may inflate to this much and no more, whatever its sender made of it. */
const MOST_BYTES = 1_000_000;
const LONGEST_LINK = 100_000;

export async function encodeShare(doc: ShareDoc): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(toSmall(doc)));
  const body = base64url(await through(bytes, new CompressionStream("deflate-raw"), Infinity));
  return `${VERSION}.${body}.${checksum(body)}`;
}

export async function decodeShare(payload: string): Promise<ShareDoc> {
  const [version = "", body, sum] = payload.split(".");
  if (body !== undefined && /^\d+$/.test(version) && Number(version) > Number(VERSION)) throw new Newer();
  if (!READABLE.includes(version) || body === undefined || payload.length > LONGEST_LINK) throw new Damaged();
  if (sum !== checksum(body)) throw new Damaged();
  try {
    const bytes = await through(fromBase64url(body), new DecompressionStream("deflate-raw"), MOST_BYTES);
    return fromSmall(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new Damaged();
  }
}

/** FNV-1a: one mistyped or lost letter is noticed. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Damaged();
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function base64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
