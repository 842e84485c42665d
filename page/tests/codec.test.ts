import { expect, test } from "vitest";
import { Damaged, decodeShare, encodeShare, Newer } from "../src/lib/share/codec";
import { toSmall } from "../src/lib/share/compact";
import { boardWith, game, numbers } from "./games";

/** The link of the game, as it was made by version 2. */
const SENT = [
  "2.bZG_asMwEMZf5fimFs7NSa0pCXRog-d2yOIIDXYQscGxi_8MoRTyFO2Sjt0694Ey5DmK5NJ_lJPEIXT3_b6TUYzrdVbWXU-H3X5eNK",
  "smb-imrKrD7oUOT-90fH497t_ADxAVY4Z5u-36rKrK2tG8zXIwRAtmWA54ZGOwKBxtsn5VUO7WZd2dgQ1al5dtX1CqOAqRqEn0mUbfGa",
  "XUD219pWDZGGGkYGXZXDASn1k2fiNtBrqvsi39paGmpoXykoqRGlGxZXCkWPkWY3P9o7lwsBVEVLjRDPgljAw2aAsr9uev8CihmBa3d1",
  "EADtZd7TbbANfRcgg8seeJGYkRLXYy8nj9kef8Hx7xb3DiEplOT_EvXIavwcj4B6zDgNhMWfMlK-8KjkRLYIxhrf0A.1t8u5t4",
].join("");

/** The same by version 1, which did not tell what was entered. */
const SENT_BEFORE = [
  "1.bZDPSsNAEMZfZfhOChO7Ew3SggcteYNe0mUPm7I0gTSR_DkUEfoUeqlHb559oB76HLIb0SpldodhWb7vN58Wxv3alnXX02G3nx",
  "fNqskbeiir6rB7o8PLJx1f34_7D_ATlCSYYd5uu95WVVk7mrc2B0PFCjMsBzyz1lgUjja2XxWUu3VZd1dgjdblZdsXlAlHoVKZRN",
  "9j9DtRRv3Q1ncCw1orRgYWw_qGkfrJsPYXWTPQY2W39J-GmpoW4i2FkWkliWFwJCxeYhSPT8QVh7WCiYSXmAF_FMPCBG_Fwr7_qc",
  "Dhd3W122wDTUfLIQAkHiBhpFrFykxGAG84AlyfAVD-Dy5cqqbTS5ylsfhJQo2hcxwSYT3lmG9ZfELGfAE.1tly79q",
].join("");

/** A link as a stranger may make it: anything inside, and the right checksum. */
async function forged(inside: string | Uint8Array<ArrayBuffer>, version = "1"): Promise<string> {
  const packed = new Blob([inside]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return signed(btoa(bytes.reduce((letters, byte) => letters + String.fromCharCode(byte), "")), version);
}

function signed(base64: string, version = "1"): string {
  const body = base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  let hash = 2166136261n;
  for (const letter of body) hash = ((hash ^ BigInt(letter.charCodeAt(0))) * 16777619n) % 2n ** 32n;
  return `${version}.${body}.${hash.toString(36)}`;
}

test("a game comes out of its link as it went in", async () => {
  expect(await decodeShare(await encodeShare(game()))).toEqual(game());
});

test("so does a position without a title", async () => {
  const frame = {
    text: "",
    entry: null,
    position: "rebirth - Y",
    board: boardWith({ "BOT-5": { owner: "E", pawns: 3 } }),
  };
  const doc = { kind: "position" as const, title: "", cards: {}, frames: [frame] };
  expect(await decodeShare(await encodeShare(doc))).toEqual(doc);
});

test("a link holds nothing that an address must write in another way", async () => {
  expect(await encodeShare(game())).toMatch(/^2\.[A-Za-z0-9_-]+\.[a-z0-9]+$/);
});

test("links that are out in the world stay readable", async () => {
  expect(await decodeShare(SENT)).toEqual(game());
  const untold = game().frames.map((frame) => ({ ...frame, entry: null }));
  expect(await decodeShare(SENT_BEFORE)).toEqual({ ...game(), frames: untold });
});

test("one wrong letter is noticed, wherever it stands", async () => {
  for (let place = 0; place < SENT.length; place += 1) {
    const wrong = SENT[place] === "x" ? "y" : "x";
    await expect(decodeShare(SENT.slice(0, place) + wrong + SENT.slice(place + 1)), `at ${place}`).rejects.toThrow(
      Damaged,
    );
  }
});

test("a link that was cut off is noticed, however long it is", async () => {
  for (let length = 0; length < SENT.length; length += 1) {
    await expect(decodeShare(SENT.slice(0, length)), `after ${length}`).rejects.toThrow(Damaged);
  }
});

test("a letter more is noticed as well", async () => {
  await expect(decodeShare(`${SENT}x`)).rejects.toThrow(Damaged);
  await expect(decodeShare(`x${SENT}`)).rejects.toThrow(Damaged);
});

test.each(["3", "10"])("a link of version %s is told to be newer, not damaged", async (version) => {
  await expect(decodeShare(SENT.replace("2.", `${version}.`))).rejects.toThrow(Newer);
});

test.each(["", "0", "-1", "1.5", "v2", "２"])("a version that never was is damage: '%s'", async (version) => {
  await expect(decodeShare(SENT.replace("2.", `${version}.`))).rejects.toThrow(Damaged);
});

test("a forged link is read as any other when what it holds is right", async () => {
  expect(await decodeShare(await forged(JSON.stringify(toSmall(game()))))).toEqual(game());
});

test.each(["", "no JSON", "null", "{}", "[]", '[1,"title",{},[]]', '[1,"title",{},[["",[],[],[]]],0]'])(
  "a right checksum does not make sense of '%s'",
  async (inside) => {
    await expect(decodeShare(await forged(inside))).rejects.toThrow(Damaged);
  },
);

test("neither does it of bytes that are no text or were never packed", async () => {
  const text = new TextEncoder().encode(JSON.stringify(toSmall(game())));
  await expect(decodeShare(await forged(Uint8Array.of(...text.slice(0, 4), 0xff, ...text.slice(4))))).rejects.toThrow(
    Damaged,
  );
  await expect(decodeShare(signed(btoa("never packed")))).rejects.toThrow(Damaged);
  await expect(decodeShare(signed("*"))).rejects.toThrow(Damaged);
});

test("a small link that would grow large is refused", async () => {
  const room = (length: number): string => JSON.stringify(toSmall(game())) + " ".repeat(length);
  expect(await decodeShare(await forged(room(900_000)))).toEqual(game());
  const bomb = await forged(room(1_000_000));
  expect(bomb.length).toBeLessThan(5_000);
  await expect(decodeShare(bomb)).rejects.toThrow(Damaged);
});

test("a link of absurd length is not even looked into", async () => {
  const noise = numbers(1);
  const cards = Object.fromEntries(
    Array.from({ length: 40 }, (_, id) => [id, Array.from({ length: 3000 }, () => noise(36).toString(36)).join("")]),
  );
  const long = await encodeShare({ ...game(), cards });
  expect(long.length).toBeGreaterThan(100_000);
  await expect(decodeShare(long)).rejects.toThrow(Damaged);
});
