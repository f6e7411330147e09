import { describe, expect, test } from 'vitest';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { planCancellation } from './cancel-order.ts';
import { planMove } from './move-participant.ts';
import { planRefund } from './refund-order.ts';

const server = await startTestSite();

const recipientsOf = async (reference: string) =>
  (await server.listMessages(1000))
    .filter(
      ({ kind, content }) =>
        kind === 'registration-cancelled' && content.subject.includes(reference),
    )
    .map(({ recipient }) => recipient)
    .toSorted();

async function paidGroup() {
  const { order, path, people } = await server.aGroup(['Speaker', 'Poster']);
  await server.payLink(path);
  return { order, reference: order.reference, people };
}

describe('a refund of all that is left', () => {
  test('names the people who lose their places, and they get mails', async () => {
    const { reference, people } = await paidGroup();
    const plan = await planRefund(server.organising, { reference });
    const names = people.map(({ name }) => name).join(', ');
    expect(plan.words).toContain(`2 people lose their places and are told so by mail: ${names}.`);
    await plan.perform();
    const everybody = [...people, aPayer].map(({ email }) => email).toSorted();
    expect(await recipientsOf(reference)).toEqual(everybody);
  });

  test('sends a mail to a person who paid alone, and a partial refund sends none', async () => {
    const { reference, person } = await server.paidRegistration();
    const part = await planRefund(server.organising, { reference, amount: '10.00' });
    expect(part.words.join(' ')).not.toMatch(/loses? the/);
    await part.perform();
    expect(await recipientsOf(reference)).toEqual([]);
    const rest = await planRefund(server.organising, { reference });
    expect(rest.words).toContain(`${person.name} loses the place and is told so by mail.`);
    await rest.perform();
    expect(await recipientsOf(reference)).toEqual([person.email]);
  });

  test('of a cancelled order sends no second mail', async () => {
    const { reference, people } = await paidGroup();
    await carriedOut(planCancellation(server.organising, { reference, amount: '10.00' }));
    const plan = await planRefund(server.organising, { reference });
    expect(plan.words.join(' ')).not.toMatch(/loses? the/);
    await plan.perform();
    expect(await recipientsOf(reference)).toHaveLength(people.length + 1);
  });

  test('of a paid change releases no place', async () => {
    const { reference } = await server.paidRegistration({ presentationType: 'POSTER' });
    const said = await carriedOut(planMove(server.organising, { reference, type: 'speaker' }));
    await server.payLink((await server.linkedChange(said)).path);
    const plan = await planRefund(server.organising, { reference, amount: '105.00' });
    expect(plan.words.join(' ')).not.toMatch(/loses? the/);
    expect(await plan.perform()).toEqual(['105.00 EUR was refunded.']);
    expect(await recipientsOf(reference)).toEqual([]);
    const rest = await planRefund(server.organising, { reference });
    expect(rest.words.join(' ')).toMatch(/loses? the/);
    expect(await rest.perform()).toEqual(['313.95 EUR was refunded.']);
    expect(await recipientsOf(reference)).toHaveLength(1);
  });
});

test('a lost dispute about the whole amount sends mails to the people of a group', async () => {
  const { order, reference, people } = await paidGroup();
  const { ref = '' } = (await latestPaymentOf(server.db, order.id)) ?? {};
  server.control.dispute(ref);
  await server.control.settled();
  server.control.closeDispute(ref, 'lost');
  await server.control.settled();
  const everybody = [...people, aPayer].map(({ email }) => email).toSorted();
  expect(await recipientsOf(reference)).toEqual(everybody);
});
