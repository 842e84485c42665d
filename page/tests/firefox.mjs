/**
 * The main way through a match in a real Firefox, over WebDriver BiDi: from the first visit to the look back.
 *
 *     node firefox.mjs '{"url": …, "firefox": …, "cards": {…}}'
 *
 * Prints one line of JSON: which match it was, how far the way went, and every fault that the page told on it. Fails when
 * there is one, or when a step of the way does not come.
 */

import process from "node:process";
import puppeteer from "puppeteer-core";

const PATIENCE = 40_000;
const { url, firefox, cards } = JSON.parse(process.argv[2]);

/** Firefox tells what the policy forbade in a log of its own; so the page tells it as an error. */
const TELL_POLICY = () =>
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    console.error(`forbidden by ${violatedDirective}: ${blockedURI}`),
  );

/** What the page told that it should not have told. */
function watch(page) {
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("response", (answer) => answer.status() >= 400 && faults.push(`${answer.status()} for ${answer.url()}`));
  page.on(
    "request",
    (asked) => /^https?:/.test(asked.url()) && !asked.url().startsWith(url) && faults.push(asked.url()),
  );
  return faults;
}

/** Touching and looking, each with patience. */
function reader(page) {
  return {
    press: (selector) => page.locator(selector).click(),
    see: (selector) => page.waitForSelector(selector, { visible: true }),
    type: (keys) => page.keyboard.type(keys),
    /** Until the heading tells that this is expected now. */
    stands: (heading) =>
      page.waitForFunction((told) => document.querySelector("h1")?.textContent?.trim() === told, {}, heading),
  };
}

/** Past the tour, which greets everybody once, to a match with a deck of one's own. */
async function begin(page, { press, see, stands }) {
  await page.goto(url);
  await see("dialog[open]");
  await press("dialog[open] button::-p-text(Skip)");
  await see(".doors");
  await press("a[aria-label='New match: choose deck and opponent']");
  await page.locator("input[role=combobox]").fill("starter");
  await press("[role=option]");
  await press("form button.primary");
  await stands("Your opening hand");
}

async function openHand(page, { press, see, stands }) {
  for (const [place, card] of cards.hand.entries()) {
    await see(`.slots > :nth-child(${place + 1}).empty`);
    await press(`.faces [data-card="${card}"]`);
  }
  await stands("Keep or exchange");
  await see("section.glance button.primary"); // the coach has told which of the two it would do
  await press("section.glance button::-p-text(Keep)");
}

async function exchangeBlows(page, { press, stands }) {
  await stands("Your move");
  await press(`.hand [data-card="${cards.own}"]`);
  await press("[data-tile='MID-1'].legal");
  await stands("The enemy's move");
  await press(`.faces [data-card="${cards.theirs}"]`);
  await press("[data-tile='MID-5'].legal");
  for (const again of [true, false]) {
    await stands("Your draw");
    await press(`.faces [data-card="${cards.drawn[0]}"]`);
    await stands("Your move");
    if (again) await press(".buttons .icon:not(:disabled)"); // undo
  }
}

/** The sentence and the figure that the coach settles on. */
async function readAdvice(page, { see }) {
  await see("section.glance.advice button.primary:not(:disabled)");
  return page.$eval("section.glance .figure", (figure) => figure.textContent?.trim());
}

async function finish(page, { press, see, stands, type }) {
  await type("1");
  await see(".hand [data-card][aria-pressed=true]");
  await type("m2");
  await stands("The enemy's move");
  await press(".buttons .pass:not(:disabled)");
  await stands("Your draw");
  await press(`.faces [data-card="${cards.drawn[1]}"]`);
  await stands("Your move");
  await type("0");
  await stands("The match is over");
  await see("[role=slider]"); // the look back is there by itself
}

async function walk(page, told) {
  const reads = reader(page);
  for (const step of [begin, openHand, exchangeBlows, readAdvice, finish]) {
    told.at = step.name;
    const seen = await step(page, reads);
    if (seen) told.advised = seen;
    told.match ??= page.url().split("#/match/")[1];
  }
  told.at = "the end";
}

const told = { match: undefined, at: "", advised: "", faults: [] };
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  defaultViewport: { width: 1280, height: 800 },
  extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.evaluateOnNewDocument(TELL_POLICY);
  told.faults = watch(page);
  await walk(page, told);
} catch (error) {
  told.faults.push(`no way on at ${told.at}: ${error.message}`);
} finally {
  await browser.close();
}
console.log(JSON.stringify(told));
process.exitCode = told.faults.length ? 1 : 0;
