/** What is exchanged of an opening hand, in a line short enough for every hand: by what goes back, or by what is kept. */

import { t } from "../strings";

/** From so many cards on it is shorter to name the one that stays. */
const MANY = 4;

/** `places` count from 1; none is to keep the hand. */
export function exchangeName(hand: readonly string[], places: readonly number[], name: (id: string) => string): string {
  const words = t.match.mulligan;
  if (!places.length) return words.keepAll;
  const gone = hand.filter((_, place) => places.includes(place + 1));
  const [stays] = hand.filter((_, place) => !places.includes(place + 1));
  if (stays === undefined) return words.all;
  return gone.length >= MANY ? words.allBut(name(stays)) : words.back(gone.map(name).join(t.list.comma));
}
