import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { findChromium, findTestBrowser } from '../../scripts/programs.ts';

/** The measurements of one visit to a page. Times are milliseconds since the visitor followed the link. */
export type Visit = {
  firstPaint: number;
  largestPaint: number;
  /** The time when the last of the headings, the end of `main` and the footer had its box. */
  laidOut: number;
  /** The time when a press on the header's button opened its menu; NaN for a page without that button. */
  answers: number;
  /** The sum of all layout shifts. */
  shift: number;
  /** Thousands of bytes: the scripts after gzip, and all responses as they were sent. */
  scripts: number;
  everything: number;
  hasForm: boolean;
  /** The height of the whole page. */
  height: number;
  /** The longest time from a tap or a key in the form until the next frame; NaN for a page without a form. */
  taps: number;
};

const LONGEST_WAIT_MS = 20_000;
/** Fonts, pictures and late layout shifts come within this time. */
const QUIET_MS = 1000;
const MEGABIT = 1024 * 1024;

/** The full browser if the machine has it, otherwise the headless browser of the tests. */
export function browserPath(): string {
  const path = findChromium(process.env) ?? findTestBrowser(process.env);
  if (path) return path;
  throw new Error('There is no Chromium on this machine: install one, or set CHROMIUM_PATH.');
}

/**
 * A slow phone: 150 ms of latency, 1.6 Mbit/s, a quarter of the processor. Each visit has its own browser and follows
 * a link on a page of another site, as visitors do. From an empty tab, the browser would have other processes to start.
 */
export async function openPhone() {
  const otherSite = createServer(({ url }, response) => {
    const to = new URL(`http://localhost${url}`).searchParams.get('to');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Another site</title><a href="${to}">A conference</a>`);
  });
  // For a browser, 127.0.0.1 and localhost are two sites.
  const linkPage = `http://127.0.0.1:${await listen(otherSite)}/`;

  async function visit(url: string): Promise<Visit> {
    await waitForIdleMachine();
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: ['--disable-gpu', '--disable-sync'],
      // With this cache the browser leaves the page with the link as a visitor's browser does, at the same cost for
      // every page.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const screen = { viewport: { width: 390, height: 664 }, deviceScaleFactor: 2 };
      const page = await browser.newPage({ ...screen, isMobile: true, hasTouch: true });
      await page.addInitScript(watchPage, 'Abstract Submission');
      await page.goto(`${linkPage}?${new URLSearchParams({ to: url }).toString()}`);
      await slowDown(page);
      await page.getByRole('link').click({ noWaitAfter: true });
      await page.waitForURL(url, { timeout: LONGEST_WAIT_MS });
      return await readVisit(page);
    } finally {
      await browser.close();
    }
  }
  return { visit, close: () => otherSite.close() };
}

/**
 * Chooses, types, sends the form without its required entries and clears it, as visitors do, and waits for each next frame.
 */
async function useForm(page: Page): Promise<number> {
  const form = page.locator('main form').first();
  const choice = form.locator('label:has(input[type="radio"])').first();
  const entry = form.locator('input:is([type="text"], [type="email"]):visible').first();
  if ((await choice.count()) > 0) await choice.tap();
  await entry.tap();
  await entry.press('a');
  const buttons = form.locator('button:enabled:not([aria-hidden])');
  const clear = buttons.filter({ hasText: 'Clear form' });
  await buttons
    .and(form.locator('[type="submit"]'))
    .or(buttons.filter({ hasText: /^Pay/ }))
    .last()
    .tap();
  await pause(QUIET_MS);
  if ((await clear.count()) > 0) await clear.tap();
  await pause(QUIET_MS);
  return page.evaluate(() =>
    Math.max(...performance.getEntriesByName('interaction').map(({ duration }) => duration)),
  );
}

/** Waits for an idle moment of the machine, at most a minute, because other work would be measured as well. */
async function waitForIdleMachine(): Promise<void> {
  const times = () => {
    const all = cpus().map((cpu) => cpu.times);
    const total = sum(all.flatMap((one) => Object.values(one)));
    return { idle: sum(all.map(({ idle }) => idle)), total };
  };
  for (let tries = 0; tries < 120; tries++) {
    const before = times();
    await pause(500);
    const after = times();
    if (after.idle - before.idle > 0.9 * (after.total - before.total)) return;
  }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * MEGABIT) / 8,
    uploadThroughput: (0.75 * MEGABIT) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/**
 * Runs in the page before anything else, and leaves marks on the page's own timeline. In each frame it checks which
 * parts of the sent page have a box: `display: none` gives no box, `content-visibility: auto` gives one. Parts that
 * never get a box, such as the heading of a closed dialog, do not count. Meanwhile it presses the button every 50 ms. A
 * page that stores early presses answers them as soon as it can. On a phone the button has to open its menu without
 * moving the page.
 */
function watchPage(buttonName: string): void {
  const ends = 'main :is(h1, h2, h3, h4), main > :last-child, footer';
  let awaited: Element[] | undefined;
  const look = () => {
    if (document.readyState !== 'loading') awaited ??= [...document.querySelectorAll(ends)];
    const hidden = awaited?.filter((part) => !part.checkVisibility());
    if (awaited && hidden && hidden.length < awaited.length) {
      awaited = hidden;
      // This frame is about to lay the page out anyway.
      document.body.getBoundingClientRect();
      performance.mark('laid out');
    }
    if (awaited?.length !== 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  const interactions = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((events) => {
    for (const event of events.getEntries()) {
      // Taps and keys have an id; a moved pointer has none.
      if (!('interactionId' in event) || event.interactionId === 0) continue;
      const { startTime: start, duration } = event;
      performance.measure('interaction', { start, duration });
    }
  }).observe(interactions);

  const findButton = () =>
    [...document.querySelectorAll<HTMLButtonElement>('header button')].find(({ textContent }) =>
      textContent.includes(buttonName),
    );
  const press = setInterval(() => findButton()?.click(), 50);
  new MutationObserver((_, observer) => {
    if (findButton()?.ariaExpanded !== 'true') return;
    performance.mark('answers');
    clearInterval(press);
    observer.disconnect();
  }).observe(document, { subtree: true, attributeFilter: ['aria-expanded'] });
}

const Entries = z.array(
  z.object({
    entryType: z.string(),
    name: z.string(),
    startTime: z.number(),
    value: z.optional(z.number()),
    transferSize: z.optional(z.number()),
  }),
);

async function readVisit(page: Page): Promise<Visit> {
  if ((await page.locator('header button').count()) > 0) {
    const isAnswered = () => performance.getEntriesByName('answers').length > 0;
    await page.waitForFunction(isAnswered, null, { polling: 250, timeout: LONGEST_WAIT_MS });
  }
  await pause(QUIET_MS);
  const timeline = await page.evaluate(() => {
    const kept = (type: string) => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    };
    const paints = kept('largest-contentful-paint');
    return JSON.stringify([...performance.getEntries(), ...paints, ...kept('layout-shift')]);
  });
  const entries = Entries.parse(JSON.parse(timeline));
  const timeOf = (wanted: string) =>
    entries.findLast(({ name, entryType }) => name === wanted || entryType === wanted)?.startTime ??
    NaN;
  const hasForm = (await page.locator('main form').count()) > 0;
  const scripts = entries.filter(({ name }) => /^http.*\.js$/.test(name));
  return {
    firstPaint: timeOf('first-contentful-paint'),
    largestPaint: timeOf('largest-contentful-paint'),
    laidOut: timeOf('laid out'),
    answers: timeOf('answers'),
    shift: sum(entries.map(({ value = 0 }) => value)),
    scripts: sum(await Promise.all(scripts.map(({ name }) => packedSize(name)))) / 1000,
    everything: sum(entries.map(({ transferSize = 0 }) => transferSize)) / 1000,
    height: await page.evaluate(() => document.documentElement.scrollHeight),
    hasForm,
    // The last, because it changes the page.
    taps: hasForm ? await useForm(page) : NaN,
  };
}

async function packedSize(url: string): Promise<number> {
  const answer = await fetch(url);
  return gzipSync(await answer.arrayBuffer(), { level: 9 }).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Lets a server listen on this machine alone, and returns its port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}
