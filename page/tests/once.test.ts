import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../src/lib/api";
import { isOutdated, makeOnce, once, type ChangeHeaders, type NewHeaders } from "../src/lib/play/once";

const lost = (): Refusal => new Refusal(0, "no connection");

/** Sends what is told, with these results one after the other. */
function sending(...results: (string | Error)[]) {
  return vi.fn((_: ChangeHeaders): Promise<string> => {
    const result = results.shift() ?? new Error("sent too often");
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  });
}

async function outcome(work: Promise<unknown>): Promise<unknown> {
  const settled = work.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

beforeEach(() => {
  vi.useFakeTimers();
});

test("a change that arrives is sent once, for the version that was looked at", async () => {
  const send = sending("done");
  expect(await outcome(once(7, send))).toBe("done");
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]?.[0]["If-Match"]).toBe('"7"');
  expect(send.mock.calls[0]?.[0]["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
});

test("a change without an answer is sent again with the same key and version", async () => {
  const send = sending(lost(), "done");
  expect(await outcome(once(7, send))).toBe("done");
  const [first, second, ...more] = send.mock.calls.map(([headers]) => headers);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});

test("the second attempt waits a moment", async () => {
  const send = sending(lost(), "done");
  const done = once(7, send);
  await vi.advanceTimersByTimeAsync(500);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(send).toHaveBeenCalledTimes(2);
  await done;
});

test("a connection that stays lost is told after two attempts", async () => {
  const send = sending(lost(), lost());
  expect(await outcome(once(7, send))).toMatchObject({ status: 0, message: "no connection" });
  expect(send).toHaveBeenCalledTimes(2);
});

test.each([
  new Refusal(412, "stale"),
  new Refusal(422, "no such move"),
  new Refusal(503, "busy"),
  new Error("a fault"),
])("what the server refused is not sent again: %s", async (error) => {
  const send = sending(error);
  expect(await outcome(once(7, send))).toBe(error);
  expect(send).toHaveBeenCalledOnce();
});

test("every change has a key of its own", async () => {
  const send = sending("one", "two");
  await outcome(once(7, send));
  await outcome(once(7, send));
  expect(new Set(send.mock.calls.map(([headers]) => headers["Idempotency-Key"])).size).toBe(2);
});

test("only a refusal for another version means that somebody else went on", () => {
  expect(isOutdated(new Refusal(412, "stale"))).toBe(true);
  expect(isOutdated(new Refusal(422, "no such move"))).toBe(false);
  expect(isOutdated(lost())).toBe(false);
  expect(isOutdated({ status: 412 })).toBe(false);
});

test("something new has a key and no version, and is sent again with the same key", async () => {
  const send = vi.fn((_: NewHeaders): Promise<string> =>
    send.mock.calls.length > 1 ? Promise.resolve("made") : Promise.reject(lost()),
  );
  expect(await outcome(makeOnce(send))).toBe("made");
  const [first, second, ...more] = send.mock.calls.map(([headers]) => headers);
  expect(Object.keys(first ?? {})).toEqual(["Idempotency-Key"]);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});
