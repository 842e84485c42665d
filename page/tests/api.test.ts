import { beforeEach, expect, test } from "vitest";
import { api, got } from "../src/lib/api";
import { session } from "../src/lib/session.svelte";
import { t } from "../src/lib/strings";
import { problem, Server } from "./server";

const ask = (signal?: AbortSignal): Promise<unknown> => got(api.GET("/api/v1/levels", { signal: signal ?? null }));

beforeEach(() => {
  session.heard(session.headers["Authorization"] ?? null, problem(401));
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

function slowed(): Response {
  return Response.json({}, { status: 429, headers: { "WWW-Authenticate": "Bearer", "Retry-After": "4" } });
}

test("a token that cannot be tried yet is kept, and we ask again when it can", async () => {
  session.enter("secret");
  new Server(slowed);
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  expect([session.token, session.asked, session.wrong, session.wait]).toEqual(["secret", true, false, 4]);
  session.enter("secret");
  expect([session.asked, session.wait]).toEqual([false, 0]);
});

test("a token that was right stays in use when others have guessed, and too many requests are not about it", async () => {
  session.enter("secret");
  new Server(() => problem(429, "too many at once"));
  await ask().catch(() => undefined);
  expect(session.asked).toBe(false);
  new Server(() => Response.json({}));
  await ask();
  new Server(slowed);
  await ask().catch(() => undefined);
  expect([session.token, session.asked, session.wait]).toEqual(["secret", false, 0]);
});

test("a token in the address is taken out of it and sent in a header", async () => {
  const server = new Server(() => Response.json({}));
  session.heard(null, problem(401));
  location.hash = "#token=cho%23cobo-%25-mog";
  dispatchEvent(new Event("hashchange"));
  expect([session.token, session.asked, location.hash]).toEqual(["cho#cobo-%-mog", false, ""]);
  await ask();
  expect(server.headers("Authorization")).toEqual(["Bearer cho#cobo-%-mog"]);
  expect(location.href).not.toContain("mog");
});

test("addresses of screens are no tokens", () => {
  location.hash = "#/match/token=abc";
  dispatchEvent(new Event("hashchange"));
  expect([session.token, location.hash]).toEqual(["", "#/match/token=abc"]);
  location.hash = "";
});

test.each(["", "   ", "two words", "pässword", "line\nbreak"])("'%s' cannot be a token", (token) => {
  session.enter(token);
  expect([session.token, session.wrong]).toEqual(["", true]);
});
