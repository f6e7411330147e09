/**
 * Opens the dashboard of a conference with many people in a browser, and measures how long each act of an organiser
 * takes until the page shows its result. Then it writes the spreadsheets of as many people, and measures the memory.
 *
 *     npm run measure -- dashboard
 *
 * It needs Linux to measure memory, and a Chromium (CHROMIUM_PATH, or the machine's). The browser shares the processor
 * with the dashboard and the server.
 */
import { DAY } from '#contract/time-spans.ts';
import '#tests/support/register-features.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator } from '@playwright/test';
import { inTransaction, openSqliteDatabase } from '#server/database/database.ts';
import { fillConference } from '#tests/support/fill-conference.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { insertCrowd } from '#tests/support/many-people.ts';
import { startSite, type SiteServer } from '#tests/support/site-server.ts';
import { closeWith, report } from './figures.ts';
import { browserPath } from './phone.ts';

const PEOPLE = Number(process.argv[2] ?? 50_000);
const FIRST_ROWS = { most: 1000 };
const ACT = { most: 500 };
/** The flags of `npm run organiser`. */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];
const MIB = 1024 * 1024;
/** The rows that a list needs to be measured with many of them. */
const LISTS = [
  ['participants', 'Participants'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
  ['documents', 'Documents'],
  ['abstracts', 'Abstracts'],
  ['mails', 'Mails'],
] as const;

const site = await startSite({}, ['--calls-only']);
try {
  // The first spreadsheet is of a small conference, to see what more people add.
  await fillConference(site);
  const small = await spreadsheet(site, 'few.xlsx');
  await fill(site);
  await acts(site);
  const large = await spreadsheet(site, 'all.xlsx');
  report(`XLSX of everything, s`, large.seconds);
  report('XLSX of everything, MiB of the file', large.bytes / MIB);
  report('XLSX of everything, most memory in MiB', large.memory / MIB);
  report('XLSX of everything, MiB more than with 12 people', (large.memory - small.memory) / MIB, {
    most: 100,
  });
  const csv = await spreadsheet(site, 'participants.csv');
  report('CSV of participants, s', csv.seconds);
  report('CSV of participants, MiB more than with 12 people', (csv.memory - small.memory) / MIB, {
    most: 100,
  });
} finally {
  await site.stop();
}
closeWith();

async function fill({ dataDir }: SiteServer): Promise<void> {
  const db = openSqliteDatabase(join(dataDir, 'plenary.sqlite'));
  await insertCrowd(db, { to: PEOPLE, until: new Date(Date.now() - 3 * DAY), withinMs: 90 * DAY });
  // The sandbox does not know these payments, so the server must not ask about them.
  await inTransaction(db, (tx) =>
    tx
      .updateTable('payments')
      .set({ next_check_at: null })
      .where('provider_ref', 'like', 'cs_test_0%')
      .execute(),
  );
  await db.destroy();
}

async function acts(conference: SiteServer): Promise<void> {
  const dashboard = await conference.dashboard();
  const browser = await chromium.launch({ executablePath: browserPath() });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(20_000);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const status = page.getByRole('status').first();
    const rows = page.getByRole('region', { name: /table$/ }).locator('tbody a, tbody td');
    const complete = status.filter({ hasText: / of / });
    const to = (name: string) => page.getByRole('link', { name, exact: true }).click();

    await time(
      'opened: the figures',
      FIRST_ROWS,
      page.getByRole('link', { name: /registered$/ }),
      () => page.goto(dashboard.address),
    );
    for (const [, name] of LISTS) {
      await time(`${name}: first rows`, FIRST_ROWS, rows.first(), () => to(name));
      await time(`${name}: all rows`, {}, complete, () => undefined);
    }
    await time('Participants again', ACT, complete, () => to('Participants'));
    const search = page.getByRole('searchbox', { name: 'Search' });
    // The list is read again behind the table; the acts come while and after that.
    await time('search: two letters', ACT, changed(status), () => search.pressSequentially('ch'));
    await time('search: a word', ACT, changed(status), () => search.fill('soft'));
    await time('search: nobody', ACT, page.getByText('No row matches.'), () =>
      search.fill('nobody at all'),
    );
    await time('search: emptied', ACT, rows.first(), () => search.fill(''));
    await time('filter by country', ACT, changed(status), () =>
      page.getByLabel('Country').selectOption({ index: 2 }),
    );
    await time('filter by state', ACT, changed(status), () =>
      page.getByLabel('State').selectOption({ index: 1 }),
    );
    await page.getByLabel('State').selectOption('');
    await time('no filter', ACT, changed(status), () =>
      page.getByLabel('Country').selectOption(''),
    );
    const sorted = (name: string) =>
      page.locator('th[aria-sort]').filter({ has: page.getByRole('button', { name }) });
    for (const name of ['Name', 'Registered at', 'Amount']) {
      await time(`sort by ${name.toLowerCase()}`, ACT, sorted(name), () =>
        page.getByRole('button', { name }).click(),
      );
    }
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await time('choose columns: open', ACT, columns, () =>
      page.getByRole('button', { name: 'Columns' }).click(),
    );
    await time(
      'choose columns: one more',
      ACT,
      page.getByRole('columnheader', { name: 'Email' }),
      () => columns.getByRole('checkbox', { name: 'Email', exact: true }).check(),
    );
    await columns.getByRole('button', { name: 'Close' }).click();
    const saved = page.waitForEvent('download');
    await time('save the table as CSV', ACT, saved, () =>
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    );
    await search.fill('chiara rossi');
    const person = page.getByRole('link', { name: 'Chiara Rossi' }).first();
    await time('open a person', ACT, heading('Chiara Rossi'), () => person.click());
    const refund = page.getByRole('dialog', { name: 'Refund' });
    await time('open a form', ACT, refund.getByLabel('Amount'), () =>
      page
        .getByRole('button', { name: /^Refund/ })
        .first()
        .click(),
    );
    await refund.getByLabel('Amount').fill('12.50');
    await time('show the plan of a refund', ACT, refund.getByText('would be refunded'), () =>
      page.keyboard.press('Enter'),
    );
    await time('refund', ACT, refund.getByText('was refunded.'), () =>
      refund.getByRole('button', { name: /^Refund/ }).click(),
    );
    await time(
      'close the form: the new facts',
      ACT,
      page.getByText('Part refunded', { exact: true }),
      () => page.keyboard.press('Escape'),
    );
    await time('things to do', ACT, page.getByRole('heading', { name: /disputes a payment/ }), () =>
      page.getByRole('link', { name: /^To do/ }).click(),
    );
    await time('overview again', ACT, page.getByRole('link', { name: /registered$/ }), () =>
      to('Overview'),
    );
    const desk = page.getByRole('main');
    await time('the desk', ACT, desk.getByText(/ here$/), () => to('Desk'));
    await time('the desk: a name', ACT, desk.getByRole('listitem'), () =>
      page.keyboard.insertText('chiara rossi'),
    );
    await time('commands', ACT, heading('Commands'), () => to('Commands'));
  } finally {
    await browser.close();
    await dashboard.stop();
  }
}

/** Resolves when a text has changed. */
function changed(text: Locator): { waitFor: () => Promise<void> } {
  const before = text.textContent();
  return {
    waitFor: async () => {
      const was = await before;
      await text
        .page()
        .waitForFunction(
          (old) => document.querySelector('[role=status]')?.textContent !== old,
          was,
        );
    },
  };
}

async function time(
  what: string,
  limit: { most?: number },
  result: { waitFor: () => Promise<unknown> } | Promise<unknown>,
  act: () => unknown,
): Promise<void> {
  process.stderr.write(`${what} … `);
  const began = performance.now();
  await act();
  await ('waitFor' in result ? result.waitFor() : result);
  const took = performance.now() - began;
  process.stderr.write(`${took.toFixed(0)} ms\n`);
  report(`${what}, ms`, took, limit);
}

/** Writes a spreadsheet with a command of its own; returns the command's largest memory. */
async function spreadsheet({ dataDir }: SiteServer, name: string) {
  const began = performance.now();
  const path = join(dataDir, name);
  const child = spawn(process.execPath, [...FLAGS, 'organiser/main.ts', 'table', path], {
    env: { ...process.env, ...fixtureSettings, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  const looking = setInterval(() => (memory = Math.max(memory, peakOf(child.pid))), 20);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`table ended with ${code}`);
  return { memory, seconds: (performance.now() - began) / 1000, bytes: statSync(path).size };
}

/** The largest memory of a process so far, as Linux counts it. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // The process has just ended.
    return 0;
  }
}
