import { expect, test } from 'vitest';
import { carriedOut } from '#tests/support/a-group.ts';
import { allParticipants, participantsIn, participantsOfOrder } from './list-participants.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

test('everybody who registered is listed once, whatever the size of the pages', async () => {
  for (let count = 0; count < 3; count++) {
    await server.post('/api/registration/register', {
      ...aPerson(),
      presentationType: 'SPEAKER',
    });
  }
  const paid = await server.paidCheckout({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
    guests: 1,
  });

  const all = await allParticipants(server.context.db);
  expect(all).toHaveLength(4);
  const paged: typeof all = [];
  for await (const page of participantsIn(server.context.db, { size: 1 })) paged.push(...page);
  expect(paged).toEqual(all);
  expect(all.map(({ state }) => state)).toEqual([
    'REGISTERED',
    'REGISTERED',
    'REGISTERED',
    'CONFIRMED',
  ]);
  const last = all.at(-1);
  expect(last).toMatchObject({
    email: paid.person.email,
    hasRoom: true,
    nights: 3,
    guests: 1,
    provider: 'stripe',
    refundedCents: 0,
  });
  expect(await participantsOfOrder(server.context.db, String(last?.reference))).toEqual([last]);
  expect(await participantsOfOrder(server.context.db, 'none')).toEqual([]);
});

test('the first person of a group who comes has the sum of the group', async () => {
  const { order, path, people } = await server.aGroup(['Speaker', 'Poster', 'Student']);
  await server.payLink(path);
  const { reference } = order;
  const sums = async () =>
    (await participantsOfOrder(server.db, reference)).map(({ amountCents }) => amountCents);
  expect(await sums()).toEqual([order.amountCents, undefined, undefined]);
  const who = people[0]?.email;
  await carriedOut(server.planCancellation({ reference, who, amount: '0' }));
  expect(await sums()).toEqual([undefined, order.amountCents, undefined]);
});
