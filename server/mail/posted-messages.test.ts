import { expect, test } from 'vitest';
import { planLetter } from '#features/letters/write-letter.ts';
import { readOrder } from '#server/reports/read-story.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

test('the mails about an order include earlier mails about its registration, and no letter that names it', async () => {
  const server = await startTestSite();
  const person = aPerson();
  await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  server.clock.advance(60_000);
  await server.mailRound(async () => undefined);
  const { path, body } = await server.aCheckout({}, person);
  const { json } = await server.post(path, body);
  const { reference } = (await server.recordsOf(String(json['sessionId']))).order;
  const file = `Subject: The bus\n\nIt waits for ${reference}.`;
  const request = { file, selection: 'unpaid', isNews: false, mailsPerHour: Infinity };
  await (await planLetter(testContext(server), request)).perform();
  expect((await readOrder(server.db, reference))?.mails.map(({ kind }) => kind).toSorted()).toEqual(
    ['registration-received', 'registration-received-for-secretary'],
  );
});
