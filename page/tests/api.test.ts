import { beforeEach, expect, test } from "vitest";
import { api, got } from "../src/lib/api";
import { session } from "../src/lib/session.svelte";
import { t } from "../src/lib/strings";
import { problem, Server } from "./server";

const ask = (signal?: AbortSignal): Promise<unknown> => got(api.GET("/api/v1/levels", { signal: signal ?? null }));

beforeEach(() => {
  session.refused(session.headers["Authorization"] ?? null);
  [session.asked, session.wrong] = [false, false];
});

test("an answer is handed on as it is", async () => {
  new Server(() => Response.json({ levels: [] }));
  expect(await ask()).toEqual({ levels: [] });
});

test("a refusal is told in the server's sentence, or by its number", async () => {
  new Server(() => problem(422, "there is no such level"));
  await expect(ask()).rejects.toMatchObject({ status: 422, message: "there is no such level" });
  new Server(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(ask()).rejects.toMatchObject({ status: 502, message: t.errors.status(502) });
});

test("a lost connection is a refusal with number 0, a stopped request is none", async () => {
  const server = new Server(() => Response.json({}));
  server.fates = ["answer lost"];
  await expect(ask()).rejects.toMatchObject({ status: 0, message: t.errors.unreachable });
  new Server((request) => {
    throw request.signal.reason;
  });
  await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
});

test("every request says which tab it is, and the token only once there is one", async () => {
  const server = new Server(() => Response.json({}));
  await ask();
  session.enter("  secret ");
  await ask();
  expect(server.headers("QBCoach-Client")).toEqual([session.client, session.client]);
  expect(server.headers("Authorization")).toEqual([null, "Bearer secret"]);
  expect(server.sent.every((request) => !request.url.includes("secret"))).toBe(true);
});

test("a server that demands a token makes us ask for one", async () => {
  new Server(() => problem(401, "a token is needed"));
  await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect([session.asked, session.wrong]).toEqual([true, false]);
});

test("a token that the server does not know is dropped and called wrong", async () => {
  session.enter("secret");
  new Server(() => problem(401, "a token is needed"));
  await ask().catch(() => undefined);
  expect([session.token, session.asked, session.wrong]).toEqual(["", true, true]);
  expect(sessionStorage.getItem("qbcoach-token")).toBeNull();
});

test("a request from before the token was entered says nothing about it", async () => {
  new Server(() => {
    session.enter("secret");
    return problem(401, "a token is needed");
  });
  await ask().catch(() => undefined);
  expect([session.token, session.asked, session.wrong]).toEqual(["secret", false, false]);
});

test.each(["", "   ", "two words", "pässword", "line\nbreak"])("'%s' cannot be a token", (token) => {
  session.enter(token);
  expect([session.token, session.wrong]).toEqual(["", true]);
});
