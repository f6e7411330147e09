import { afterEach, expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openedCheckout } from '#tests/support/visitor.ts';
import { changePlacesCommand, placesCommand } from './places.ts';

let server: TestServer;
afterEach(() => server.close());

const POSTER = { registrationType: 'REGISTRATION_ONLY', presentationType: 'POSTER' };

test('an organiser sees what is taken, and raises a limit at once', async () => {
  const { prices } = fixtureContent;
  const presentationTypes = prices.presentationTypes.map((type) =>
    type.id === 'poster' ? { ...type, places: 1 } : type,
  );
  const content = { ...fixtureContent, prices: { ...prices, presentationTypes } };
  server = await startTestServer({ content });
  await openedCheckout(server, { presentationType: 'POSTER' });
  const context = { payments: server.context, content, who: 'secretary' };
  let said = '';
  const print = async (line: string) => void (said += line);
  const status = async () =>
    (await server.post('/api/registration/get-pricing-config', POSTER)).status;

  const change = { kind: 'type:poster', limit: '2' };
  await changePlacesCommand(context, { ...change, isReal: false }, print);
  expect(said).toContain('the limit is 1 and would be 2');
  expect(await status()).toBe(409);
  await changePlacesCommand(context, { ...change, isReal: true }, print);
  expect(await status()).toBe(200);

  said = '';
  await placesCommand(context, false, print);
  expect(said).toContain('type:poster         0 paid, 1 held, 1 of 2 left (places as Poster)\n');
  expect(said).toContain('all                 0 paid, 1 held, no limit (places)\n');

  const request = { kind: 'nights', limit: '2', isReal: true };
  await expect(changePlacesCommand(context, request, print)).rejects.toThrow(
    'prices.yaml limits type:poster, and not "nights".',
  );
  await expect(
    changePlacesCommand(context, { ...change, limit: 'many', isReal: true }, print),
  ).rejects.toThrow('"many" is no number of places.');
});
