import { expect, test } from 'vitest';
import { documentsOf } from '#server/receipts/receipts.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { rowsNaming } from '#tests/support/order-differences.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { planCorrection } from './correct-person.ts';

const server = await startTestSite();

async function aPaidGroup() {
  const group = await server.aGroup();
  const answer = await server.press(group.path, 'card');
  await server.payAt(answer.headers.get('location') ?? '');
  await fetch(`${server.origin}${group.path}/return`);
  const [first] = await server.participantsOfOrder(group.order.reference);
  if (!first) throw new Error('a group without people');
  return { ...group, reference: group.order.reference, first };
}

const correct = (reference: string, who: string, change: { name?: string; email?: string }) =>
  planCorrection(server.organising, { reference, who, ...change });

test('another person replaces a member of a group, with place, receipt and mails', async () => {
  const { order, reference, first } = await aPaidGroup();
  const someone = { name: 'Oona Järvi', email: 'oona@lab.example' };
  const { words, perform } = await correct(reference, first.email, someone);
  expect(words).toEqual([
    `${reference}, ${first.name}, name: ${first.name} becomes Oona Järvi`,
    `${reference}, ${first.name}, email: ${first.email} becomes oona@lab.example`,
    `A new receipt is issued and mailed to ${order.customer.email}, who pays; earlier receipts lose the name ${first.name}.`,
    `${first.email} gets a short notice. The links in earlier mails stop working.`,
    'This is another person: the answers to questions are deleted, and a proof is asked for again.',
  ]);
  await perform();

  const [now, ...others] = await server.participantsOfOrder(reference);
  expect(now).toMatchObject({
    ...someone,
    state: 'CONFIRMED',
    presentationType: first.presentationType,
  });
  expect(others.map(({ name }) => name)).not.toContain('Oona Järvi');
  const [old, receipt] = await server.documentsOf(order.id);
  expect(receipt).toMatchObject({ number: `${reference}-R2`, replaces: old?.number });
  expect(JSON.stringify(receipt?.lines)).toContain('Oona Järvi');
  expect(JSON.stringify(receipt?.lines)).not.toContain(first.name);
  expect(receipt?.totalCents).toBe(old?.totalCents);
  const mails = await server.listMessages(1000);
  const kindsTo = (address: string) =>
    mails.filter(({ recipient }) => recipient === address).map(({ kind }) => kind);
  expect(kindsTo('oona@lab.example')).toEqual(['place-paid']);
  expect(kindsTo(first.email)).toContain('address-replaced');
  expect(kindsTo(order.customer.email)).toContain('receipt-replaced');
  expect(await server.listActivities({ reference })).toMatchObject([
    { action: 'correct', words: 'Oona Järvi: name, email' },
    { action: 'group' },
  ]);
});

test('the members of an unpaid group get no mail about a correction', async () => {
  const { order, people } = await server.aGroup();
  const [first] = people;
  const someone = { name: 'Tuuli Salmi', email: 'tuuli@lab.example' };
  await (await correct(order.reference, first?.email ?? '', someone)).perform();
  const mails = await server.listMessages(1000);
  const written = mails.map(({ recipient }) => recipient);
  for (const email of [...people.map((person) => person.email), someone.email]) {
    expect(written).not.toContain(email);
  }
});

test('nothing names a replaced member of a group after the erasure', async () => {
  const { reference, first, order } = await aPaidGroup();
  const { db, files, clock } = server;
  // A receipt that was replaced for another reason has the name, too.
  const payer = { reference, institute: 'Institute of Short Chains' };
  await carriedOut(planCorrection(server.organising, payer));
  const someone = { name: 'Runa Berg', email: 'runa@lab.example' };
  await carriedOut(correct(reference, first.email, someone));

  const mailFolder = `${files.dataDir}/mail`;
  const deps = { db, store: files.store, mailFolder, now: clock.now(), conferenceEnd: clock.now() };
  await erasePerson(deps, first.email, false);
  expect(await rowsNaming(server, [first.name, first.email])).toEqual([]);
  const documents = await documentsOf(db, order.id);
  expect(documents.map(({ lines }) => JSON.stringify(lines).includes('Runa Berg'))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a correction refuses a person who has paid, an unknown member, unchanged entries and wrong entries', async () => {
  const { reference, first } = await aPaidGroup();
  const alone = await server.paidCheckout();
  const { name, email } = alone.person;
  await expect(correct(reference, first.name, { name, email })).rejects.toThrow(
    `${name} has a paid registration with ${email} already`,
  );
  await expect(correct(reference, 'Nobody', { name })).rejects.toThrow('Nobody of this order');
  await expect(correct(reference, first.name, { name: first.name })).rejects.toThrow(
    'says that already',
  );
  await expect(correct(reference, first.name, { email: 'no address' })).rejects.toThrow(
    'cannot be entered as email',
  );
});

test('a member of a group can get a sort name, and the payer, who is in no list, cannot', async () => {
  const { reference, first, order } = await aPaidGroup();
  const request = { reference, sortName: 'Lindqvist Berg, Mira' };
  await expect(planCorrection(server.organising, request)).rejects.toThrow(
    'This payer is in no list, so there is no name to sort: in a group, choose one of its people.',
  );
  const { words, perform } = await planCorrection(server.organising, {
    ...request,
    who: first.email,
  });
  expect(words).toEqual([
    `${reference}, ${first.name}, sort name: ${first.sortName} becomes Lindqvist Berg Mira`,
  ]);
  await perform();
  const [now] = await server.participantsOfOrder(reference);
  expect(now).toMatchObject({ name: first.name, sortName: 'Lindqvist Berg Mira' });
  expect(await server.documentsOf(order.id)).toHaveLength(1);
  expect(await server.listActivities({ reference })).toMatchObject([
    { action: 'correct', words: expect.stringMatching(/: sort name$/) },
    { action: 'group' },
  ]);
});
