import { DAY } from '#contract/time-spans.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Content } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';
import { planInvitation } from './invite-guests.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { planInvitationLinks } from './send-invitations.ts';
import { neededProof } from '#features/proofs/proof-needs.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withOnlyFor } from '#tests/support/fixture-prices.ts';
import { asCancelled } from '#tests/support/cancelled-conference.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { listingOf } from '#server/reports/lists.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';

const content: Content = {
  ...fixtureContent,
  prices: withOnlyFor(fixtureContent.prices, 'exhibitor', 'invited'),
};

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content });
  folder = testFolder();
});

const details = {
  name: 'Ada Kowalska',
  phone: '+46 8 5550 142',
  institute: 'Lab of Kettles',
  country: 'Sweden',
};

async function invited(rows: unknown[][], ...more: string[]): Promise<string> {
  const until = new Date(server.clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
  const path = join(folder, 'invited.xlsx');
  await writeSheetFile(path, [['Name', 'Email', 'Type', 'Price', 'Percent off', 'Note'], ...rows]);
  return server.organise('invite', '--links', path, '--until', until, ...more);
}

/** Invites a person; returns the path of the link in the mail. */
async function aLink(price: unknown, type = 'Exhibitor', email = 'ada@lab.example') {
  await invited([['Ada Kowalska', email, type, price, '', 'We are glad.']], '--send');
  const [mail] = (await server.listMessages(10)).filter(({ kind }) => kind === 'invited');
  const [path = ''] = /\/invitation\/\w+/.exec(JSON.stringify(mail)) ?? [];
  return path;
}

async function use(path: string, total: number, traits: Partial<typeof details> = {}) {
  const body = new URLSearchParams({ ...details, ...traits, total: String(total) });
  return fetch(server.origin + path, { method: 'POST', body, redirect: 'manual' });
}

const page = async (path: string) => (await fetch(server.origin + path)).text();
const orders = () => server.db.selectFrom('orders').selectAll().execute();

describe('a personal link', () => {
  test('over 0.00 confirms a place of a type that no page names, in honest words', async () => {
    const path = await aLink('free');
    expect(await page(path)).toContain('There is nothing to pay.');
    const answer = await use(path, 0);
    expect(answer.status).toBe(303);
    const [order] = await orders();
    expect(order).toMatchObject({ state: 'CONFIRMED', amount_cents: 0, offered_by: null });
    const mails = await server.listMessages(10);
    const confirmed = mails.find(({ kind }) => kind === 'place-paid');
    expect(confirmed?.recipient).toBe('ada@lab.example');
    expect(JSON.stringify(confirmed)).not.toMatch(/paid for you/i);
    const { path: form, body } = await server.aCheckout({ presentationType: 'SPEAKER' });
    const other = form.replace('=speaker', '=exhibitor');
    const typed = { ...body, pricingConfigId: 'exhibitor', presentationType: 'EXHIBITOR' };
    expect((await server.post(other, typed)).status).toBe(400);
  });

  test('is paid at its own price on the own page, by the holder who used it first', async () => {
    const path = await aLink('100.00', 'Speaker');
    expect(await page(path)).toContain('€105.00');
    expect((await use(path, 1)).status).toBe(409);
    const answers = await Promise.all([use(path, 10500), use(path, 10500, { name: 'Eve Other' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const own = answers.find(({ status }) => status === 303)?.headers.get('location') ?? '';
    expect(own).toMatch(/^\/registration\/\w+$/);
    await server.payLink(`${own}/pay`).catch(() => undefined);
    const [order, ...none] = await orders();
    expect(none).toEqual([]);
    expect(order).toMatchObject({ amount_cents: 10500, payer_email: 'ada@lab.example' });
    expect((await server.everyRow())['participants']).toHaveLength(1);
    expect(await page(path)).toContain('This link has been used.');
    expect(await page(path)).not.toContain('/registration/');
  });

  test('gives no place at a conference that is cancelled, and its order is not paid', async () => {
    const free = await aLink('free');
    const path = await aLink('100.00', 'Speaker', 'bob@lab.example');
    const own = (await use(path, 10500, { name: 'Bob Berg' })).headers.get('location') ?? '';
    const { sessionId, url } = await server.unpaidRegistration();
    const cancelled = await startTestSite({ content: asCancelled(content), beside: server });
    try {
      expect(await (await fetch(cancelled.origin + free)).text()).toContain('cannot be used');
      const body = new URLSearchParams({ ...details, total: '0' });
      const request = { method: 'POST', body, redirect: 'manual' } as const;
      expect((await fetch(cancelled.origin + free, request)).status).toBe(409);
      await cancelled.press(`${own}/pay`, 'card');
      expect((await cancelled.openPage(`${own}/pay`)).words).not.toContain('Pay by card');
      // A payment page that was open before is closed as soon as we look at it.
      const dueBy = new Date(server.clock.now().getTime() + DAY);
      await pollOpenPayments(cancelled.context, unexpected, { dueBy });
      await server.payAt(url).catch(() => undefined);
      await cancelled.post(`/api/payment/update?sessionId=${sessionId}`);
      const payments = await server.db.selectFrom('payments').select('state').execute();
      expect(payments).toEqual([{ state: 'CANCELLED' }]);
      expect((await orders()).map(({ state }) => state)).not.toContain('CONFIRMED');
    } finally {
      await cancelled.close();
    }
  });

  test('and no other way to sell or give a place is left to organisers of a cancelled conference', async () => {
    const { organising } = server;
    const cancelled = { ...organising, content: asCancelled(organising.content) };
    const { rows } = aSheet(['Speaker']);
    const { reference } = await server.paidRegistration({ presentationType: 'STUDENT' });
    const plans = [
      () => planInvitationLinks(cancelled, { rows, until: '2099-01-01' }),
      () => planInvitation(cancelled, { rows }),
      () => planGroup(cancelled, { rows, payer: aPayer }),
      () => planMove(cancelled, { reference, type: 'delegate' }),
    ];
    for (const plan of plans) await expect(plan()).rejects.toThrow('The conference is cancelled');
  });

  test('says one end on its page, in the mail and in the plan', async () => {
    const path = await aLink('100.00', 'Speaker');
    const [mail] = (await server.listMessages(10)).filter(({ kind }) => kind === 'invited');
    const [end = ''] = /the end of [A-Z]\w+ \d+, \d{4}/.exec(JSON.stringify(mail)) ?? [];
    expect(end).not.toBe('');
    expect(await page(path)).toContain(end);
    const rows = [['Bo Fibre', 'bo@lab.example', 'Speaker', '100.00', '', '']];
    expect(await invited(rows)).toContain(`which can be used once, until ${end}`);
  });

  test('needs no proof for its price, and the usual price of a student does', async () => {
    const path = await aLink('100.00', 'Speaker');
    const own = (await use(path, 10500)).headers.get('location') ?? '';
    await server.payLink(`${own}/pay`);
    const dueBy = new Date(server.clock.now().getTime() + DAY);
    await pollOpenPayments(server.context, unexpected, { dueBy });
    const until = momentAt('2099-01-01T00:00:00.000Z', content.conference.dates);
    const proof = { text: 'Your card, please.', until, otherwise: 'delegate' };
    const withProof = {
      ...content.prices,
      presentationTypes: content.prices.presentationTypes.map((type) => ({ ...type, proof })),
    };
    const [order] = await server.listOrders();
    if (!order) throw new Error('there is no order');
    const needs = async () =>
      neededProof(withProof, await server.getOrder(order.id), order.participantIds[0] ?? '');
    expect(order.state).toBe('CONFIRMED');
    expect(await needs()).toBeUndefined();
    const move = server.planMove({ reference: order.reference, type: 'student' });
    await server.payLink((await server.linkedChange(await carriedOut(move))).path);
    expect(await needs()).toEqual({ ...proof, type: 'student' });
  });

  test('gives a place that its holder does not hand over', async () => {
    const path = await aLink('free');
    const own = (await use(path, 0)).headers.get('location') ?? '';
    expect(await page(own)).not.toContain('/hand-over"');
    expect((await server.openPage(`${own}/hand-over`)).status).toBe(409);
  });

  test('opens nothing after its last day, and its unpaid order cannot be paid either', async () => {
    const path = await aLink('100.00', 'Speaker');
    const other = await aLink('free', 'Exhibitor', 'bob@lab.example');
    const own = (await use(path, 10500)).headers.get('location') ?? '';
    server.clock.advance(12 * DAY);
    expect(await page(other)).toContain('cannot be used any more');
    expect((await use(other, 0)).status).toBe(409);
    const answer = await fetch(`${server.origin}${own}/pay/card`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(answer.status === 303 && answer.headers.get('location')?.startsWith('http')).toBe(false);
    expect((await server.everyRow())['payments']).toEqual([]);
  });

  test('can be withdrawn, and an invented one opens nothing', async () => {
    const path = await aLink('free');
    const run = (...args: string[]) => server.organise(...args);
    expect(await run('invite', '--withdraw', 'ADA@lab.example', '--yes')).toContain('Withdrawn.');
    expect((await use(path, 0)).status).toBe(409);
    expect(await run('invite', '--list')).toContain('withdrawn  Ada Kowalska');
    const { rows } = listingOf(server.organising, 'personal-links');
    const listed = (await Array.fromAsync(rows(server.db))).flat();
    expect(listed.map((row) => row.slice(1, 5))).toEqual([
      ['Ada Kowalska', 'withdrawn', 'Exhibitor', 0],
    ]);
    expect((await use('/invitation/00000000000000000000000000', 0)).status).toBe(404);
    expect(await orders()).toEqual([]);
  });

  test('does not oversell', async () => {
    await server.close();
    server = await startTestSite({
      content: { ...content, prices: { ...content.prices, places: 0 } },
    });
    expect((await use(await aLink('free'), 0)).status).toBe(409);
    expect(await orders()).toEqual([]);
  });
});

test('a sheet of links is checked row by row, and mails nobody twice', async () => {
  const wrong = [
    ['Ada', 'ada@lab.example', 'Dancer', '10.00', '', ''],
    ['Bob', 'bob', 'Speaker', '', '', ''],
    ['Eve', 'eve@lab.example', 'Speaker', '', '150 %', ''],
    ['Kim', 'eve@lab.example', 'Speaker', 'cheap', '', ''],
    ['Max', 'max@lab.example', 'Speaker', '99999.00', '', ''],
  ];
  await expect(invited(wrong)).rejects.toThrow(
    /row 2, Presentation type.*\nrow 3, Email.*\nrow 3, Price.*\nrow 4, Percent off.*\nrow 5, Price.*\nrow 6, Price: .* largest possible payment.*\nrow 5, Email: the same/,
  );
  const good = [['Ada', 'ada@lab.example', 'Speaker', '', '25 %', '']];
  expect(await invited(good)).toMatch(
    /row 2: Ada, .*Speaker, 299\.25 EUR[\s\S]*Nothing was changed/,
  );
  expect((await server.everyRow())['invitations']).toEqual([]);
  expect(await invited(good, '--send')).toContain('Links sent: 1.');
  expect(await invited(good, '--send')).toContain('Nobody is new.');
  expect(JSON.stringify(server.log)).not.toContain('ada@lab.example');
});
