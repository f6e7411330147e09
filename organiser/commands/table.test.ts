import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { hasFeature, ifThere } from '#tests/support/has-feature.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { tableCommand } from './table.ts';

let server: TestSite;
let paid: Awaited<ReturnType<typeof paidStay>>;
beforeAll(async () => {
  const extra = {
    ...fixtureContent.prices.presentationTypes[0],
    id: 'dinner',
    label: 'Dinner',
    text: undefined,
    most: 3,
    price: fixtureContent.prices.presentationTypes[0]?.price ?? [],
    opening: {},
  };
  server = await startTestSite({
    content: { ...fixtureContent, prices: { ...fixtureContent.prices, extras: [extra] } },
  });
  paid = await paidStay();
  return server.close;
});

/** A paid stay of three nights with a guest, with a refund of 20.00. */
async function paidStay() {
  const checkout = await server.paidCheckout({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
    guests: 1,
  });
  const { order, payment } = await server.recordsOf(checkout.sessionId);
  await server.organise('refund', order.reference, '--amount', '20.00', '--send');
  return { ...checkout, order, payment };
}

let files = 0;
async function write(ending: string, sheet?: string): Promise<string> {
  files += 1;
  const path = join(server.files.dataDir, `table-${files}.${ending}`);
  await printed((print) => tableCommand(testContext(server), { path, sheet }, print));
  return path;
}

/** The sheets of a file, with each row as an object by the titles of the columns. */
async function read(path: string) {
  const sheets = await readExcelFile(path);
  return new Map(
    sheets.map(({ sheet, data: [titles = [], ...rows] }) => [
      sheet,
      rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(titles[at]), cell]))),
    ]),
  );
}

test('XLSX has a row for each person, with real dates and numbers', async () => {
  const path = await write('xlsx');
  const sheets = await read(path);
  const expected = [
    'Participants',
    'Payments',
    'Refunds',
    'Transfers',
    ...ifThere('cash', 'Cash'),
    ...ifThere('cash', 'Counts of cash'),
    'Payouts',
    'Payout entries',
    'Documents',
    'Asked for',
    'Agreed amounts',
    'Abstracts',
    ...ifThere('invitations', 'Personal links'),
    ...ifThere('companions', 'Companions'),
    ...ifThere('peer-review', 'Reviews'),
    ...ifThere('peer-review', 'Reviewers'),
    ...ifThere('programme', 'Programme'),
    ...ifThere('waiting-list', 'Waiting list'),
    ...ifThere('questions', 'Answers'),
    ...ifThere('proofs', 'Proofs'),
    ...ifThere('visa-letter', 'Visa letters'),
    ...ifThere('session-places', 'Sessions'),
    ...ifThere('letters', 'Consents'),
    ...ifThere('survey', 'Survey'),
    ...ifThere('webhooks', 'Webhooks'),
    ...ifThere('bounces', 'Returned mails'),
  ];
  // A sheet stands before that of another feature, if it is there.
  const isWhole = hasFeature('questions') && hasFeature('waiting-list') && hasFeature('companions');
  const ordered = (names: string[]) => (isWhole ? names : names.toSorted());
  expect(ordered([...sheets.keys()])).toEqual(ordered(expected));
  const { person, order, payment, totalPrice } = paid;
  const participant = sheets.get('Participants')?.find(({ Email }) => Email === person.email);
  expect(Object.keys(participant ?? {})).toEqual([
    'Reference',
    'Name',
    'Email',
    'Phone',
    'Institute',
    'Country',
    'Presentation type',
    'Room',
    'Nights',
    'Guests',
    'Accompanying person',
    'Extra nights',
    'State',
    'Paid at',
    'Amount',
    'Refunded',
    'Provider',
    'Receipt link',
    'Checked in',
    'Attendance',
    'Registered at',
    'In a group',
    'Currency',
    'Dinner',
    ...ifThere('questions', 'Diet', 'Access', 'Photographs', 'Answers'),
  ]);
  expect(participant).toMatchObject({
    Reference: order.reference,
    Name: person.name,
    Phone: person.phone,
    'Presentation type': 'Speaker',
    Room: 'Yes',
    Nights: 3,
    Guests: 1,
    'Accompanying person': 'No',
    State: 'CONFIRMED',
    Amount: totalPrice,
    Refunded: 20,
    Provider: 'stripe',
    'Receipt link': `${server.origin}/receipt/${order.receiptToken}`,
    Dinner: 0,
  });
  expect(participant?.['Paid at']).toBeInstanceOf(Date);
  expect(sheets.get('Payments')).toContainEqual(
    expect.objectContaining({
      Reference: order.reference,
      Invoice: `${order.reference}-1`,
      "Provider's payment": payment.paymentRef,
      State: 'Part refunded',
    }),
  );
  expect(sheets.get('Refunds')).toMatchObject([
    { Reference: order.reference, Amount: 20, Refunded: 20, State: 'Sent' },
  ]);
  const documents = sheets.get('Documents')?.map(({ Number: number, Amount }) => [number, Amount]);
  expect(documents).toEqual([
    [order.reference, totalPrice],
    [`${order.reference}-C1`, -20],
  ]);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('typed entries are text in both kinds of file, whatever they begin with', async () => {
  const name = '=HYPERLINK("https://evil.example","Ada")';
  const institute = '+1, "Institute"';
  await server.post('/api/registration/register', {
    ...aPerson({ name, instituteOrUniversity: institute }),
    presentationType: 'SPEAKER',
  });
  const sheets = await read(await write('xlsx'));
  const row = sheets.get('Participants')?.find(({ Institute }) => Institute === institute);
  expect(row).toMatchObject({ Name: name, State: 'REGISTERED', Reference: null, Amount: null });

  const lines = readFileSync(await write('csv'), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(
    hasFeature('questions')
      ? /^\uFEFF"Reference","Name","Email",.*,"Dinner","Diet","Access","Photographs","Answers"$/
      : /^\uFEFF"Reference","Name","Email",.*,"Dinner"/,
  );
  expect(lines.find((line) => line.includes('evil.example'))).toContain(
    `"'=HYPERLINK(""https://evil.example"",""Ada"")"`,
  );
  expect(lines.find((line) => line.includes('evil.example'))).toContain(`"'+1, ""Institute"""`);
  expect(lines.at(-1)).toBe('');
});

test('a file can have one sheet alone; abstracts have the names of their sessions', async () => {
  const { json } = await server.submit();
  const csv = readFileSync(await write('csv', 'abstracts'), 'utf8');
  expect(csv).toContain(`"${String(json['reference'])}"`);
  expect(csv).toContain('"Not scanned"');
  const { sessions } = fixtureContent.sessions;
  expect(csv).toContain(`"${sessions.find(({ id }) => id === 'smart-polymers')?.name}"`);
  expect([...(await read(await write('xlsx', 'payments'))).keys()]).toEqual(['Payments']);
});

test('an existing file is never overwritten, and an unfinished file does not stay', async () => {
  const path = await write('csv');
  const before = readFileSync(path);
  const again = printed((print) =>
    tableCommand(testContext(server), { path, sheet: undefined }, print),
  );
  await expect(again).rejects.toThrow(`${path} exists already`);
  expect(readFileSync(path).equals(before)).toBe(true);

  const nowhere = join(server.files.dataDir, 'missing', 'a.csv');
  const lost = printed((print) =>
    tableCommand(testContext(server), { path: nowhere, sheet: undefined }, print),
  );
  await expect(lost).rejects.toThrow(
    `${nowhere} cannot be written, because there is no such folder.`,
  );
  expect(readdirSync(dirname(path)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a month has what its own date is in, by the clock of the conference, to the millisecond', async () => {
  const { order, payment } = paid;
  const paidAt = (at: string) =>
    server.db
      .updateTable('payment_history')
      .set({ at })
      .where('payment_id', '=', payment.id)
      .where('to_state', '=', 'PAID')
      .execute();
  const written = async (...range: string[]) => {
    const path = join(server.files.dataDir, `range-${(files += 1)}.csv`);
    const said = await server.organise('table', path, '--sheet', 'payments', ...range);
    const csv = readFileSync(path, 'utf8');
    return { said, csv, has: csv.includes(order.reference) };
  };
  const page = async (month: string) => {
    const path = join(server.files.dataDir, `report-${(files += 1)}.html`);
    await server.organise('report', path, '--month', month);
    const html = readFileSync(path, 'utf8');
    expect(html).toContain(`abstracts of ${month}`);
    return /<dt>Paid<\/dt>\s*<dd>€([\d.,]+)/.exec(html)?.[1];
  };

  // The last millisecond of March: the clocks have changed on the 29th.
  await paidAt('2026-03-31T21:59:59.999Z');
  const { said, csv, has } = await written('--month', '2026-03');
  expect([has, csv]).toEqual([true, expect.stringContaining('"Paid at, 2026-03"')]);
  expect(said).toContain('1 payments (2026-03)');
  expect((await written('--month', '2026-04')).has).toBe(false);
  expect((await written('--from', '2026-03-31', '--until', '2026-03-31')).has).toBe(true);
  expect([await page('2026-03'), await page('2026-04')]).toEqual([String(paid.totalPrice), '0.00']);

  await paidAt('2026-03-31T22:00:00.000Z');
  expect((await written('--month', '2026-03')).has).toBe(false);
  expect((await written('--month', '2026-04')).has).toBe(true);
  expect((await written('--year', '2026')).has).toBe(true);
  expect([await page('2026-03'), await page('2026-04')]).toEqual(['0.00', String(paid.totalPrice)]);
});

test('a range that makes no sense is refused, and answers have no date', async () => {
  const context = testContext(server);
  const path = join(server.files.dataDir, 'refused.xlsx');
  await expect(organise(context, 'table', path, '--month', '2026-13')).rejects.toThrow(
    '“2026-13” is no month such as 2026-05.',
  );
  for (const sheet of ifThere('questions', 'answers')) {
    await expect(
      organise(context, 'table', path, '--sheet', sheet, '--year', '2026'),
    ).rejects.toThrow('Answers have no date');
  }
  expect(existsSync(path)).toBe(false);
  await organise(context, 'table', path, '--year', '2026');
  expect([...(await read(path)).keys()]).not.toContain('Answers');
});
