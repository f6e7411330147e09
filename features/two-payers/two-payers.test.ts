import { describe, expect } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { unsentBankRefunds } from '#server/bank/bank-refunds.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { lineParts } from '#server/orders/rows/item-words.ts';
import { findPaymentLink, pathOf as pathOfLink } from '#server/orders/rows/payment-links.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { contradictionsIn, rowsNaming } from '#tests/support/order-differences.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { book } from '#tests/support/transfers.ts';
import { account } from '#tests/support/with-transfers.ts';
import { payAt } from '#tests/support/visitor.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const invoiced = withInvoices({ eInvoiceFiles: ['xrechnung'] });
const conference = { ...invoiced.conference, bankTransfer: account };
const content = withRules({ ...invoiced, conference, prices: withTaxes(invoiced.prices) });
const server = await startTestSite({ content });

const CONFIRMED = 'and your place is confirmed.';
const DINNER = { extras: [{ id: 'dinner', count: 1 }] };
let institutes = 0;
const anInstitute = () => `accounts${++institutes}@university.example`;
const orderNow = ({ id }: Pick<Order, 'id'>) => server.getOrder(id);
const stateOf = async ({ reference }: Pick<Order, 'reference'>) =>
  (await server.participantsOfOrder(reference)).map(({ state }) => state);
const sumOf = (...orders: Order[]) => orders.reduce((sum, { amountCents }) => sum + amountCents, 0);
const refundedTo = (order: Pick<Order, 'id'>) => server.ledgerOf(order).refunded;

/** Sends the form; `kinds` are the items that somebody else pays. */
async function divide(
  order: Order,
  kinds: readonly string[],
  entries: Record<string, string> = {},
) {
  const now = await orderNow(order);
  const lines = now.items.filter(({ kind }) => kinds.includes(kind));
  const email = anInstitute();
  const answer = await server.fillIn(`${pathOf(order)}/payers`, {
    ...Object.fromEntries(lines.map(({ id }) => [`line-${id}`, 'yes'])),
    name: 'Accounts Payable',
    email,
    country: '',
    ...entries,
  });
  return { answer, email: entries['email'] ?? email };
}

/** A registration with a dinner whose fee an institute is to pay. */
async function divided(
  kinds = ['registration'],
  entries: Record<string, string> = {},
  traits: { name?: string } = {},
) {
  const registration = await server.unpaidRegistration(DINNER, traits);
  const { answer, email } = await divide(registration.order, kinds, entries);
  expect(answer).toMatchObject({
    status: 303,
    location: expect.stringContaining('notice=divided'),
  });
  const order = await orderNow(registration.order);
  const [part, ...others] = await partsOfOthers(server.db, order);
  if (!part || others.length > 0) throw new Error('one part is expected');
  return { ...registration, before: registration.order, order, part, email };
}

const linkOf = async (order: Order) => {
  const link = await findPaymentLink(server.db, order.id);
  if (!link) throw new Error('no link');
  return pathOfLink(link);
};
const payPart = async (part: Order) => server.payLink(await linkOf(part));
async function payOwn(order: Order) {
  const answer = await server.press(`${pathOf(order)}/pay`, 'card');
  const url = answer.headers.get('location');
  if (url === null) throw new Error(`no checkout: ${answer.status}`);
  await payAt(url);
  await fetch(`${server.origin}${pathOf(order)}/return`);
}
/** A divided registration whose person has opened the page of the own part. */
async function withOwnPage() {
  const { order } = await divided();
  const url = (await server.press(`${pathOf(order)}/pay`, 'card')).headers.get('location') ?? '';
  const sessionId = (await server.paymentsOfOrder(order.id)).at(-1)?.ref ?? '';
  return { order: await orderNow(order), url, sessionId };
}
const take = (order: Order, part: Order) => server.sendForm(`${pathOf(order)}/payers/${part.id}`);

describe('a registration with two payers', () => {
  test('keeps its sum to the cent, its items and its places; each payer has a link, a paper and a state', async () => {
    const { before, order, part, email, person } = await divided(['registration'], {
      ...university,
      leitwegId: '04011000-1234512345-06',
      version: '1',
    });
    expect(sumOf(order, part)).toBe(before.amountCents);
    expect(order.feeCents + part.feeCents).toBe(before.feeCents);
    expect(order.items.map(({ kind, item, quantity }) => [kind, item, quantity])).toEqual(
      before.items.map(({ kind, item, quantity }) => [kind, item, quantity]),
    );
    const [mail] = await server.mailsTo(email);
    expect(mail?.kind).toBe('part-to-pay');
    expect(mail?.text).toContain(await linkOf(part));
    expect(mail?.text).not.toContain('/registration/');
    const theirs = await server.openPage(await linkOf(part));
    expect(theirs.words).toContain(order.reference);
    expect(theirs.words).not.toContain('dinner');
    const own = await server.openPage(pathOf(order));
    expect(own.words).toContain(`paid with ${part.reference}`);
    expect(own.words).toContain('not paid yet');
    expect(own.text).not.toContain(await linkOf(part));

    await payOwn(order);
    expect(await stateOf(order)).toEqual(['WAITS_FOR_PAYER']);
    expect((await server.openPage(pathOf(order))).words).toContain('Your part is paid.');
    const half = (await server.mailsTo(person.email)).at(-1);
    expect(half?.text).toContain('Somebody else pays the other part.');
    await expect(server.organise('checkin', order.reference)).rejects.toThrow('half paid');
    await payPart(part);
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    expect((await server.mailsTo(person.email)).at(-1)?.text).toContain(CONFIRMED);
    const [paper] = await server.documentsOf(part.id);
    expect(paper).toMatchObject({ kind: 'invoice', totalCents: part.amountCents });
    expect(paper?.recipient?.leitwegId).toBe('04011000-1234512345-06');
    const theirMail = (await server.mailsTo(email)).find(({ kind }) => kind === 'asked-paid');
    expect(theirMail?.text).toContain('Open the invoice');
    expect(theirMail?.text).not.toContain('receipt and save');
    expect((await server.openPage(await linkOf(part))).words).toContain('Open the invoice');
    const [ownPaper] = await server.documentsOf(order.id);
    expect(ownPaper).toMatchObject({ totalCents: order.amountCents });
    const after = await server.openPage(pathOf(order));
    expect(after.text).not.toContain((await orderNow(part)).receiptToken);
    expect((await server.openPage(`/receipt/${part.receiptToken}`)).text).not.toContain(
      order.receiptToken,
    );
    expect(await documentDifferences(server)).toEqual([]);
  });

  test('is confirmed as well if the other payer pays first', async () => {
    const { order, part, person } = await divided();
    await payPart(part);
    expect(await stateOf(order)).not.toEqual(['CONFIRMED']);
    await payOwn(order);
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    expect((await server.mailsTo(person.email)).at(-1)?.text).toContain(CONFIRMED);
  });

  atOnce('is confirmed once if both pay at the same moment', async () => {
    const { order, part, person } = await divided();
    await Promise.all([payOwn(order), payPart(part)]);
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    const texts = (await server.mailsTo(person.email)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes(CONFIRMED))).toHaveLength(1);
  });

  atOnce('is divided once by two presses, and not after a payment', async () => {
    const { order } = await server.unpaidRegistration(DINNER);
    const both = await Promise.all([
      divide(order, ['registration']),
      divide(order, ['registration']),
    ]);
    expect(both.map(({ answer }) => answer.status)).toEqual([303, 303]);
    expect(await partsOfOthers(server.db, await orderNow(order))).toHaveLength(1);
    const paid = await server.paidRegistration(DINNER);
    const answer = await server.sendForm(`${pathOf(paid.order)}/payers`, { version: 2 });
    expect(answer.location).toContain('changedMeanwhile');
    expect(await orderNow(paid.order)).toEqual(paid.order);
  });

  test('closes an open checkout, so that the whole price cannot be paid any more', async () => {
    const { before, order, url, sessionId } = await divided();
    expect((await server.paymentsOfOrder(order.id)).map(({ state }) => state)).toEqual([
      'CANCELLED',
    ]);
    const { status } = await fetch(url, { redirect: 'manual' });
    expect([200, 302, 303, 404, 410]).toContain(status);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    expect((await orderNow(before)).paidPaymentId).toBeUndefined();
  });

  test.each(['divided', 'whole again'])(
    'is not paid by the page of a switched-off provider with the sum of before it was %s',
    async (now) => {
      const { order, url, sessionId } =
        now === 'divided' ? await server.unpaidRegistration(DINNER) : await withOwnPage();
      await server.restart({ without: 'stripe' });
      if (now === 'divided') {
        expect((await divide(order, ['registration'])).answer.location).toContain('divided');
      } else {
        const [part] = await partsOfOthers(server.db, order);
        if (!part) throw new Error('no part');
        expect((await take(order, part)).location).toContain('partTakenOver');
      }
      await server.restart();
      await payAt(url);
      await server.post(`/api/payment/update?sessionId=${sessionId}`);
      const { amountCents } = await orderNow(order);
      expect((await server.recordsOf(sessionId)).payment).toMatchObject({
        state: 'MISMATCH',
        arrivedCents: order.amountCents,
      });
      expect(await server.reviewRequestsOf(order)).toHaveLength(1);
      expect((await orderNow(order)).paidPaymentId).toBeUndefined();

      // The secretary refunds it at the provider, and then the right amount can be paid.
      server.control.refund(sessionId);
      await server.control.settled();
      await payOwn(await orderNow(order));
      const payments = await server.paymentsOfOrder(order.id);
      expect(payments.at(-1)).toMatchObject({ state: 'PAID', amountCents });
    },
  );

  test('is refused without an item for each payer, an address or a readable invoice', async () => {
    const { order, person } = await server.unpaidRegistration(DINNER);
    for (const [kinds, entries] of [
      [[], {}],
      [['registration', 'extra'], {}],
      [['registration'], { email: 'nobody' }],
      [['registration'], { email: person.email.toUpperCase() }],
      [['registration'], { name: '' }],
      [['registration'], { legalName: 'A university' }],
      [['registration'], { ...university, leitwegId: '04011000-1234512345-07' }],
    ] as const) {
      expect((await divide(order, kinds, entries)).answer.status).toBe(400);
    }
    expect(await orderNow(order)).toMatchObject({ amountCents: order.amountCents });
    const own = { email: person.email };
    const { answer } = await divide(order, ['registration'], own);
    expect(answer.text).toContain('This is your own address.');
    const single = await server.unpaidRegistration();
    expect((await server.openPage(`${pathOf(single.order)}/payers`)).status).toBe(303);
  });

  test('lets the other payer address the invoice of the own part, before the payment and afterwards', async () => {
    const { order, part, email } = await divided(['registration'], { ...university, version: '1' });
    const link = await linkOf(part);
    const page = await server.openPage(link);
    expect(page.text).toContain(`${link}/invoice`);
    // A name that the participant has typed stands on no page that the link shows at once.
    expect(page.words).not.toContain(university.legalName);
    const form = await server.openPage(`${link}/invoice`);
    expect(form.text).toContain(university.legalName);
    expect(form.text).not.toContain(order.customer.email);
    const ask = (entries: Record<string, string>) =>
      server.fillIn(`${link}/invoice`, { ...university, ...entries });
    expect((await ask({ legalName: '' })).status).toBe(400);
    const saved = await ask({ legalName: 'The Institute' });
    expect(saved.location).toBe(`${link}?notice=invoiceSaved`);
    expect((await server.openPage(saved.location)).words).toContain('Saved. You get the invoice');
    await payPart(part);
    const numbers = async () =>
      (await server.documentsOf(part.id)).map(({ kind, recipient }) => [
        kind,
        recipient?.legalName,
      ]);
    expect(await numbers()).toEqual([['invoice', 'The Institute']]);

    const issued = await ask({ legalName: 'The Institute of Chains' });
    expect(issued.location).toBe(`${link}?notice=invoiceIssued`);
    expect(await numbers()).toEqual([
      ['invoice', 'The Institute'],
      ['invoice-cancellation', 'The Institute'],
      ['invoice', 'The Institute of Chains'],
    ]);
    expect((await ask({ legalName: 'The Institute of Chains' })).location).toContain('Unchanged');
    expect((await server.mailsTo(email)).at(-1)?.text).toContain('/receipt/');
    // The person learns nothing of it, and the order of the person stays as it is.
    const own = await server.openPage(pathOf(order));
    expect(own.text).not.toContain('The Institute');
    expect(await server.documentsOf(order.id)).toEqual([]);
    expect(JSON.stringify(await server.mailsTo(order.customer.email))).not.toContain('Institute');
    expect(await documentDifferences(server)).toEqual([]);
  });

  test('asks for an invoice by no other link to pay, and by none that is over', async () => {
    const { order, part } = await divided();
    const link = await linkOf(part);
    await take(order, part);
    expect((await server.openPage(`${link}/invoice`)).status).toBe(404);
    const { order: own } = await server.unpaidRegistration(DINNER);
    await server.organise('resend', own.reference, '--send');
    const ownLink = await linkOf(own);
    expect((await server.openPage(ownLink)).text).not.toContain('/invoice');
    expect((await server.openPage(`${ownLink}/invoice`)).status).toBe(404);
  });

  test('sends nobody a text that a participant typed as the name of the payer', async () => {
    const name = 'Win at https://evil.example';
    const { order, part, email } = await divided(['registration'], { name });
    expect((await server.openPage(await linkOf(part))).text).not.toContain('evil');
    await server.press(await linkOf(part), 'transfer');
    await take(order, part);
    const mails = await server.mailsTo(email);
    expect(mails.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['part-to-pay', 'asked-withdrawn']),
    );
    expect(JSON.stringify(mails)).not.toContain('evil');
  });

  test('is whole again if the person takes the part back before anything is paid', async () => {
    const { before, order, part, email } = await divided();
    const link = await linkOf(part);
    expect((await take(order, part)).location).toContain('partTakenOver');
    const whole = await orderNow(order);
    expect(whole.items).toEqual(before.items);
    expect(whole.amountCents).toBe(before.amountCents);
    expect((await server.mailsTo(email)).map(({ kind }) => kind)).toEqual([
      'part-to-pay',
      'asked-withdrawn',
    ]);
    expect((await server.openPage(link)).text).not.toContain(`action="${link}/card"`);
    await payOwn(whole);
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    // And it can be divided no more.
    expect((await server.openPage(`${pathOf(order)}/payers`)).status).toBe(303);
  });

  test('becomes the person’s own with a new link and receipt if the other one never pays', async () => {
    const { order, person, reference } = await server.unpaidRegistration({
      ...DINNER,
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 2,
      guests: 0,
    });
    const { email } = await divide(order, ['registration', 'room']);
    const [part] = await partsOfOthers(server.db, await orderNow(order));
    if (!part) throw new Error('no part');
    const link = await linkOf(part);
    await payOwn(order);
    expect((await take(order, part)).location).toContain('partTakenOver');
    const taken = await orderNow(part);
    expect(taken.customer.email).toBe(person.email);
    expect(taken.receiptToken).not.toBe(part.receiptToken);
    expect((await server.openPage(link)).status).toBe(404);
    expect((await server.mailsTo(email)).at(-1)?.kind).toBe('asked-withdrawn');
    // The page asks for it once, with all of its items.
    const { twoPayers, sections } = content.yourRegistration;
    const { text, words } = await server.openPage(pathOf(order));
    expect(text.split(await linkOf(taken))).toHaveLength(2);
    expect(words).toContain(sections.asked);
    expect(words).not.toContain(twoPayers.heading);
    for (const item of ['Registration (Speaker)', 'Room']) {
      expect(words).toMatch(new RegExp(`${RegExp.escape(item)}[^;]*\\(${reference}\\)`));
    }
    await payPart(taken);
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    const paid = await server.openPage(pathOf(order));
    expect(paid.text.split(`/receipt/${taken.receiptToken}`)).toHaveLength(2);
  });

  test('can be taken back after a part of a transfer, which goes back to its payer', async () => {
    const { order, part, before } = await divided(['registration'], university);
    const link = await linkOf(part);
    await server.press(link, 'transfer');
    await book(server, { reference: part.reference, cents: 10_000 }, '--send');
    const page = await server.openPage(pathOf(order));
    expect(page.words).toContain('We have received €100.00 of it by bank transfer.');
    expect((await take(order, part)).location).toContain('partTakenOver');
    expect((await take(order, part)).location).toContain('changedMeanwhile');
    const whole = await orderNow(order);
    expect(whole.amountCents).toBe(before.amountCents);
    expect((await orderNow(part)).cancelledAt).toBeDefined();
    expect(await unsentBankRefunds(server.db)).toMatchObject([{ amountCents: 10_000 }]);
    // The person's own part of a transfer would not fit what is whole again.
    const other = await divided();
    await server.press(`${pathOf(other.order)}/pay`, 'transfer');
    await book(server, { reference: other.order.reference, cents: 100 }, '--send');
    expect((await take(other.order, other.part)).status).toBe(409);
    expect(await contradictionsIn(server)).toEqual([]);
  });

  test('cannot be taken back once it is paid, nor by the page of somebody else', async () => {
    const { order, part } = await divided();
    const other = await divided();
    expect((await take(other.order, part)).location).toContain('changedMeanwhile');
    await payPart(part);
    expect((await take(order, part)).location).toContain('changedMeanwhile');
    expect(await orderNow(part)).toMatchObject({ customer: part.customer, state: 'CONFIRMED' });
  });

  test('refunds each payer what each has paid when the person cancels', async () => {
    const { order, part, email } = await divided();
    await payOwn(order);
    await payPart(part);
    const plan = await server.openPage(`${pathOf(order)}/cancel`);
    expect(plan.words).toContain(`Whoever paid the other part, ${part.reference}, gets`);
    await server.fillIn(`${pathOf(order)}/cancel`);
    await server.sendRefunds();
    expect(refundedTo(order)).toBe(order.amountCents);
    expect(refundedTo(part)).toBe(part.amountCents);
    expect(await stateOf(order)).toEqual(['CANCELLED']);
    expect((await server.mailsTo(email)).at(-1)?.text).toContain('redit note');
    expect(await documentDifferences(server)).toEqual([]);
  });

  test('withdraws what the other payer has not paid when the person cancels', async () => {
    const { order, part, email } = await divided();
    const link = await linkOf(part);
    await payOwn(order);
    await server.fillIn(`${pathOf(order)}/cancel`);
    expect((await orderNow(part)).cancelledAt).toBeDefined();
    expect((await server.openPage(link)).text).not.toContain(`action="${link}/card"`);
    expect((await server.mailsTo(email)).at(-1)?.kind).toBe('asked-withdrawn');
    await server.sendRefunds();
    expect(refundedTo(order)).toBe(order.amountCents);
  });

  test('gives the place without the part if an organiser waives it', async () => {
    const { order, part, person } = await divided();
    await payOwn(order);
    await server.organise('cancel', part.reference, '--send');
    expect(await stateOf(order)).toEqual(['CONFIRMED']);
    expect((await server.mailsTo(person.email)).at(-1)?.text).toContain(CONFIRMED);
  });

  test('cannot change what another pays, and asks nobody for it twice', async () => {
    const { order, part, person } = await divided();
    await payOwn(order);
    await payPart(part);
    await expect(server.organise('move', order.reference, '--type', 'poster')).rejects.toThrow(
      'Somebody else pays a part',
    );
    // The whole price by the form again is refused, as for anybody who has paid.
    const again = await server.aCheckout(DINNER, person);
    expect((await server.post(again.path, again.body)).json).toMatchObject({
      code: 'paid-already',
    });
  });

  test('is closed for the other payer once the person has paid all of it by another order', async () => {
    const { part, person } = await divided();
    await server.paidRegistration({}, person);
    const link = await linkOf(part);
    expect((await server.openPage(link)).status).toBe(200);
    const pressed = await server.press(link, 'card');
    expect(pressed.status).not.toBe(303);
  });

  test.each(['unpaid', 'paid', 'handed over'])(
    'loses the name of the person on the part, its paper and its mails when the person is erased: %s',
    async (how) => {
      const traits = { name: 'Wilhelmina Plainname' };
      const { part, order, person, email } = await divided(['registration'], university, traits);
      expect(part.items[0]?.label).toBe(
        `Registration (Speaker) (${person.name}, ${order.reference})`,
      );
      if (how !== 'unpaid') {
        await payPart(part);
        await payOwn(order);
        const [payment] = await server.paymentsOfOrder(part.id);
        // The provider needs no name.
        expect(payment?.request.description).toContain(`(Speaker) (${order.reference})`);
        const [paper] = await server.documentsOf(part.id);
        expect(paper?.lines[0]?.words).toContain(person.name);
      }
      if (how === 'handed over') {
        const other = { name: 'Grace Hopper', email: 'grace@example.org' };
        await carriedOut(server.planCorrection({ reference: order.reference, ...other }));
      }
      expect(JSON.stringify(await server.mailsTo(email))).toContain(person.name);
      await server.organise('person', 'erase', person.email, '--yes');
      expect(await rowsNaming(server, [person.name, person.email])).toEqual([]);
      const left = await orderNow(part);
      expect(left.items[0]?.label).toBe(`Registration (Speaker) (${order.reference})`);
      expect(left.customer).toEqual(part.customer);
    },
  );

  test('divides a room with its guests, each rate of tax on its own paper', async () => {
    const registration = await server.unpaidRegistration({
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      nights: 3,
      guests: 1,
      extras: [
        { id: 'dinner', count: 2 },
        { id: 'tour', count: 1 },
      ],
    });
    const { order: before } = registration;
    const { email } = await divide(before, ['room', 'extra'], university);
    const order = await orderNow(before);
    const [part] = await partsOfOthers(server.db, order);
    if (!part) throw new Error('no part');
    const [mail] = await server.mailsTo(email);
    expect(sumOf(order, part)).toBe(before.amountCents);
    const paidWith = `(paid with ${part.reference})`;
    expect((await server.openPage(pathOf(order))).words).toContain(
      `Room, 3 nights ${paidWith}, 1 guest ${paidWith}`,
    );
    const beforePayment = (await server.openPage(pathOf(order))).words;
    await payPart(part);
    await payOwn(order);
    const [paper] = await server.documentsOf(part.id);
    const rates = paper?.taxes?.map(({ basisPoints }) => basisPoints);
    expect(rates).toEqual([1900, 700, null]);
    const words = paper?.lines.map((line) => lineParts(line.words).line);
    expect(words).toEqual(
      expect.arrayContaining([
        `Room, 3 nights (${order.reference})`,
        `1 guest (${order.reference})`,
      ]),
    );
    expect(mail?.text).toContain(`Room, 3 nights (${order.reference})`);
    // The items of the other payer cost nothing here, so neither their rates nor their exemption are on the own papers.
    const [own] = await server.documentsOf(order.id);
    expect(own?.taxes?.map(({ grossCents }) => grossCents)).toEqual([order.amountCents, 0, 0]);
    const receipt = `/receipt/${order.receiptToken}`;
    const pdf = await fetch(`${server.origin}${receipt}/${order.reference}.pdf`);
    const printed = linesOfPdf(Buffer.from(await pdf.arrayBuffer())).join(' ');
    for (const text of [beforePayment, (await server.openPage(receipt)).words, printed]) {
      expect(text).toContain('VAT 19%');
      expect(text).not.toMatch(/7%|xempt|Speaker\) \(19%/);
    }
    const [person] = await server.participantsOfOrder(order.reference);
    expect(person).toMatchObject({
      nights: 3,
      guests: 1,
      extras: [
        { id: 'dinner', count: 2 },
        { id: 'tour', count: 1 },
      ],
      amountCents: order.amountCents,
    });
    // The credit note of the person does not name the items that somebody else has paid.
    await server.organise('cancel', order.reference, '--send');
    const note = (await server.documentsOf(order.id)).find(({ kind }) => kind === 'credit-note');
    expect(note?.lines.map((line) => line.words)).toEqual([
      'Registration (Speaker)',
      'Processing fee of 5%',
    ]);
  });

  test('has the same sums in every list, paper and export, and one person in each', async () => {
    expect(await sumDifferences(server)).toEqual([]);
    expect(await documentDifferences(server)).toEqual([]);
    expect(await contradictionsIn(server)).toEqual([]);
  });
});

// The last test, because it moves the clock beyond the rules for refunds.
test('a divided registration is a concern once one has paid and the link of the other is over', async () => {
  const [one, other] = [await divided(), await divided()];
  await payPart(one.part);
  await payOwn(other.order);
  const found = async () =>
    (await server.listConcerns()).filter(({ words }) => words.includes('whose link is over'));
  const isTheirs = (reference: string | undefined) =>
    [one.order.reference, other.order.reference].includes(reference ?? '');
  expect(await found()).toEqual([]);
  server.clock.advance(40 * DAY);
  // The orders without a good link expire.
  await server.pollOpenPayments();
  const references = (await found()).map(({ reference }) => reference).filter(isTheirs);
  expect(references.toSorted()).toEqual([one.order.reference, other.order.reference].toSorted());
  await server.organise('refund', one.part.reference, '--send');
  await server.sendRefunds();
  const left = (await found()).map(({ reference }) => reference).filter(isTheirs);
  expect(left).toEqual([other.order.reference]);
});
