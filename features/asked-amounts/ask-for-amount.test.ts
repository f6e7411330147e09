import { DAY } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import { allRights } from '#organiser/dashboard/rights.ts';
import { readPerson } from '#organiser/dashboard/read-pages.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { LINK_DAYS } from '#server/orders/rows/payment-links.ts';

const server = await startTestSite();

const ask = (email: string, amount: string, words: string, ...more: string[]) =>
  server.organise('ask', email, amount, words, ...more);

let exhibitors = 0;
const anExhibitor = () => `stand${++exhibitors}@glassworks.example`;
const NAMED = ['--name', 'Greta Glas', '--institute', 'Glassworks', '--country', 'Germany'];

/** An exhibitor who is asked for a table. */
async function asked({ amount = '200.00', words = 'Table for exhibitors', more = NAMED } = {}) {
  const email = anExhibitor();
  const said = await ask(email, amount, words, ...more, '--send');
  return { email, said, ...(await server.linkedOrder(said)) };
}

async function mailsTo(email: string) {
  const mails = await server.listMessages(1000);
  return mails
    .filter(({ recipient }) => recipient === email)
    .map(({ kind, content }) => ({ kind, ...content }));
}

async function page(path: string) {
  const answer = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

test('an amount below the least of cards is for transfers too, and is refused without PayPal and transfers', async () => {
  const others = await startTestSite({ content: withTransfers() });
  try {
    for (const each of [server, others]) await each.restart({ without: 'paypal' });
    const request = ['ask', anExhibitor(), '0.30', 'A pencil', ...NAMED, '--send'];
    await expect(server.organise(...request)).rejects.toThrow('No card pays less than 0.50 EUR.');
    const { path } = await others.linkedOrder(await others.organise(...request));
    const text = await (await fetch(`${others.origin}${path}`)).text();
    expect(text.match(new RegExp(`(?<=action="${path}/)\\w+`, 'g'))).toEqual(['transfer']);
  } finally {
    await server.restart();
    await others.close();
  }
});

describe('an amount that an organiser asks for', () => {
  test('is planned with both sums and the whole mail, and nothing is made by the plan', async () => {
    const email = anExhibitor();
    const plan = await ask(email, '200', 'Table for exhibitors', ...NAMED);
    for (const words of [
      `Greta Glas, ${email}, would be asked for 200.00 EUR, with the processing fee of 5% 210.00 EUR.`,
      'It gives nobody a place.',
      'Request for payment',
      'Dear Greta Glas,',
      'Table for exhibitors',
      '€210.00',
      'Nothing was changed',
    ]) {
      expect(plan).toContain(words);
    }
    expect(await mailsTo(email)).toEqual([]);
    expect(await server.organise('ask', '--json')).not.toContain(email);
  });

  test('is paid by the link in the mail, and the receipt confirms no place', async () => {
    const places = await server.takenPlaces();
    const people = (await allParticipants(server.db)).length;
    const { email, order, path } = await asked();
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.kind).toBe('asked-to-pay');
    expect(mail?.text).toContain(`${server.origin}${path}`);
    expect(mail?.text).not.toContain('/registration/');
    const before = await page(path);
    for (const words of ['Table for exhibitors', 'Greta Glas', 'Pay by card · €210.00']) {
      expect(before.text).toContain(words);
    }
    await server.payLink(path);
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    const receipt = await page(`/receipt/${order.receiptToken}`);
    expect(receipt.text).toContain('Table for exhibitors');
    expect(receipt.text).not.toContain('receipt-code');
    expect(receipt.text).not.toContain(`/receipt/${order.receiptToken}/link`);
    const paid = (await mailsTo(email)).find(({ kind }) => kind === 'asked-paid');
    expect(paid?.text).toContain(`${server.origin}/receipt/${order.receiptToken}`);
    expect(paid?.text).not.toMatch(/place|calendar|badge|\/registration\//);
    expect(await server.takenPlaces()).toEqual(places);
    expect(await allParticipants(server.db)).toHaveLength(people);
  });

  test('has no fee where the organiser wants none', async () => {
    const { order, said } = await asked({ more: [...NAMED, '--without-fee'] });
    expect(said).toContain('200.00 EUR, to be paid at');
    expect(order).toMatchObject({ amountCents: 20_000, feeCents: 0 });
  });

  test('is refused a second time while it is not paid, and within a day after', async () => {
    const { email, order, path } = await asked();
    const again = (...more: string[]) =>
      ask(email.toUpperCase(), '200.00', 'table for EXHIBITORS', ...NAMED, '--send', ...more);
    await expect(again()).rejects.toThrow(
      `${order.reference} asks for the same and is not paid yet: resend ${order.reference} sends its link again. Is this a second one?`,
    );
    await server.payLink(path);
    await expect(again()).rejects.toThrow('asked for the same within a day, and is paid');
    const second = await server.linkedOrder(await again('--second'));
    expect(second.order.reference).not.toBe(order.reference);
    await server.payLink(second.path);
    server.clock.advance(DAY + 1000);
    expect(await again()).toContain('to be paid at');
  });

  test('is asked for once by two organisers at the same moment', async () => {
    const email = anExhibitor();
    const both = await Promise.allSettled(
      ['', ''].map(() => ask(email, '80', 'Poster board', ...NAMED, '--send')),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is taken back: its link says so, and a mail, too', async () => {
    const { email, order, path } = await asked();
    const plan = await server.organise('cancel', order.reference);
    expect(plan).toContain('Greta Glas would not be asked for 210.00 EUR any more');
    await server.organise('cancel', order.reference, '--send');
    const { status, text } = await page(path);
    expect(status).toBe(404);
    expect(text).toContain('no longer asks for this amount, so there is nothing to pay');
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual([
      'asked-withdrawn',
      'asked-to-pay',
    ]);
    expect(await ask(email, '200', 'Table for exhibitors', ...NAMED, '--send')).toContain('/pay/');
  });

  test('that is paid is refunded and not cancelled', async () => {
    const { email, order, path } = await asked();
    await server.payLink(path);
    await expect(server.organise('cancel', order.reference, '--send')).rejects.toThrow(
      'it is paid: refund it instead',
    );
    await server.organise('refund', order.reference, '--send');
    expect((await server.getOrder(order.id)).state).toBe('REFUNDED');
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual([
      'payment-refunded',
      'asked-paid',
      'asked-to-pay',
    ]);
  });

  test('that is opened in two tabs takes the money once', async () => {
    const { order, path } = await asked();
    const first = await server.press(path, 'card');
    await server.press(path, 'paypal');
    expect((await server.payAt(first.headers.get('location') ?? '')).status).not.toBe(303);
    await server.payLink(path);
    expect((await server.press(path, 'paypal')).headers.get('location')).toBe(path);
    expect(server.control.ledger()[order.id]).toHaveLength(1);
  });

  test('lapses with its link, and resend renews the link', async () => {
    needsFeatures('letters');
    const { email, order, path } = await asked();
    server.clock.advance(LINK_DAYS * DAY + 1000);
    expect((await page(path)).text).toContain('This link has lapsed');
    expect((await server.press(path, 'card')).headers.get('location')).toBe(path);
    await server.organise('resend', order.reference, '--send');
    expect((await mailsTo(email))[0]?.text).toContain(`${server.origin}${path}`);
    await server.payLink(path);
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
  });

  test('is corrected: another address gets the link, and the old link ends', async () => {
    const { email, order, path } = await asked();
    const other = anExhibitor();
    await server.organise(
      'correct',
      order.reference,
      '--email',
      other,
      '--name',
      'Gero Glas',
      '--yes',
    );
    expect((await page(path)).status).toBe(404);
    const [mail] = await mailsTo(other);
    expect(mail?.kind).toBe('asked-to-pay');
    expect(mail?.text).toContain('Dear Gero Glas,');
    const [notice] = await mailsTo(email);
    expect(notice?.kind).toBe('address-replaced');
    expect(notice?.subject).toContain('Request for payment changed');
    const [, renewed = ''] = /(\/pay\/\w+)/.exec(mail?.text ?? '') ?? [];
    await server.payLink(renewed);
    await server.organise('correct', order.reference, '--institute', 'Glassworks Jena', '--yes');
    const replaced = (await mailsTo(other)).find(({ kind }) => kind === 'receipt-replaced');
    expect(replaced?.text).toContain('The entries on your receipt were corrected.');
    expect(replaced?.text).not.toMatch(/calendar|\/registration\//);
  });
});

describe('what an organiser types', () => {
  test.each([
    ['0', 'is not an amount in EUR'],
    ['€-5', 'is not an amount in EUR'],
    ['12.345', 'is not an amount in EUR'],
    ['1,000', 'Please write 1000'],
    ['100000.01', 'is not an amount in EUR'],
    ['99999', 'more than the largest possible payment'],
    ['5 USD', 'is not an amount in EUR'],
  ])('as the amount %s is refused', async (amount, refusal) => {
    await expect(ask(anExhibitor(), amount, 'Table', ...NAMED, '--send')).rejects.toThrow(refusal);
  });

  test('as words is one line of 500 characters, and is shown as it is typed', async () => {
    const words = `<b>Table</b> & "chair" ${'ä'.repeat(470)}`;
    const { path, email } = await asked({ words });
    expect((await page(path)).text).toContain('&#60;b&#62;Table&#60;/b&#62; &#38; ');
    expect((await page(path)).text).not.toContain('<b>Table');
    expect((await mailsTo(email))[0]?.html).not.toContain('<b>Table');
    for (const bad of ['a'.repeat(501), 'two\nlines', ' \u200b ']) {
      await expect(ask(anExhibitor(), '5', bad, ...NAMED)).rejects.toThrow('one line of at most');
    }
  });

  test('needs a name for somebody unknown, and not for a participant', async () => {
    await expect(ask(anExhibitor(), '5', 'Table')).rejects.toThrow('Please add the name');
    const { person, order } = await server.paidRegistration({}, { name: 'Nadia Netz' });
    const plan = await ask(person.email, '5', 'Lost key', '--about', order.reference);
    expect(plan).toContain(`Nadia Netz, ${person.email}, would be asked for`);
    expect(plan).toContain(`It is about ${order.reference}, the order of Nadia Netz.`);
  });

  test('about the order of somebody else names that person to nobody', async () => {
    const { order } = await server.paidRegistration({}, { name: 'Nadia Netz' });
    const { email, path } = await asked({ more: [...NAMED, '--about', order.reference] });
    const texts = [(await page(path)).text, ...(await mailsTo(email)).map(({ text }) => text)];
    for (const text of texts) {
      expect(text).toContain(order.reference);
      expect(text).not.toContain('Nadia');
    }
    await expect(
      ask(anExhibitor(), '5', 'Table', ...NAMED, '--about', 'PS26-0000-0000'),
    ).rejects.toThrow('There is no order PS26-0000-0000.');
  });
});

describe('the own page of somebody who is asked', () => {
  test('shows what is owed with its link, and then the receipt', async () => {
    const { person, order } = await server.paidRegistration({}, { name: 'Nadia Netz' });
    const own = `/registration/${order.pageToken}`;
    expect((await page(own)).text).not.toContain('Further amounts');
    const said = await ask(person.email, '80', 'Lost key', '--without-fee', '--send');
    const { path, order: owing } = await server.linkedOrder(said);
    const owed = (await page(own)).text;
    for (const words of ['Further amounts', 'Lost key', 'Pay · €80.00', `href="${path}"`]) {
      expect(owed).toContain(words);
    }
    await server.payLink(path);
    const paid = (await page(own)).text;
    expect(paid).toContain('Paid: €80.00');
    expect(paid).toContain(`href="/receipt/${owing.receiptToken}"`);
    expect(paid).not.toContain(path);
  });

  test('shows nothing of other payers, and nothing before a payment', async () => {
    const { order } = await server.paidRegistration({}, { name: 'Nadia Netz' });
    const { said } = await asked({ more: [...NAMED, '--about', order.reference] });
    expect(said).toContain('/pay/');
    expect((await page(`/registration/${order.pageToken}`)).text).not.toContain('Table for');
    // A stranger may register with any name and address.
    const { email } = await asked();
    const typed = await server.unpaidRegistration({}, { name: 'Greta Glas', email });
    const { text } = await page(`/registration/${typed.order.pageToken}`);
    expect(text).not.toContain('Table for');
  });
});

test('money that comes after an amount was taken back waits for a person', async () => {
  const { order, path, email } = await asked();
  const answer = await server.press(path, 'card');
  const url = answer.headers.get('location') ?? '';
  await server.payAt(url);
  await server.db
    .updateTable('orders')
    .set({ cancelled_at: server.clock.now().toISOString() })
    .where('id', '=', order.id)
    .execute();
  await page(`${path}/return`);
  await server.pollOpenPayments();
  expect((await server.reviewRequestsOf(order)).length).toBe(1);
  expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('asked-paid');
});

test('a payer of an asked amount is erased with the words about the payer', async () => {
  const { email, order, path } = await asked({ words: 'Stand of Greta Glas' });
  await server.payLink(path);
  expect(await server.organise('person', 'export', email)).toContain('Stand of Greta Glas');
  await server.organise('person', 'erase', email, '--yes');
  const erased = await server.getOrder(order.id);
  expect(erased.customer.name).toBe('');
  expect(JSON.stringify(erased)).not.toContain('Greta');
  const { content } = await server.db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(content).not.toMatch(/Greta|glassworks/i);
  for (const table of ['payments', 'outbox', 'activities', 'orders', 'order_items'] as const) {
    const rows = await server.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Stand of Greta');
  }
  const unpaid = await asked({ words: 'Chair of Greta Glas' });
  await server.organise('person', 'erase', unpaid.email, '--even-paid', '--yes');
  expect((await page(unpaid.path)).text).toContain('There is nothing to pay at this address.');
  expect((await page(path)).status).toBe(404);
});

test('an asked amount keeps its words and its mail when somebody else is erased', async () => {
  const words = 'Stand of Greta Glas (two metres)';
  const { email, order } = await asked({ words });
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  const { person } = await server.paidRegistration();
  await server.organise('person', 'erase', person.email, '--even-paid', '--yes');
  expect((await server.getOrder(order.id)).items[0]?.label).toBe(words);
  expect(await mailsTo(email)).toEqual(mails);
});

test('the page of an asked amount in the dashboard leads to the order that it is about', async () => {
  const { person, reference } = await server.paidRegistration();
  const said = await ask(person.email, '80', 'Lost key', '--about', reference, '--send');
  const asking = (await server.linkedOrder(said)).order.reference;
  const context = testContext(server);
  expect(await readPerson(context, asking, allRights)).toMatchObject({
    people: [],
    otherOrders: [reference],
    order: { isAsked: true, about: reference },
  });
  expect((await readPerson(context, reference, allRights))?.otherOrders).toEqual([asking]);
  for (const each of [asking, reference]) {
    const shown = await server.organise('show', each);
    for (const one of [asking, reference, 'Lost key']) expect(shown).toContain(one);
  }
});

test('an address is one person for an asked amount only if the names agree', async () => {
  const shared = aPerson().email;
  await server.paidRegistration({}, { name: 'Ada Alt', email: shared });
  await server.paidRegistration({}, { name: 'Bo Neu', email: shared });
  await expect(ask(shared, '5', 'Key')).rejects.toThrow('more than one person, is known');
});
