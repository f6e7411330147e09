import { DAY, HOUR } from '#contract/time-spans.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { moneyText } from '#contract/money.ts';
import type { Way } from '#contract/content/ways.ts';
import { countryOf } from '#contract/countries.ts';
import { readEnv } from '#server/config/env.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { countSent, countUnsent } from '#server/mail/outbox.ts';
import { bookContributions } from '#features/book/book-contributions.ts';
import { figuresOf } from '#server/reports/figures.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { decisionsByAbstract } from '#features/programme/decisions.ts';
import { listPeerReviews } from '#features/peer-review/peer-reviews.ts';
import { countOrders } from '#server/orders/rows/orders.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { abstractsIn } from '#server/reports/list-rows.ts';
import { saveAbstracts } from './abstracts.ts';
import { demoCommand } from './demo.ts';

const server = await startTestSite();
beforeAll(async () => {
  await printed((print) => demoCommand(testContext(server), print));
}, 120_000);

test('300 invented people from 25 countries are in every state, over the last 90 days', async () => {
  const people = await allParticipants(server.db);
  expect(new Set(people.map(({ email }) => email)).size).toBe(300);
  for (const { email } of people) expect(email).toMatch(/^[a-z.]+\d+@[a-z]+\.example$/);
  const countries = people.map(({ country }) => country);
  expect(new Set(countries).size).toBe(25);
  expect(countries.map(countryOf)).toEqual(countries);
  const states = Object.groupBy(people, ({ state }) => state);
  const counts = Object.entries(states).map(([state, those]) => [state, those.length]);
  expect(Object.fromEntries(counts)).toEqual({
    REGISTERED: 36,
    AWAITING_PAYMENT: 13,
    EXPIRED: 29,
    CANCELLED: 8,
    REFUNDED: 9,
    CONFIRMED: 203,
    WAITS_FOR_AGREEMENT: 2,
  });
  expect((await countOrders(server.db))['CANCELLED']).toBe(8);
  const payments = Object.groupBy(await server.listPayments(), ({ state }) => state);
  expect(payments.PART_REFUNDED).toHaveLength(9);
  expect(payments.MISMATCH).toHaveLength(1);
  expect(new Set(people.map(({ provider }) => provider))).toEqual(
    new Set(['stripe', 'paypal', undefined]),
  );
  const now = server.clock.now().getTime();
  for (const { registeredAt, paidAt = registeredAt } of people) {
    expect(now - Date.parse(registeredAt)).toBeLessThan(91 * DAY);
    expect(Date.parse(paidAt)).toBeGreaterThanOrEqual(Date.parse(registeredAt));
    expect(Date.parse(paidAt)).toBeLessThanOrEqual(now);
  }
});

test('doctor shows concerns, and no mail waits', async () => {
  const abouts = (await server.listConcerns()).map(({ about }) => about);
  expect(new Set(abouts)).toEqual(new Set(['payment', 'dispute', 'order', 'mails']));
  expect(await countUnsent(server.db, [])).toMatchObject({ count: 0 });
  expect(await listDeadLetters(server.db)).toHaveLength(2);
  // The next mails are not kept back by MAILS_PER_HOUR.
  expect(await countSent(server.db, new Date(server.clock.now().getTime() - HOUR))).toBe(0);
});

test('each abstract has a complete file', async () => {
  const folder = join(server.files.dataDir, 'saved');
  const saving = { folder, withWithdrawn: true, withInfected: false };
  const broken = await saveAbstracts(server.db, server.files.store, saving, async () => undefined);
  expect(broken).toBe(0);
  const names = readdirSync(folder);
  expect(names).toHaveLength(45);
  const pdf = readFileSync(join(folder, names[0] ?? ''), 'latin1');
  expect(pdf.indexOf('xref\n')).toBe(Number(/startxref\n(\d+)/.exec(pdf)?.[1]));
  expect(readdirSync(server.files.dataDir)).not.toContain('demo-uploads');
});

test('most abstracts have a title and authors; one is withdrawn, two may be one, some have two versions', async () => {
  const rows = (await Array.fromAsync(abstractsIn(server.db))).flat();
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
  expect(count(({ title, authors }) => title !== null && authors.length > 1)).toBe(38);
  expect(count(({ withdrawn_at }) => withdrawn_at !== null)).toBe(1);
  expect(count(({ duplicates }) => duplicates !== undefined)).toBe(2);
  expect(count(({ versions }) => versions === 2)).toBe(5);
});

test('most reviews came back, and authors were told of each decision', async () => {
  const reviews = await listPeerReviews(server.db);
  expect(reviews).toHaveLength(135);
  expect(reviews.filter(({ collectedAt }) => collectedAt !== undefined).length).toBeGreaterThan(90);
  const decisions = [...(await decisionsByAbstract(server.db)).values()];
  expect(decisions.every(({ outcome, toldOutcome }) => outcome === toldOutcome)).toBe(true);
  const { printed: inBook } = await bookContributions(server.db, server.content);
  expect(inBook.length).toBeGreaterThan(15);
});

test('the figures add up to the people and the money', async () => {
  const people = await allParticipants(server.db);
  const { days, byType, byCountry, bySession, funnel, currency, totals } = await figuresOf(
    server.db,
    server.content,
  );
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  expect(sum(days.map(({ registered }) => registered))).toBe(300);
  const mismatch = (await server.listPayments()).find(({ state }) => state === 'MISMATCH');
  expect(totals.withoutReceipt.paidCents).toBe(mismatch?.arrivedCents);
  expect(mismatch?.arrivedCents).toBe(Number(mismatch?.amountCents) - 100);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
  expect(sum(byType.map(({ count }) => count))).toBe(300);
  expect(byType).toContainEqual({ label: 'Discount', count: 11 });
  expect(sum(days.map(({ paid }) => paid))).toBe(214);
  expect(sum(byCountry.map(({ count }) => count))).toBe(300);
  expect(sum(bySession.map(({ count }) => count))).toBe(45);
  expect(funnel).toEqual([
    { label: 'Registered', count: 300 },
    { label: 'Began to pay', count: 264 },
    { label: 'Got a place', count: 212 },
    { label: 'Kept the place', count: 203 },
  ]);
  expect(currency).toBe('EUR');
  expect(totals).toMatchObject({ registered: 300, coming: 203, abstracts: 45 });
  expect(people.filter(({ state }) => state === 'CONFIRMED')).toHaveLength(totals.coming);
  expect((await server.takenPlaces()).get('all')?.paid).toBe(totals.coming);
});

test('the report is one page without scripts that names nobody', async () => {
  const path = join(server.files.dataDir, 'report.html');
  await server.organise('report', path);
  const page = readFileSync(path, 'utf8');
  expect(page).not.toMatch(/<script|<link|\son[a-z]+=|https?:\/\//);
  expect(page.match(/<svg\b/g)).toHaveLength(6);
  const { totals } = await figuresOf(server.db, server.content);
  const mismatch = moneyText(totals.withoutReceipt.paidCents, server.content.prices.currency);
  expect(page).toContain(`${mismatch} has no receipt`);
  for (const title of ['Day by day', 'Countries', 'Abstracts by session']) {
    expect(page).toContain(`<h2>${title}</h2>`);
  }
  expect(page).toContain(server.content.mails.testMode);
  expect(page).not.toContain('NaN');
  for (const { name } of await allParticipants(server.db)) expect(page).not.toContain(name);
  const again = server.organise('report', path);
  await expect(again).rejects.toThrow('exists already');
});

test('a demonstration is refused if there are participants, real keys, a mail server or another program', async () => {
  const demo = (context = testContext(server)) => printed((print) => demoCommand(context, print));
  await expect(demo()).rejects.toThrow('There are participants already');
  const context = testContext(server);
  const payments = { ...context.payments, mode: 'test' as const };
  await expect(demo({ ...context, payments })).rejects.toThrow(
    'The settings have keys of a payment provider',
  );
  const env = readEnv({ SMTP_HOST: 'mail.example', PUBLIC_BASE_URL: 'https://conf.example' });
  await expect(demo({ ...context, env })).rejects.toThrow('SMTP_HOST is set');
  const heard = readEnv({
    WEBHOOK_ENDPOINTS: `crm https://crm.example/hook whsec_${'c2VjcmV0'.repeat(4)}`,
  });
  await expect(demo({ ...context, env: heard })).rejects.toThrow('WEBHOOK_ENDPOINTS is set');
  const { conference } = server.content;
  const content = { ...server.content, conference: { ...conference, ways: ['transfer' as const] } };
  await expect(demo({ ...testContext(server), content })).rejects.toThrow('no way to pay');
});

test.each<[way: Way]>([['transfer'], ['paypal']])(
  'invented people pay by the ways of a conference that is over: %s',
  async (way) => {
    const { dates } = fixtureContent.conference;
    const content = withTransfers();
    const conference = { ...content.conference, dates, ways: [way] };
    const other = await startTestSite({ content: { ...content, conference } });
    await printed((print) => demoCommand(testContext(other), print));
    const people = await allParticipants(other.db);
    expect(people).toHaveLength(300);
    expect(new Set((await other.listPayments()).map(({ provider }) => provider))).toEqual(
      new Set([PROVIDERS[way]]),
    );
    const states = new Set(people.map(({ state }) => state));
    for (const state of ['CONFIRMED', 'REFUNDED', 'EXPIRED', 'CANCELLED', 'AWAITING_PAYMENT']) {
      expect(states).toContain(state);
    }
  },
);

test('a report without people has no charts', async () => {
  const empty = await startTestSite({ content: fixtureContent });
  const path = join(empty.files.dataDir, 'report.html');
  await empty.organise('report', path);
  expect(readFileSync(path, 'utf8')).toContain('Nobody has registered yet.');
});
