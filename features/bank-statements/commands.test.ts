import { DAY } from '#contract/time-spans.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { entriesOfPayment } from '#server/bank/bank-entries.ts';
import {
  failedBankRefunds,
  listBankRefunds,
  unsentBankRefunds,
} from '#server/bank/bank-refunds.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { findRefund } from '#server/payments/refunds.ts';
import {
  ANNA_IBAN,
  writeCamt,
  writeCsvStatement,
  type WrittenEntry,
} from '#tests/support/bank-statement.ts';
import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { bookkeeping } from '#tests/support/fixture-bookkeeping.ts';
import { balancesOf } from '#tests/support/journal-differences.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, PAYER_IBAN, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const folder = testFolder();
const server = await startTestSite({ content: withTransfers() });

let files = 0;
const run = (...args: string[]) => server.organise('bank', ...args);
const newFile = (ending: string) => join(folder, `${files++}${ending}`);

/** Imports a statement with these entries. */
function statement(entries: WrittenEntry[], ...more: string[]): Promise<string> {
  return run(writeCamt(newFile('.xml'), entries), ...more);
}

const stateOf = async ({ id }: { id: string }) => (await server.getOrder(id)).state;
const paymentOf = ({ id }: { id: string }) => latestPaymentOf(server.db, id);
const refundsFor = async (reference: string) =>
  (await unsentBankRefunds(server.db)).filter(({ reason }) => reason === reference);

/** The id of the entry that waits and has these words. */
async function waiting(words: string): Promise<string> {
  const { text } = await server.ran('bank');
  const line = text.split('\n').find((each) => each.includes(words));
  return line?.trim().split(' ')[0] ?? `nothing waits with ${words}`;
}

describe('a bank statement', () => {
  test('is only described without --send, and then pays, with a receipt, and once', async () => {
    const { order, person } = await transferRegistration(server);
    const path = writeCamt(newFile('.xml'), [
      { cents: order.amountCents, words: `fee ${order.reference.toLowerCase()}` },
      { cents: -1240, words: 'Entgelt' },
    ]);
    const plan = await run(path);
    expect(plan).toContain('CAMT.053, entries: 2, from 2026-02-03 to 2026-02-03.');
    expect(plan).toMatch(/^[0-9a-f]{8}  2026-02-03  [\d.,]+ EUR  Anna Königsdorf: pays PS26-/m);
    expect(plan).toContain(`pays ${order.reference}\n`);
    expect(plan).toContain('it is not about the conference (fees, payouts): 1 entry.');
    expect(plan).toContain('Nothing was changed. Add --send to do it.');
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');

    expect(await run(path, '--send')).toContain('Booked credits: 1.');
    expect(await stateOf(order)).toBe('CONFIRMED');
    const kinds = (await server.mailsTo(person.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'payment-confirmed')).toHaveLength(1);

    const again = await run(path, '--send');
    expect(again).toContain('Booked or decided before: 1.');
    expect(again).toContain('Booked credits: 0.');
    expect(await refundsFor(order.reference)).toEqual([]);
  });

  test('that overlaps another books only what is new, also in another format', async () => {
    const one = await transferRegistration(server);
    const two = await transferRegistration(server);
    const entries = [one, two].map(({ order }) => ({
      cents: order.amountCents,
      words: order.reference,
      name: order.customer.name,
    }));
    await statement(entries.slice(0, 1), '--send');
    const csv = writeCsvStatement(newFile('.csv'), entries.toReversed());
    await expect(run(csv)).rejects.toThrow('has columns that are not known');
    const columns = ['--columns', 'date=Tag,amount=Summe,name=Wer,words=Text'];
    const plan = await run(csv, ...columns, '--send');
    expect(plan).toContain('Booked or decided before: 1.');
    expect(plan).toContain('Booked credits: 1.');
    expect(await stateOf(two.order)).toBe('CONFIRMED');
    // The columns are remembered.
    expect(await run(csv)).toContain('Booked or decided before: 2.');
    expect(await refundsFor(one.order.reference)).toEqual([]);
  });

  test('with the second of two equal payments of a day, which an earlier one had not, books it', async () => {
    const { order } = await transferRegistration(server);
    const entry = { cents: order.amountCents, words: order.reference };
    const first = { ...entry, bankReference: 'A-1' };
    const second = { ...entry, bankReference: 'A-2' };
    await statement([first], '--send');
    expect(await statement([second], '--send')).toContain('Booked credits: 1.');
    expect(await refundsFor(order.reference)).toMatchObject([{ amountCents: order.amountCents }]);
    expect(await statement([first, second])).toContain('Booked or decided before: 2.');
    const csv = writeCsvStatement(newFile('.csv'), [entry, entry]);
    const columns = ['--columns', 'date=Tag,amount=Summe,name=Wer,words=Text'];
    expect(await run(csv, ...columns)).toContain('Booked or decided before: 2.');
  });

  test('with too little waits for the rest, with too much pays and returns the rest', async () => {
    const { order, person } = await transferRegistration(server);
    const words = order.reference;
    expect(await statement([{ cents: order.amountCents - 1000, words }], '--send')).toContain(
      `pays a part of ${words}; 10.00 EUR is missing`,
    );
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    expect((await server.mailsTo(person.email)).map(({ kind }) => kind)).toContain(
      'transfer-in-part',
    );
    const rest = await statement([{ cents: 1500, words, day: '2026-02-05' }], '--send');
    expect(rest).toContain(`pays ${words}; 5.00 EUR is too much and has to be returned`);
    expect(rest).toContain('Pays orders: 1, 10.00 EUR.\nHas to be returned: 1, 5.00 EUR.');
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await refundsFor(words)).toMatchObject([
      { amountCents: 500, iban: ANNA_IBAN, name: 'Anna Königsdorf' },
    ]);
  });

  test('with money for an order that is paid by card returns it, and with money for a lapsed one confirms it', async () => {
    const { order: paid } = await server.paidRegistration();
    const late = await transferRegistration(server);
    server.clock.advance(20 * 24 * 60 * 60_000);
    const said = await statement(
      [
        { cents: paid.amountCents, words: paid.reference },
        { cents: late.order.amountCents, words: late.reference },
      ],
      '--send',
    );
    expect(said).toContain(
      `${paid.reference} has been paid already, so this money has to be returned`,
    );
    expect(await refundsFor(paid.reference)).toMatchObject([{ amountCents: paid.amountCents }]);
    expect((await paymentOf(paid))?.provider).not.toBe('transfer');
    expect(await stateOf(late.order)).toBe('CONFIRMED');
  });

  test('counts the orders that are paid, and not the entries', async () => {
    const { order: one } = await transferRegistration(server);
    const { order: two } = await transferRegistration(server);
    const { order: three } = await transferRegistration(server);
    const words = `${one.reference} ${two.reference}`;
    const together = { cents: one.amountCents + two.amountCents, words };
    expect(await statement([together])).toContain('Pays orders: 2, ');
    const parts = [1000, three.amountCents - 1000].map((cents) => ({
      cents,
      words: three.reference,
    }));
    expect(await statement(parts)).toContain('Pays orders: 1, ');
  });

  test('with one transfer for several orders divides it', async () => {
    const orders = [await transferRegistration(server), await transferRegistration(server)];
    const cents = orders.reduce((sum, { order }) => sum + order.amountCents, 0);
    const words = orders.map(({ reference }) => reference).join(' / ');
    const path = writeCamt(newFile('.xml'), [{ cents, words }]);
    expect(await run(path, '--send')).toContain('Booked credits: 2.');
    for (const { order } of orders) expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await run(path, '--send')).toContain('Booked or decided before: 1.');
  });

  test('with an entry that was booked by hand joins it', async () => {
    const { order, reference } = await transferRegistration(server);
    await book(server, { reference, cents: order.amountCents }, '--send');
    const { db } = server;
    const hand = await db
      .selectFrom('bank_entries')
      .selectAll()
      .where('source', '=', 'hand')
      .execute();
    const day = hand.at(-1)?.booked_on ?? '';
    const said = await statement([{ cents: order.amountCents, words: reference, day }], '--send');
    expect(said).toContain(`is booked by hand for ${reference}`);
    const { payment_id: paymentId } = hand.at(-1) ?? { payment_id: null };
    const rows = await db
      .selectFrom('bank_entries')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .execute();
    expect(rows).toMatchObject([{ source: 'statement', words: reference, iban: ANNA_IBAN }]);
    expect(await refundsFor(reference)).toEqual([]);
  });

  test('is refused with the name of the file and the reason', async () => {
    const path = newFile('.xml');
    writeFileSync(path, '%PDF-1.7');
    await expect(run(path)).rejects.toThrow(/\.xml is a PDF: download the statement as CAMT\.053/);
    await expect(run(join(folder, 'none.xml'))).rejects.toThrow('There is no file');
    writeFileSync(path, Buffer.alloc(21 * 1024 * 1024));
    await expect(run(path)).rejects.toThrow('has more than 20 MiB');
  });

  test('needs a conference with an account', async () => {
    const { conference } = server.content;
    const { bankTransfer: _, ...without } = conference;
    const content = { ...server.content, conference: { ...without, bankTransfer: undefined } };
    const context = { ...testContext(server), content };
    const path = writeCamt(newFile('.xml'), [{ cents: 1 }]);
    await expect(organise(context, 'bank', path)).rejects.toThrow('has no bank account');
  });
});

test('the files of a ZIP archive are one statement, and an entry that two of them have is booked once', async () => {
  const { order, reference } = await transferRegistration(server);
  const entry = { cents: order.amountCents, words: reference, day: '2026-03-17' };
  const day = readFileSync(writeCamt(newFile('.xml'), [entry]));
  const path = newFile('.zip');
  writeFileSync(path, zipSync({ 'a.xml': day, 'b.xml': day }));
  expect(await run(path, '--send')).toContain(`pays ${reference}`);
  expect(await stateOf(order)).toBe('CONFIRMED');
  expect(await run(path)).toContain('Booked or decided before: 1.');
  const broken = newFile('.zip');
  writeFileSync(broken, zipSync({ 'a.xml': day.subarray(0, -30) }));
  await expect(run(broken, '--send')).rejects.toThrow('has “a.xml” in it, which is no complete');
});

describe('an entry that waits', () => {
  test('is booked for the order that a person names, and is a concern until then', async () => {
    const { order, reference } = await transferRegistration(server);
    const words = `for my wife ${files}`;
    const plan = await statement(
      [{ cents: order.amountCents, words, name: order.customer.name }],
      '--send',
    );
    expect(plan).toContain(`perhaps pays ${reference}; --match `);
    expect(plan).toContain('Entries that wait for a decision: 1; organiser bank lists them.');
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    const concerns = async () =>
      (await server.listConcerns()).filter(({ title }) => title.startsWith('Entries of'));
    expect(await concerns()).toMatchObject([
      { words: expect.stringMatching(/^\d+ (?:entry|entries) of the bank account/) },
    ]);
    const listed = await server.ran('bank');
    expect(listed.code).toBe(1);
    expect(listed.text).toContain(`“${words}”: perhaps pays ${reference}; --match `);

    const match = `${await waiting(words)}=${reference.toLowerCase()}`;
    expect(await run('--match', match)).toContain(`would be booked for ${reference}.`);
    expect(await run('--match', match, '--send')).toContain('Matched entries: 1.');
    expect(await stateOf(order)).toBe('CONFIRMED');
    await expect(run('--match', match)).rejects.toThrow('There is no entry');
  });

  test('in foreign money is never booked by itself', async () => {
    const { order, reference } = await transferRegistration(server);
    const sentAs = { amount: '430.00', currency: 'USD' };
    const said = await statement(
      [{ cents: order.amountCents, words: reference, sentAs, day: '2026-02-07' }],
      '--send',
    );
    expect(said).toContain(`was sent as 430.00 USD for ${reference}`);
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    expect((await server.ran('bank')).text).toContain(
      `(sent as 430.00 USD)”: was sent as 430.00 USD for ${reference}; --match `,
    );
    // Another format of the same days does not know the dollars, and decides nothing.
    const csv = writeCsvStatement(newFile('.csv'), [
      { cents: order.amountCents, words: reference, day: '2026-02-07' },
    ]);
    const columns = ['--columns', 'date=Tag,amount=Summe,name=Wer,words=Text'];
    expect(await run(csv, ...columns, '--send')).toContain('was sent as 430.00 USD');
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    await run('--match', `${await waiting(reference)}=${reference}`, '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
  });

  test('and that the bank gives back is never said to pay an order', async () => {
    const { order, reference } = await transferRegistration(server);
    const back = { cents: order.amountCents, words: reference, isReversal: true };
    const words = `is a transfer for ${reference} that the bank gives back`;
    expect(await statement([back], '--send')).toContain(words);
    const { text } = await server.ran('bank');
    expect(text.split('\n').find((line) => line.includes(reference))).toContain(words);
    await run('--ignore', await waiting(reference), '--yes');
  });

  test('on an account in another currency is proposed with the amount that counts', async () => {
    const { order, reference } = await transferRegistration(server);
    const path = newFile('.csv');
    writeFileSync(
      path,
      `Buchungstag;Betrag;Währung;Verwendungszweck\n08.02.2026;445,00;CHF;${reference}\n`,
    );
    const said = await run(path, '--send');
    const proposal = `=${reference}:AMOUNT books it with the AMOUNT in EUR that counts`;
    expect(said).toContain(proposal);
    expect((await server.ran('bank')).text).toContain(proposal);
    expect(said).toContain('No column was found for: name, iban.');
    const counts = `${await waiting(reference)}=${reference}:${(order.amountCents / 100).toFixed(2)}`;
    await run('--match', counts, '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
  });

  test('is divided between the orders that a person names', async () => {
    const one = await transferRegistration(server);
    const two = await transferRegistration(server);
    const cents = one.order.amountCents + two.order.amountCents + 100;
    const words = `our two students ${files}`;
    await statement([{ cents, words, name: 'Emil Lattice' }], '--send');
    const match = `${await waiting(words)}=${one.reference}+${two.reference}`;
    expect(await run('--match', match, '--send')).toContain(
      ' 1.00 EUR is too much and would be returned.',
    );
    expect(await stateOf(one.order)).toBe('CONFIRMED');
    expect(await stateOf(two.order)).toBe('CONFIRMED');
    expect(await refundsFor(two.reference)).toMatchObject([{ amountCents: 100 }]);
  });

  test('is ignored and forgotten, and comes with no other statement again', async () => {
    const words = `a donation ${files}`;
    const path = writeCamt(newFile('.xml'), [{ cents: 4200, words, name: 'Dana Resin' }]);
    await run(path, '--send');
    const id = await waiting(words);
    expect(await run('--ignore', id)).toContain(
      'no order changes, and neither the journal nor a sum has it',
    );
    expect(await run('--ignore', id, '--yes')).toContain('Ignored entries: 1.');
    const rows = await server.db.selectFrom('bank_entries').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Dana Resin');
    expect(await run(path)).toContain('Booked or decided before: 1.');
  });

  test.each([
    ['3a9f2c11', 'does not say which entry is for which order'],
    ['3a9f2c11=PS26-0000-0000', 'There is no entry 3a9f2c11 that waits'],
  ])('named as %j is not understood', async (typed, sentence) => {
    await expect(run('--match', typed)).rejects.toThrow(sentence);
  });
});

describe('refunds by transfer', () => {
  /** A registration that was paid by transfer and refunded. */
  async function refunded(cents?: string) {
    const registration = await transferRegistration(server);
    const { order, reference } = registration;
    await statement([{ cents: order.amountCents, words: reference }], '--send');
    const amount = cents === undefined ? [] : ['--amount', cents];
    await server.organise('refund', reference, ...amount, '--send');
    const [refund] = await refundsFor(reference);
    if (!refund) throw new Error('no refund');
    return { ...registration, refund };
  }

  test('are written into a file once, the same file again, and marked by the statement', async () => {
    const { reference, refund } = await refunded('120.00');
    // A file that cannot be written marks none of them.
    await expect(run('--refunds', '/no/such/folder/refunds.xml')).rejects.toThrow(
      'cannot be written, because there is no such folder.',
    );
    const path = newFile('.xml');
    const said = await run('--refunds', path);
    expect(said).toMatch(/Transfers: \d+, in all [\d.,]+ EUR\. The id of the file is refunds-/);
    const file = readFileSync(path, 'utf8');
    expect(file).toContain(
      `<EndToEndId>${refund.id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">120.00</InstdAmt></Amt><Cdtr><Nm>Anna Koenigsdorf</Nm></Cdtr><CdtrAcct><Id><IBAN>${ANNA_IBAN}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Refund ${reference}</Ustrd></RmtInf>`,
    );
    await expect(run('--refunds', newFile('.xml'))).rejects.toThrow('No refund waits for a file.');
    server.clock.advance(8 * DAY);
    const toMake = (await server.listConcerns()).find(({ words }) =>
      words.includes('not made yet'),
    );
    expect(toMake?.command).toContain('all of them are in files for the bank');
    const [, id = ''] = /<MsgId>(.*?)<\/MsgId>/.exec(file) ?? [];
    const second = newFile('.xml');
    await run('--refunds', second, '--again', id);
    expect(readFileSync(second, 'utf8')).toBe(file);
    await expect(run('--refunds', second, '--again', id)).rejects.toThrow('exists already');

    const debit = { cents: -12_000, endToEnd: refund.id.toUpperCase(), day: '2026-02-10' };
    expect(await statement([debit], '--send')).toContain(
      `is the refund for ${reference}, which the bank has made`,
    );
    expect(await refundsFor(reference)).toEqual([]);
  });

  test('that come back make the payment paid again, and are requested again', async () => {
    const { order, reference, refund } = await refunded();
    expect((await paymentOf(order))?.state).toBe('REFUNDED');
    const inJournal = async () => (await balancesOf(server))[bookkeeping.accounts.bank] ?? 0;
    const without = await inJournal();
    const { amountCents: cents, id: endToEnd } = refund;
    await statement([{ cents: -cents, endToEnd, day: '2026-02-11' }], '--send');
    const back = { cents, endToEnd, day: '2026-02-12', name: 'Anna Königsdorf' };
    expect(await statement([back], '--send')).toContain(`the refund for ${reference} came back`);
    expect((await paymentOf(order))?.state).toBe('PAID');
    expect((await inJournal()) - without).toBe(cents);
    expect((await failedBankRefunds(server.db)).map(({ id }) => id)).toContain(endToEnd);
    await expect(run('--iban', `${reference}=${ANNA_IBAN}`)).rejects.toThrow(
      'request it again with organiser refund',
    );
    await server.organise('refund', reference, '--send');
    expect(await refundsFor(reference)).toMatchObject([{ iban: undefined }]);
    await expect(run('--refunds', newFile('.xml'))).rejects.toThrow(
      `for ${reference} is not in the file: its IBAN is missing, add it with --iban`,
    );
    await run('--iban', `${reference}=${PAYER_IBAN}`, '--yes');
    expect(await run('--refunds', newFile('.xml'))).toContain('Transfers: 1, in all');
  });

  test('that come back are listed although another part of the payment is refunded later', async () => {
    const { reference, refund } = await refunded('120.00');
    server.clock.advance(60_000);
    await server.organise('refund', reference, '--amount', '10.00', '--send');
    server.clock.advance(60_000);
    await statement([{ cents: 12_000, endToEnd: refund.id, day: '2026-02-13' }], '--send');
    const listed = (await server.ran('bank')).text;
    expect(listed).toMatch(new RegExp(`came back: 1\\n.*120.00 EUR for ${reference}`));
    expect(await run('--iban', `${reference}=${PAYER_IBAN}`)).toContain('of 10.00 EUR for');
  });

  test('that were requested by mistake leave the list, and nobody is asked for them', async () => {
    needsFeatures('asked-amounts');
    const { order, reference, refund } = await refunded();
    const act = (...args: string[]) => server.organise('refund', ...args);
    const { refundId: id = '' } = refund;
    await run('--refunds', newFile('.xml'));
    await expect(act('--undo', id)).rejects.toThrow(
      `a bank transfer that nobody has made: take it off the list instead (refund --cancel ${id}).`,
    );
    expect(await act('--cancel', id)).toContain('would be taken off the list');
    expect(await act('--cancel', id, '--send')).toContain('It is taken back');
    expect(await refundsFor(reference)).toEqual([]);
    expect((await server.ran('bank')).text).not.toContain(reference);
    expect((await paymentOf(order))?.state).toBe('PAID');
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await findRefund(server.db, id)).toMatchObject({ state: 'CANCELLED' });
    const kinds = (await server.documentsOf(order.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['receipt', 'credit-note', 'cancellation']);
    const concerns = await server.listConcerns();
    expect(concerns.filter((concern) => concern.reference === reference)).toEqual([]);

    // A transfer that the bank has made can be neither taken off the list nor kept.
    await act(reference, '--send');
    const [second] = await refundsFor(reference);
    await run('--sent', reference, '--yes');
    await expect(act('--cancel', second?.refundId ?? '')).rejects.toThrow('cannot be taken back');
    expect(await act('--undo', second?.refundId ?? '')).toContain('by mistake');
  });

  test('get an IBAN that was missing, and are marked by hand', async () => {
    const { order, reference } = await transferRegistration(server);
    await book(server, { reference, cents: order.amountCents }, '--send');
    await server.db
      .updateTable('bank_entries')
      .set({ iban: null })
      .where('source', '=', 'hand')
      .execute();
    await server.organise('refund', reference, '--send');
    expect((await server.ran('bank')).text).toContain(
      `for ${reference} to ${order.customer.name}: its IBAN is missing, add it with --iban`,
    );
    await expect(run('--iban', `${reference}=DE00`)).rejects.toThrow('check each digit');
    const named = ['--iban', `${reference}=${ANNA_IBAN}`, '--name', 'Mäx'];
    expect(await run(...named)).toContain('would go to Mäx, DE64 9993 0002 0000 4711 00.');
    await run(...named, '--yes');
    const path = newFile('.xml');
    await run('--refunds', path, '--on', '2099-01-01');
    expect(readFileSync(path, 'utf8')).toContain('<Nm>Maex</Nm>');
    expect(readFileSync(path, 'utf8')).toContain('<Dt>2099-01-01</Dt>');
    // The same account must not put the refund into a second file.
    await expect(run('--iban', `${reference}=${ANNA_IBAN}`)).rejects.toThrow('nothing changes');
    expect(await run('--iban', `${reference}=${PAYER_IBAN}`)).toContain(
      'make sure that the bank has not made it',
    );
    await run('--sent', reference, '--yes');
    expect(await refundsFor(reference)).toEqual([]);
  });
});

describe('money that the bank takes back', () => {
  /** A registration that was paid by transfer. */
  async function paid(cents?: number) {
    const registration = await transferRegistration(server);
    const { order, reference: words } = registration;
    await statement([{ cents: cents ?? order.amountCents, words }], '--send');
    return registration;
  }
  const debit = (cents: number, entry: Partial<WrittenEntry> = {}) => ({
    cents: -cents,
    day: '2026-02-21',
    isReversal: true,
    ...entry,
  });
  const match = async (reference: string, ...more: string[]) =>
    run('--match', `${await waiting(reference)}=${reference}`, ...more);
  const refundsOf = async (reference: string) =>
    (await listBankRefunds(server.db)).filter(({ reason }) => reason === reference);

  test.each<[string, Partial<WrittenEntry>]>([
    ['with the mark of a reversal', {}],
    ['without it', { isReversal: false }],
  ])('%s is booked as a refund by one command, and nothing is transferred', async (_, entry) => {
    const { order, reference, person } = await paid();
    const path = writeCamt(newFile('.xml'), [
      debit(order.amountCents, { words: reference, ...entry }),
    ]);
    expect(await run(path, '--send')).toMatch(
      `takes back ${(order.amountCents / 100).toFixed(2)} EUR that ${reference} had paid, and no refund`,
    );
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await run('--ignore', await waiting(reference))).toContain(`--match `);
    const plan = await match(reference);
    expect(plan).toContain(`booked as a refund of ${reference}, which this entry has made`);
    expect(plan).toContain(`${order.customer.name} loses the place`);
    expect(await match(reference, '--send')).toContain('Matched entries: 1.');
    expect(await stateOf(order)).toBe('REFUNDED');
    expect(await refundsFor(reference)).toEqual([]);
    expect(await refundsOf(reference)).toMatchObject([
      { amountCents: order.amountCents, sentAt: expect.any(String) },
    ]);
    const kinds = (await server.documentsOf(order.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['receipt', 'credit-note']);
    const mails = await server.mailsTo(person.email);
    expect(mails.filter(({ kind }) => kind === 'payment-refunded')).toMatchObject([
      { text: expect.stringContaining('has been returned to the account that paid') },
    ]);
    expect(await run(path)).toContain('Booked or decided before: 1.');
    expect((await reconcile(server.context, new Date(0))).differences).toEqual([]);
    // The bank takes it once more: nothing is left.
    const again = debit(order.amountCents, { words: reference, day: '2026-02-25', ...entry });
    expect(await statement([again], '--send')).toContain('which has not received as much');
    await expect(match(reference)).rejects.toThrow('no transfer for it has so much left');
    await run('--ignore', await waiting(reference), '--yes');
  });

  test('in part leaves the rest paid', async () => {
    const { order, reference } = await paid();
    await statement([debit(10_000, { words: reference })], '--send');
    expect(await match(reference, '--send')).toContain(`The rest of ${reference} stays paid.`);
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await refundsOf(reference)).toMatchObject([{ amountCents: 10_000 }]);
  });

  test('from an order that is not paid yet counts for it no more', async () => {
    const { order, reference, payment } = await paid(10_000);
    await statement([debit(10_000, { words: reference })], '--send');
    expect(await match(reference, '--send')).toContain('the part that had come counts no more');
    expect(await entriesOfPayment(server.db, payment.id)).toMatchObject([{ bookedCents: 0 }]);
    expect(await refundsFor(reference)).toEqual([]);
    await statement([{ cents: order.amountCents, words: reference, day: '2026-02-22' }], '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
  });

  test('is recognised as a refund that was requested before', async () => {
    const { order, reference } = await paid();
    const path = writeCamt(newFile('.xml'), [debit(order.amountCents, { words: reference })]);
    expect(await run(path, '--send')).toContain('Waits for a person: 1');
    await server.organise('refund', reference, '--send');
    expect(await run(path, '--send')).toContain(`is the refund for ${reference}`);
    expect(await refundsFor(reference)).toEqual([]);
  });

  test('in whole says which refund that waits has to be taken off the list before', async () => {
    const { order, reference } = await paid();
    await server.organise('refund', reference, '--amount', '50.00', '--send');
    const whole = [debit(order.amountCents, { words: reference, name: '' })];
    expect(await statement(whole, '--send')).toContain(
      `for ${reference}, of which a refund of 50.00 EUR waits for its transfer: take that refund off the list`,
    );
    await expect(match(reference)).rejects.toThrow('no transfer for it has so much left');
    const [waits] = await refundsFor(reference);
    await server.organise('refund', '--cancel', waits?.refundId ?? '', '--send');
    expect(await match(reference, '--send')).toContain(
      'without a name: would be booked as a refund',
    );
    expect(await stateOf(order)).toBe('REFUNDED');
  });

  test('is found without its reference by the account that paid the amount', async () => {
    const { reference } = await paid(12_345);
    const recall = debit(12_345, { words: 'Recall', isReversal: false, iban: ANNA_IBAN });
    expect(await statement([recall], '--send')).toContain(
      `takes back 123.45 EUR that ${reference} had paid`,
    );
    await run('--match', `${await waiting('Recall')}=${reference}`, '--send');
    const unknown = debit(1, { words: 'Storno Zinsen', name: '', iban: '' });
    expect(await statement([unknown], '--send')).toContain('find out why');
    await run('--ignore', await waiting('Storno'), '--yes');
  });

  test('from an order that was paid by card is refunded to nobody', async () => {
    const { order } = await server.paidRegistration();
    const { reference } = order;
    await statement([debit(order.amountCents, { words: reference })], '--send');
    await expect(match(reference, '--send')).rejects.toThrow('no transfer for it has so much left');
    expect(await stateOf(order)).toBe('CONFIRMED');
    await run('--ignore', await waiting(reference), '--yes');
  });

  test('and a refund that a person has marked as sent is that refund', async () => {
    const { reference } = await paid();
    await server.organise('refund', reference, '--amount', '50.00', '--send');
    await run('--sent', reference, '--yes');
    const typed = debit(5_000, { words: reference, isReversal: false });
    expect(await statement([typed], '--send')).toContain(`is the refund for ${reference}`);
    expect(await refundsOf(reference)).toHaveLength(1);
  });
});

describe('the data of the bank account', () => {
  test('are in the sheet Transfers, and booked and returned add up to what came', async () => {
    const { order, reference } = await transferRegistration(server);
    const cents = order.amountCents + 700;
    await statement([{ cents, words: reference, day: '2026-02-20' }], '--send');
    const path = newFile('.csv');
    await server.organise('table', path, '--sheet', 'transfers');
    const [head = '', ...lines] = readFileSync(path, 'utf8').replace('\ufeff', '').split('\r\n');
    const columns = head.split(',').map((title) => title.replaceAll('"', ''));
    const rows = lines
      .filter((line) => line.includes(reference))
      .map((line) => {
        const cells = line.slice(1, -1).split('","');
        return Object.fromEntries(columns.map((title, at) => [title, cells[at]]));
      });
    const money = (some: number) => (some / 100).toFixed(2);
    expect(rows).toMatchObject([
      {
        Day: '2026-02-20',
        Kind: 'Entry',
        Amount: money(cents),
        Booked: money(order.amountCents),
        Name: 'Anna Königsdorf',
        IBAN: ANNA_IBAN,
        Words: reference,
        State: 'Booked',
      },
      { Kind: 'Refund', Amount: '7.00', 'To return': '7.00', Returned: '0.00', State: 'Waiting' },
    ]);
  });

  test('belong to the person of the order, are exported, and are erased except the amounts', async () => {
    const { order, person } = await transferRegistration(server);
    const name = `Account of ${person.name}`;
    await statement([{ cents: order.amountCents, words: order.reference, name }], '--send');
    const { db } = server;
    const path = newFile('.json');
    await server.organise('person', 'export', person.email, path);
    expect(readFileSync(path, 'utf8')).toContain(name);
    await server.organise('person', 'erase', person.email, '--yes', '--even-paid');
    const rows = await db
      .selectFrom('bank_entries')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(rows).toMatchObject([
      { name: '', iban: null, words: '', end_to_end: null, booked_cents: order.amountCents },
    ]);
  });
});

test('the dashboard takes a statement as a file, and shows the plan first', async () => {
  const { order, reference } = await transferRegistration(server);
  const file = writeCamt(newFile('.xml'), [{ cents: order.amountCents, words: reference }]);
  const dashboard = await startTestDashboard(server);
  const organiser = await openedIn(dashboard);
  const statementFile = { name: 'Umsätze.xml', data: readFileSync(file).toString('base64') };
  const planned = await organiser.tell('/plan', {
    action: 'bank-statement',
    request: { statement: statementFile },
  });
  expect(planned.json['words']).toEqual(
    expect.arrayContaining([
      'Umsätze.xml: CAMT.053, entries: 1, from 2026-02-03 to 2026-02-03.',
      expect.stringContaining(`pays ${reference}`),
    ]),
  );
  expect(planned.json['button']).toBe('Book 1 entry');
  await organiser.tell('/perform', { plan: planned.json['plan'] });
  expect(await stateOf(order)).toBe('CONFIRMED');
  await dashboard.close();
});

test('an entry of the bank account about no order is deleted with the payments, and counted once', async () => {
  const site = await startTestSite({ content: withTransfers() });
  const path = writeCamt(newFile('.xml'), [
    { cents: 5000, words: 'Membership 4711', name: 'Clara Club' },
    { cents: -1240, words: 'Entgelt' },
  ]);
  await site.organise('bank', path, '--send');
  const [, id = ''] = /^ *(\w{8}) .*Clara Club/m.exec(await site.organise('bank')) ?? [];
  await site.organise('bank', '--ignore', id, '--yes');
  const later = (days: number) => site.clock.advance(days * 24 * 60 * 60_000);
  later(9 * 365);
  expect((await site.purged(true)).counts).toEqual({});
  later(3 * 366);
  expect((await site.purged(true)).counts).toEqual({
    'entries of the bank account that are about no order': 1,
  });
  expect((await site.everyRow())['bank_entries']).toEqual([]);
});
