import { expect, test } from 'vitest';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { planCheckIn, planUndoCheckIn } from './check-in.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

/** The reference of a person who has opened a checkout. */
async function aReference({ isPaid }: { isPaid: boolean }) {
  const { sessionId, url, person } = await server.openedCheckout({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 2,
    guests: 1,
  });
  if (isPaid) {
    await server.payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
  }
  const { reference } = await server.db
    .selectFrom('orders')
    .select('reference')
    .where('payer_email', '=', person.email)
    .executeTakeFirstOrThrow();
  return { reference, person };
}

const checkIn = (reference: string, name?: string, isDespiteUnpaid = false) =>
  planCheckIn(server.organising, { reference, name, isDespiteUnpaid });

async function checkedInAt(reference: string) {
  return (await server.participantsOfOrder(reference)).map((person) => person.checkedInAt);
}

test('a paid participant is checked in once, and the second desk reads when and by whom', async () => {
  const { reference, person } = await aReference({ isPaid: true });
  const { words, perform } = await checkIn(reference.toLowerCase());
  expect(words).toEqual([
    `${person.name}, ${person.instituteOrUniversity}, ${person.country} (Speaker, nights: 2, guests: 1)`,
  ]);
  expect(await checkedInAt(reference)).toEqual([undefined]);
  expect(await perform()).toEqual(['Checked in.']);
  const [at] = await checkedInAt(reference);
  expect(at).toMatch(/^\d{4}-.*Z$/);

  server.clock.advance(60_000);
  const [again] = await (await checkIn(reference)).perform();
  expect(again).toMatch(/^Already checked in on \d+ \w+ \d{4} at \d\d:\d\d by secretary\.$/);
  expect(await checkedInAt(reference)).toEqual([at]);
  const log = await server.listActivities({ reference });
  expect(log.map(({ action, words: said }) => [action, said])).toEqual([
    ['checkin', `${person.name} is checked in`],
  ]);
});

test('if five desks check in one person at once, one desk succeeds and the others read who was first', async () => {
  const { reference } = await aReference({ isPaid: true });
  const plans = await Promise.all(Array.from({ length: 5 }, () => checkIn(reference)));
  const said = (await Promise.all(plans.map(({ perform }) => perform()))).flat();
  expect(said.filter((sentence) => sentence === 'Checked in.')).toHaveLength(1);
  expect(said.filter((sentence) => sentence.startsWith('Already checked in on'))).toHaveLength(4);
  expect(await server.listActivities({ reference })).toHaveLength(1);
});

test('an unpaid participant is checked in only with --despite-unpaid', async () => {
  const { reference, person } = await aReference({ isPaid: false });
  await expect(checkIn(reference)).rejects.toMatchObject({
    message: `${person.name} has no confirmed place: not paid.`,
    remedy: 'isDespiteUnpaid',
  });
  const { perform } = await checkIn(reference, undefined, true);
  expect(await perform()).toEqual(['Checked in.', 'The place is not confirmed: not paid.']);
  expect(await checkedInAt(reference)).toEqual([expect.any(String)]);
});

test('a participant who is cancelled between the plan and its confirmation is not checked in', async () => {
  const { reference, person } = await aReference({ isPaid: true });
  const { perform } = await checkIn(reference);
  await server.db
    .updateTable('participants')
    .set({ cancelled_at: server.clock.now().toISOString() })
    .where('email', '=', person.email)
    .execute();
  await expect(perform()).rejects.toThrow('has no confirmed place: cancelled');
  expect(await checkedInAt(reference)).toEqual([undefined]);
});

test('a check-in is undone once', async () => {
  const { reference, person } = await aReference({ isPaid: true });
  const undo = async () => (await planUndoCheckIn(server.organising, { reference })).perform();
  expect(await undo()).toEqual(['Not checked in, so nothing was changed.']);
  await (await checkIn(reference)).perform();
  expect(await undo()).toEqual(['Not checked in any more.']);
  expect(await checkedInAt(reference)).toEqual([undefined]);
  const [latest] = await server.listActivities({ reference });
  expect(latest?.words).toContain(person.name);
});

test('the desk and the log name the member of a group, until the person is erased', async () => {
  const { order, path, people } = await server.aGroup(['Poster', 'Poster']);
  await server.payLink(path);
  const { reference } = order;
  for (const [at, name] of ['Ines Farkas', 'Tamás Farkas'].entries()) {
    await server.db
      .updateTable('participants')
      .set({ name })
      .where('email', '=', String(people[at]?.email))
      .execute();
  }

  await expect(checkIn(reference)).rejects.toThrow(
    `${reference} is for 2 people. Whose badge is it? Add the name: `,
  );
  await expect(checkIn(reference, 'farkas')).rejects.toThrow('Add the name: Ines Farkas; Tamás');
  await expect(checkIn(reference, 'Nobody')).rejects.toThrow('is called “Nobody”: Ines Farkas;');
  await (await checkIn(reference, 'Dr. Tamas')).perform();
  expect(await checkedInAt(reference)).toEqual([undefined, expect.any(String)]);
  const [activity] = await server.listActivities({ reference });
  expect(activity?.words).toMatch(/^Tamás .*: a member of the group is checked in$/);
  const email = String(people[1]?.email);
  const now = server.clock.now();
  const places = { store: server.files.store, mailFolder: `${server.files.dataDir}/mail` };
  await erasePerson({ ...places, db: server.db, now, conferenceEnd: now }, email, true);
  const [erased] = await server.listActivities({ reference });
  expect(erased?.words).toBe('');
});

test('an unknown reference is refused, and that of an asked amount', async () => {
  await expect(checkIn('PS26-0000-0000')).rejects.toThrow('no registration with the reference');
  const asking = { email: 'stand@glassworks.example', amount: '200', words: 'Table' };
  const { perform } = await planAsking(server.organising, {
    ...asking,
    name: 'Greta Glas',
    institute: 'Glassworks',
    country: 'Germany',
    isWithoutFee: false,
    isSecond: false,
  });
  await perform();
  const { reference } = await server.db
    .selectFrom('orders')
    .select('reference')
    .where('payer_email', '=', asking.email)
    .executeTakeFirstOrThrow();
  await expect(checkIn(reference)).rejects.toThrow(
    `${reference} is an amount that you asked for, and registers nobody.`,
  );
});
