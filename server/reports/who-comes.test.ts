import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { allRights } from '#organiser/dashboard/rights.ts';
import { readOverview } from '#organiser/dashboard/read-pages.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { tableCommand } from '#organiser/commands/table.ts';
import { readersOf } from '#features/letters/letter-readers.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import { planRefund } from '#server/orders/change/refund-order.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { figuresOf } from './figures.ts';
import { listingOf } from './lists.ts';
import { allParticipants } from './list-participants.ts';
import {
  printAttendance,
  printBadges,
  printCertificates,
} from '#features/badges/print-documents.ts';
import { reportPage } from './report.ts';

/** Two registrations, two people of a group of three, two agreed amounts, and an erased person. */
const COMING = 7;

let unagreed: Awaited<ReturnType<typeof paidAmount>>;
const server = await startTestSite();
beforeAll(async () => {
  const { organising } = server;
  await server.paidRegistration();
  await server.paidRegistration({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
    guests: 1,
  });
  const group = await server.aGroup();
  await server.payLink(group.path);
  const { reference } = group.order;
  const who = group.people[1]?.name;
  await carriedOut(planCancellation(organising, { reference, who, amount: '0' }));
  await agreeOn((await paidAmount()).person.email);
  const guest = aPerson();
  await agreeOn(guest.email);
  await paidAmount(guest);
  unagreed = await paidAmount();
  const gone = await server.paidRegistration();
  const erasure = { email: gone.person.email, isReal: true, isEvenPaid: true };
  await printed((print) =>
    personCommand(testContext(server), { action: 'erase', ...erasure }, print),
  );
  // None of the following people comes.
  for (const paid of [await server.paidRegistration(), await agreedAmount()]) {
    await carriedOut(planCancellation(organising, { reference: paid.reference, amount: '0' }));
  }
  for (const paid of [await server.paidRegistration(), await agreedAmount()]) {
    await carriedOut(planRefund(organising, { reference: paid.reference }));
  }
  const cancelled = await paidAmount();
  await carriedOut(planCancellation(organising, { reference: cancelled.reference, amount: '0' }));
  await server.openedCheckout();
  await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
});

function agreeOn(email: string) {
  return server.organise('agree', email, '100.00', 'Invited speaker', '--yes');
}

async function paidAmount(given = aPerson()) {
  const { person, sessionId } = await server.paidAmount({ person: given });
  return { person, reference: (await server.recordsOf(sessionId)).order.reference };
}

async function agreedAmount() {
  const person = aPerson();
  await agreeOn(person.email);
  return paidAmount(person);
}

test('every command and page has the same number of people who come', async () => {
  const { db, organising, content } = server;
  const context = testContext(server);
  const path = join(server.files.dataDir, 'participants.csv');
  await printed((print) => tableCommand(organising, { path, sheet: undefined }, print));
  const figures = await figuresOf(db, content);
  const about = { at: 'now', isTest: true };
  const overview = await readOverview(context, allRights);
  const listing = listingOf(organising, 'participants');
  const state = listing.head.columns.findIndex(({ id }) => id === 'state') + 1;
  const rows = (await Array.fromAsync(listing.rows(db))).flat();
  const card = { format: 'card', order: 'family-name' } as const;

  expect({
    status: /^coming +(\d+)$/m.exec(await organise(context, 'status'))?.[1],
    places: /^all +(\d+) paid/m.exec(await organise(context, 'places'))?.[1],
    report: /<dt>Paid places<\/dt>\s*<dd>(\d+)/.exec(reportPage(content, figures, about))?.[1],
    table: readFileSync(path, 'utf8').match(/"CONFIRMED"/g)?.length,
    badges: (await printBadges(organising, card)).count,
    attendance: (await printAttendance(organising)).count,
    overview: overview.totals.coming,
    participants: rows.filter((row) => row[state] === 'CONFIRMED').length,
  }).toEqual({
    status: String(COMING),
    places: String(COMING),
    report: String(COMING),
    table: COMING,
    badges: COMING,
    attendance: COMING,
    overview: COMING,
    participants: COMING,
  });
  // Five had a place; an amount that nobody agreed to never gave one.
  expect(figures.funnel.slice(2)).toEqual([
    { label: 'Got a place', count: COMING + 5 },
    { label: 'Kept the place', count: COMING },
  ]);
  // An erased person gets no letter and no certificate.
  expect(await readersOf(organising, 'paid')).toHaveLength(COMING - 1);
  expect((await printCertificates(organising, { isForAll: true })).count).toBe(COMING - 1);
});

test('an amount that nobody agreed to has a state of its own in every output', async () => {
  const { db, organising } = server;
  const { person, reference } = unagreed;
  const context = testContext(server);
  expect(await organise(context, 'find', reference)).toBe(
    `${reference}  WAITS_FOR_AGREEMENT  ${person.name}  ${person.email}  ${person.instituteOrUniversity}\n`,
  );
  const story = await organise(context, 'show', reference);
  expect(story).toContain(`${reference}  WAITS_FOR_AGREEMENT\n`);
  expect(story).toContain('registered  WAITS_FOR_AGREEMENT\n');
  await expect(planCheckIn(organising, { reference, isDespiteUnpaid: false })).rejects.toThrow(
    'paid, but nobody agreed to the amount',
  );
  expect(await organise(context, 'status')).toContain(
    'orders          1 AWAITING_PAYMENT, 3 CANCELLED, 6 CONFIRMED, 2 REFUNDED, 1 WAITS_FOR_AGREEMENT\n',
  );
  const readers = await readersOf(organising, 'unagreed');
  expect(readers.map(({ email }) => email)).toEqual([person.email]);
  const toUnpaid = await readersOf(organising, 'unpaid');
  expect(toUnpaid.map(({ email }) => email)).not.toContain(person.email);
  const states = Map.groupBy(await allParticipants(db), ({ state }) => state);
  expect(states.get('WAITS_FOR_AGREEMENT')?.map(({ reference: its }) => its)).toEqual([reference]);
  expect(states.get('CANCELLED')).toHaveLength(4);
  expect(states.get('REFUNDED')).toHaveLength(2);
});
