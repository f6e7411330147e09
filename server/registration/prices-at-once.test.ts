import { DAY } from '#contract/time-spans.ts';
import { afterEach, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';
import { inTransaction } from '#server/database/database.ts';
import { addMembers } from '#features/members/members.ts';
import { insertInvitation } from '#features/invitations/invitations.ts';
import { asCents } from '#contract/money.ts';
import { claimDifferences } from '#features/proofs/claim-differences.ts';
import { remindUnproved } from '#features/proofs/remind-unproved.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withOnlyFor } from '#tests/support/fixture-prices.ts';
import { newId } from '#tests/support/seed.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const servers: TestSite[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.close();
});

/** Two servers on one database. */
async function twoServers(content: Content) {
  const first = await startTestSite({ content });
  const second = await startTestSite({ content, beside: first });
  servers.push(first, second);
  return [first, second] as const;
}

test('a membership number that three people use at once gives one of them the price', async () => {
  const prices = withOnlyFor(fixtureContent.prices, 'student', 'members');
  const both = await twoServers({ ...fixtureContent, prices });
  const [first] = both;
  const now = first.clock.now().toISOString();
  await inTransaction(first.db, (tx) => addMembers(tx, [{ number: '7' }], { newId, now }));
  const answers = await Promise.all(
    [0, 1, 0].map(async (at) => {
      const { path, body } = await first.aCheckout({ presentationType: 'STUDENT' });
      return (both[at] ?? first).post(path, { ...body, membershipNumber: '7' });
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect((await first.everyRow())['payments']).toHaveLength(1);
});

test.each([0, 10_000])(
  'a personal link over %i that is used twice at once makes one order',
  async (cents) => {
    const both = await twoServers(fixtureContent);
    const [first] = both;
    const now = first.clock.now();
    const token = newId();
    await inTransaction(first.db, (tx) =>
      insertInvitation(tx, {
        language: 'en',
        id: newId(),
        token,
        name: 'Ada Kowalska',
        email: 'ada@lab.example',
        presentation: 'speaker',
        unitCents: asCents(cents),
        note: '',
        lapsesAt: new Date(now.getTime() + DAY).toISOString(),
        invitedBy: 'office',
        withdrawnAt: undefined,
        orderId: undefined,
        createdAt: now.toISOString(),
      }),
    );
    const answers = await Promise.all(
      [0, 1, 1].map(async (at) => {
        const { name, phone, instituteOrUniversity: institute, country } = aPerson();
        const total = String(cents === 0 ? 0 : 10_500);
        const body = new URLSearchParams({ name, phone, institute, country, total });
        const { origin } = both[at] ?? first;
        return fetch(`${origin}/invitation/${token}`, { method: 'POST', body, redirect: 'manual' });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
    const rows = await first.everyRow();
    expect([rows['orders'], rows['participants']].map((some) => some?.length)).toEqual([1, 1]);
  },
);

test('an unproved price is asked for again and claimed once by several servers', async () => {
  const { conference, prices } = fixtureContent;
  const until = momentAt(new Date(Date.now() + 10 * DAY).toISOString(), conference.dates);
  const proof = { text: 'Please send your student card.', until, otherwise: 'delegate' };
  const presentationTypes = prices.presentationTypes.map((type) =>
    type.id === 'student' ? { ...type, proof } : type,
  );
  const both = await twoServers({ ...fixtureContent, prices: { ...prices, presentationTypes } });
  const [first, second] = both;
  await first.paidRegistration({ presentationType: 'STUDENT' });
  await first.paidRegistration({ presentationType: 'STUDENT' });
  first.clock.advance(5 * DAY);
  const three = [first, second, first];
  const reminders = await Promise.all(three.map(({ organising }) => remindUnproved(organising)));
  expect(reminders.reduce((sum, count) => sum + count)).toBe(2);
  first.clock.advance(6 * DAY);
  const claims = await Promise.all(three.map(({ organising }) => claimDifferences(organising)));
  expect(claims.reduce((sum, count) => sum + count)).toBe(2);
  const rows = await first.everyRow();
  expect(rows['order_changes']).toHaveLength(2);
  for (const written of ['proof-reminder', 'proof-missing']) {
    expect(rows['outbox']?.filter(({ kind }) => kind === written)).toHaveLength(2);
  }
});
