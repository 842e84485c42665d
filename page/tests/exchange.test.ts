import { describe, expect, it } from "vitest";
import { exchangeName } from "../src/lib/match/exchange";

const HAND = ["Mu", "Zu", "Flan", "Ogre", "Joker"];
const named = (places: readonly number[]): string => exchangeName(HAND, places, (id) => id);

describe("an exchange is named shortly", () => {
  it("by what goes back, while that is little", () => {
    expect(named([])).toBe("Keep all five");
    expect(named([2])).toBe("Exchange Zu");
    expect(named([1, 3, 5])).toBe("Exchange Mu, Flan, Joker");
  });

  it("by what stays, when that is less", () => {
    expect(named([1, 2, 3, 5])).toBe("Exchange all but Ogre");
    expect(named([1, 2, 3, 4, 5])).toBe("Exchange all five");
  });
});
