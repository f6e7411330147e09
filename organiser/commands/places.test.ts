import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;

const POSTER = { registrationType: 'REGISTRATION_ONLY', presentationType: 'POSTER' };

test('an organiser sees the taken places, and raises a limit at once', async () => {
  const { prices } = fixtureContent;
  const presentationTypes = prices.presentationTypes.map((type) =>
    type.id === 'poster' ? { ...type, places: 1 } : type,
  );
  const content = { ...fixtureContent, prices: { ...prices, presentationTypes } };
  server = await startTestSite({ content });
  await server.openedCheckout({ presentationType: 'POSTER' });
  const context = testContext(server);
  const isFull = async () => {
    const { json } = await server.post('/api/registration/get-pricing-config', POSTER);
    return json['0']?.['notice'] !== undefined;
  };
  const change = (kind: string, limit: string, isReal: boolean) =>
    organise(context, 'places', kind, limit, ...(isReal ? ['--yes'] : []));

  const said = await change('type:poster', '2', false);
  expect(said).toContain('the limit is 1 and would be 2');
  expect(said).toContain('Nothing was changed. Add --yes to do it.');
  expect(await isFull()).toBe(true);
  await change('type:poster', '2', true);
  expect(await isFull()).toBe(false);
  expect(await organise(context, 'log')).toMatch(
    /^[-\d]+ [:\d]+ {2}secretary {2}places {4}type:poster: from 1 to 2\n/,
  );

  const list = await organise(context, 'places');
  expect(list).toContain(
    'type:poster         0 paid, 1 reserved, 1 of 2 left (places as Poster)\n',
  );
  expect(list).toContain('all                 0 paid, 1 reserved, no limit (places)\n');

  await expect(change('nights', '2', true)).rejects.toThrow(
    'prices.yaml sets no limit for "nights"; it limits type:poster.',
  );
  await expect(change('type:poster', 'many', true)).rejects.toThrow(
    'New limit has to be a whole number.',
  );
});
