import { expect, test } from 'vitest';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { findPeople } from './find-people.ts';

const server = await startTestSite();

const namesWith = async (text: string) =>
  (await findPeople(server.db, text)).map(({ name }) => name);

async function registered(name: string) {
  const { path, body } = await server.aCheckout({}, { name });
  const { json } = await server.post(path, body);
  return (await server.recordsOf(String(json['sessionId']))).order.reference;
}

test('a search for a per cent sign, an underscore or a backslash finds only names with this sign', async () => {
  for (const name of ['Ann 100% Silk', 'Ann_Silk', String.raw`Ann\Silk`]) await registered(name);
  expect(await namesWith('%')).toEqual(['Ann 100% Silk']);
  expect(await namesWith('_')).toEqual(['Ann_Silk']);
  expect(await namesWith('\\')).toEqual([String.raw`Ann\Silk`]);
});

test('a participant whose name was corrected is found by the new name and not by the old one', async () => {
  const reference = await registered('Bea Cotton');
  await (await planCorrection(testContext(server), { reference, name: 'Bea Wäldchen' })).perform();
  expect(await namesWith('waeldchen')).toEqual(['Bea Wäldchen']);
  expect(await namesWith('cotton')).toEqual([]);
});

test.each(['-', ' ', ''])(
  'a search finds a reference with “%s” between its parts',
  async (sign) => {
    const name = `Cleo of “${sign}”`;
    const reference = await registered(name);
    expect(await namesWith(reference.slice(2).replaceAll('-', sign))).toEqual([name]);
  },
);
