import { DAY } from '#contract/time-spans.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { purge } from '#server/privacy/purge.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPlaces } from '#tests/support/fixture-prices.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { entryOf, join as joinList, offerFreePlaces, take } from '#tests/support/waiting-list.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;

const content = { ...fixtureContent, prices: withPlaces(fixtureContent.prices, 'poster', 1) };

test('an organiser sees who waits and who has an offer, and takes somebody off the list', async () => {
  server = await startTestSite({ content });
  const context = testContext(server);
  expect(await organise(context, 'waiting')).toBe('Nobody is on the waiting list.\n');
  await server.openedCheckout({ presentationType: 'POSTER' });
  const people = [1, 2, 3].map(() => aPerson());
  const [first = aPerson(), second = aPerson(), third = aPerson()] = people;
  for (const person of people) await joinList(server, person);
  await organise(context, 'places', 'type:poster', '2', '--yes');
  await offerFreePlaces(server);

  const lines = (await organise(context, 'waiting')).split('\n');
  const { offeredUntil = '' } = await entryOf(server, first.email);
  // The command says it by the clock of the conference.
  const time = printTimes(server.content.conference.dates.timezone);
  expect(lines[0]).toContain(`Offered until ${time(offeredUntil)}`);
  expect(lines[0]).toContain(`${first.name}  ${first.email}  Registration (Poster)`);
  expect(lines[1]).toContain(`Waiting  ${second.name}`);
  expect(await organise(context, 'places')).toContain(
    'type:poster         0 paid, 1 reserved, 0 of 2 left; 1 offered, 2 waiting (places as Poster)\n',
  );
  expect(await organise(context, 'find', second.email)).toContain(
    `WAITING              ${second.name}`,
  );

  const remove = (email: string, ...more: string[]) =>
    organise(context, 'waiting', '--remove', email, ...more);
  expect(await remove(second.email)).toContain('Nothing was changed. Add --yes to do it.');
  await remove(second.email, '--yes');
  expect(await remove(first.email)).toContain('The place that is offered goes to the next.');
  await remove(first.email, '--yes');
  await offerFreePlaces(server);
  const states = await Promise.all(
    people.map(async ({ email }) => (await entryOf(server, email)).state),
  );
  expect(states).toEqual(['LEFT', 'LEFT', 'OFFERED']);
  await expect(remove(first.email, '--yes')).rejects.toThrow(
    `Nobody with ${first.email} is on the waiting list.`,
  );
  expect(await organise(context, 'log')).toContain(`${first.email} from the waiting list`);
  const mails = await server.listMessages(50);
  expect(mails.filter(({ recipient }) => recipient === second.email)).toHaveLength(1);

  // Somebody who took the offer is a participant, and not in the queue any more.
  await take(server, await entryOf(server, third.email));
  await expect(remove(third.email)).rejects.toThrow('Nobody with');
});

test('export, spreadsheet, erasure and purge know the entries of a person', async () => {
  server = await startTestSite({ content });
  const context = testContext(server);
  await server.openedCheckout({ presentationType: 'POSTER' });
  const person = aPerson();
  await joinList(server, person, 'poster-stay-2n-1g');
  expect(JSON.parse(await organise(context, 'person', 'export', person.email))).toMatchObject({
    kept: { waiting_list: [{ name: person.name, nights: 2, guests: 1, state: 'WAITING' }] },
  });
  const file = join(server.files.dataDir, 'waiting.csv');
  await organise(context, 'table', file, '--sheet', 'waiting-list');
  expect(readFileSync(file, 'utf8')).toContain(
    `"${person.name}","${person.email}","Waiting","Poster","Yes","2","1"`,
  );
  expect(await organise(context, 'person', 'erase', person.email, '--yes')).toContain(
    'entries of the waiting list',
  );
  const entries = () => server.db.selectFrom('waiting_list').selectAll().execute();
  expect(await entries()).toEqual([]);

  await joinList(server, aPerson(), 'poster');
  // The test's conference is over, so the period begins when the person joins.
  const now = new Date(server.clock.now().getTime() + 80 * DAY);
  const purged = (at: Date) =>
    purge({ db: server.db, now: at, content, store: server.files.store, mailFolder: '' }, true);
  await purged(now);
  expect(await entries()).toHaveLength(1);
  await purged(new Date(now.getTime() + 20 * DAY));
  expect(await entries()).toEqual([]);
});
