import { dayOf } from '#contract/content/calendar-days.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Content } from '#contract/content.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import type { Form } from '#organiser/dashboard/actions.ts';
import { bookkeeping } from '#tests/support/fixture-bookkeeping.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { type WrittenEntry, writeCamt } from '#tests/support/bank-statement.ts';
import { sumsIn } from '#tests/support/journal-differences.ts';
import { readRange } from '#server/reports/date-range.ts';
import type { paidRegistration } from '#tests/support/paid-registration.ts';
import { organise, ran, testContext } from '#tests/support/test-commands.ts';
import { book, today, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { ifThere, needsFeatures } from '#tests/support/has-feature.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const { prices } = fixtureContent;
const content: Content = {
  ...fixtureContent,
  conference: { ...withTransfers().conference, bookkeeping },
  prices: withTaxes(prices),
};

const folder = testFolder();
let paid: Awaited<ReturnType<typeof paidRegistration>>;
let year: string;
const server = await startTestSite({ content });
beforeAll(async () => {
  paid = await server.paidRegistration(
    { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, presentationType: 'POSTER' },
    { name: '=李 "Zoë" O’Łoś' },
  );
  await carriedOut(server.planRefund({ reference: paid.reference, amount: '299.00' }));
  year = server.clock.now().toISOString().slice(0, 4);
});

const context = () => testContext(server);

test('the journal has each document by its rates of tax, with accounts, key, cost centre and link', async () => {
  const file = join(folder, 'journal.csv');
  const output = await organise(context(), 'journal', file, '--year', year);
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(head).toContain(
    '"Document","Text","Debit","Credit","Amount","Currency","VAT rate","VAT in it","Tax key","Cost centre","Link"',
  );
  const { reference, order } = paid;
  const name = `=李 ""Zoë"" O’Łoś`;
  const link = `${server.origin}/receipt/${order.receiptToken}`;
  const cells = rows.map((row) => row.slice(row.indexOf(',') + 1));
  expect(cells).toEqual([
    `"${reference}","'${name}, 19%","1361","8400","333.30","EUR","19%","53.22","3","PS26","${link}"`,
    `"${reference}","'${name}, 7%","1361","8300","387.00","EUR","7%","25.32","","PS26","${link}"`,
    expect.stringMatching(/^"\S+-C1",".+, 19%","8400","1361","130\.32","EUR","19%","20\.81","3"/),
    expect.stringMatching(/^"\S+-C1",".+, 7%","8300","1361","168\.68","EUR","7%","11\.04",""/),
  ]);
  expect(output).toMatch(/: 4 postings \(20\d\d\)\. Balances:\n1361\s+debit\s+421\.30 EUR\n/);
  expect(output).toMatch(/8300\s+credit\s+218\.32 EUR\n8400\s+credit\s+202\.98 EUR/);
});

test('the file for DATEV has 125 columns in windows-1252, and the money account first', async () => {
  const file = join(folder, 'EXTF_journal.csv');
  await organise(context(), 'journal', file, '--datev', '--year', year);
  const [head, columns, ...rows] = new TextDecoder('windows-1252')
    .decode(readFileSync(file))
    .trim()
    .split('\r\n');
  expect(head).toMatch(
    new RegExp(
      `^"EXTF";700;21;"Buchungsstapel";13;\\d{17};;"RE";"";"";1001;42;${year}0101;4;${year}0101;${year}1231;"Conference ${year}";"";1;0;0;"EUR";`,
    ),
  );
  expect(head?.split(';')).toHaveLength(31);
  expect(columns?.split(';')).toHaveLength(125);
  const posted = rows.map((row) => row.split(';'));
  expect(posted.map((cells) => cells.length)).toEqual([125, 125, 125, 125]);
  const [, month, day] = dayOf(server.clock.now(), 'Europe/Berlin').split('-');
  expect(posted.map((cells) => cells.slice(0, 14).join(';'))).toEqual([
    `333,30;"S";"EUR";;;;1361;8400;"3";${day}${month};"${paid.reference}";;;"${paid.reference} =? ""Zoë"" O’Los, 19%"`,
    `387,00;"S";"EUR";;;;1361;8300;;${day}${month};"${paid.reference}";;;"${paid.reference} =? ""Zoë"" O’Los, 7%"`,
    expect.stringContaining('130,32;"H";"EUR";;;;1361;8400;"3";'),
    expect.stringContaining('168,68;"H";"EUR";;;;1361;8300;;'),
  ]);
  expect(posted[0]?.[36]).toBe('"PS26"');
  expect(posted[0]?.slice(47, 49)).toEqual([
    '"Link"',
    `"${server.origin}/receipt/${paid.order.receiptToken}"`,
  ]);
});

test('fees and payouts of the providers are posted, and the account of a provider is its balance', async () => {
  server.control.payout('stripe');
  await organise(context(), 'payouts');
  const file = join(folder, 'with-payouts.csv');
  const output = await organise(context(), 'journal', file);
  const rows = readFileSync(file, 'utf8').trim().split('\r\n').slice(1);
  const posted = rows.map((row) => row.split('","').slice(2, 6).join(' '));
  // 720.30 by card: 1.5 % and 0.25.
  expect(posted).toContain('Fee of Stripe 4970 1361 11.05');
  expect(posted).toContainEqual(expect.stringMatching(/^Payout of Stripe 1200 1361 410\.25$/));
  expect(output).toMatch(/1361\s+debit\s+0\.00 EUR/);
});

test('a transfer is on the account of the bank, and what is too much is unassigned until it is returned', async () => {
  const { order } = await server.unpaidRegistration({ presentationType: 'POSTER' });
  await book(server, { reference: order.reference, cents: 32_000 }, '--send');
  const file = join(folder, 'with-transfer.csv');
  const output = await organise(context(), 'journal', file);
  const rows = readFileSync(file, 'utf8').trim().split('\r\n').slice(1);
  const posted = rows.map((row) => row.split('","').slice(3, 6).join(' '));
  expect(posted).toContain('1200 8400 313.95');
  expect(posted).toContain('1200 1590 6.05');
  expect(output).toMatch(/1590\s+credit\s+6\.05 EUR/);
});

test('what a month said stays, and what is decided, returned or comes back later is in its own month', async () => {
  needsFeatures('bank-statements');
  const { order: twice } = await server.paidRegistration({ presentationType: 'POSTER' });
  const { order: inPart } = await transferRegistration(server, { presentationType: 'POSTER' });
  const zone = content.conference.dates.timezone;
  const month = () => today(server).slice(0, 7);
  const inMonth = async (name: string) => {
    const {
      '1200': bank = 0,
      '1590': unassigned = 0,
      ...sums
    } = await sumsIn(server, readRange({ month: name }, zone));
    return [bank, unassigned, sums['To return'] ?? 0, sums['Returned'] ?? 0, sums['Booked'] ?? 0];
  };
  const nextMonth = () => {
    const before = month();
    while (month() === before) server.clock.advance(24 * 60 * 60_000);
  };
  // On the last day of a month, the payout of a test above arrives in the next one.
  nextMonth();
  nextMonth();
  // A transfer of somebody unknown waits, one came twice, and one is a part.
  await statement([
    { cents: 4300, words: 'Tagung' },
    { cents: 700, words: twice.reference },
  ]);
  await book(server, { reference: inPart.reference, cents: 1000 }, '--send');
  const first = month();
  const printed = [[first, [5000, -5000, 700, 0, 1000]]];
  expect(await inMonth(first)).toEqual(printed[0]?.[1]);
  nextMonth();
  // The transfer that came twice is returned, and the unknown one is decided: it pays a part of the same order.
  await organise(context(), 'bank', '--sent', twice.reference, '--yes');
  const { text } = await ran(context(), 'bank');
  const entry = /^ +(\S+) .*43\.00 EUR/m.exec(text)?.[1] ?? '';
  await organise(context(), 'bank', '--match', `${entry}=${inPart.reference}`, '--send');
  printed.push([month(), [-5000, 5000, -700, 700, 4300]]);
  expect(await inMonth(month())).toEqual(printed[1]?.[1]);
  nextMonth();
  // The return comes back, and the order is cancelled, so both parts are to be returned.
  const [refund] = await server.db
    .selectFrom('bank_refunds')
    .select('id')
    .where('reason', '=', twice.reference)
    .execute();
  await statement([{ cents: 700, words: '', endToEnd: refund?.id ?? '' }]);
  await organise(context(), 'cancel', inPart.reference, '--send');
  printed.push([month(), [6000, -6000, 5300, -700, -5300]]);
  for (const [name, sums] of printed)
    expect([name, await inMonth(String(name))]).toEqual([name, sums]);
});

/** Books a statement of this day. */
async function statement(entries: readonly WrittenEntry[]): Promise<void> {
  const own = entries.map((entry) => ({ ...entry, day: today(server) }));
  const path = writeCamt(join(folder, `${today(server)}.xml`), own);
  await organise(context(), 'bank', path, '--send');
}

test('a posting of an erased payer has neither name nor link', async () => {
  const { order, person } = await server.paidRegistration({ presentationType: 'POSTER' });
  const erasure = ['--yes', '--even-paid'];
  await organise(context(), 'person', 'erase', person.email, ...erasure);
  const file = join(folder, 'erased.csv');
  await organise(context(), 'journal', file);
  const row = readFileSync(file, 'utf8')
    .split('\r\n')
    .find((each) => each.includes(order.reference));
  expect(row).toContain(`"${order.reference}","19%",`);
  expect(row).toMatch(/"PS26",""$/);
});

test('each form of the dashboard that makes a file makes it, or says what is missing', async () => {
  const dashboard = await startTestDashboard(server);
  const { ask, credentials } = await openedIn(dashboard);
  const make = async (action: string, request: Record<string, unknown>) => {
    const { headers, text } = await dashboard.send('/api/make', {
      method: 'POST',
      headers: { ...credentials, origin: dashboard.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ action, request }),
    });
    const [, name] = /filename="?([^";]+)/.exec(headers['content-disposition'] ?? '') ?? [];
    return name ?? text;
  };
  const all = { datev: true, year };
  expect(await make('journal', { path: '.csv', ...all })).toBe('EXTF_journal.csv');
  // DATEV reads CSV alone.
  expect(await make('journal', { path: '.xlsx', ...all })).toBe('EXTF_journal.csv');
  expect(await make('journal', { path: '.xlsx', year })).toBe('journal.xlsx');
  expect(await make('journal', { path: '.csv', datev: true })).toContain('about a month, a year');
  const { lines } = await ask('/forms');
  const forms = lines.flatMap((line) => Object.values(line)).flat() as unknown as Form[];
  const made: Record<string, string> = {};
  for (const { action, gives, fields } of forms) {
    // The export counts its records on the console.
    if (gives !== 'file' || action === 'export') continue;
    const asked = fields.filter(
      ({ otherwise, kind, many }) => otherwise === undefined && kind !== 'flag' && !many,
    );
    const valueOf = ({ name, choices: [first] }: Form['fields'][number]) =>
      first?.value ?? (name === 'reference' ? paid.reference : paid.person.email);
    const request = Object.fromEntries(asked.map((one) => [one.name, valueOf(one)]));
    made[action] = await make(action, request);
  }
  const refused = Object.entries(made).filter(([, name]) => !/^[\w-]+\.\w+$/.test(name));
  expect(refused.map(([, text]) => text).join(' ')).not.toMatch(/name|ending|FILE/);
  // There are no refunds, proofs, reviews, books, certificates or lists of organisations.
  expect(refused.map(([action]) => action).toSorted()).toEqual([
    ...ifThere(
      'book',
      'book',
      'book-bibtex',
      'book-crossref',
      'book-csl',
      'book-datacite',
      'book-ris',
      'book-zenodo',
    ),
    ...ifThere('badges', 'certificates'),
    ...ifThere('posters', 'poster-labels', 'poster-plan'),
    ...ifThere('proofs', 'proof-file'),
    ...ifThere('peer-review', 'review-workbooks'),
    ...ifThere('ror', 'ror-proposals'),
  ]);
  await dashboard.close();
});

test('a journal without accounts, a range or one financial year is refused with what to do', async () => {
  const file = join(folder, 'EXTF_refused.csv');
  const refused = (...args: string[]) => expect(ran(context(), 'journal', file, ...args)).rejects;
  await refused('--datev').toThrow('is about a month, a year or days');
  await refused('--datev', '--from', '2026-12-01', '--until', '2027-01-31').toThrow(
    'a new one begins on 2027-01-01: please make two files',
  );
  await expect(
    ran(context(), 'journal', join(folder, 'x.csv'), '--datev', '--year', year),
  ).rejects.toThrow('begin the name with EXTF_');
  const other = await startTestSite({ content: fixtureContent, beside: server });
  await expect(other.ran('journal', file)).rejects.toThrow(
    'please add `bookkeeping` to conference.yaml',
  );
});
