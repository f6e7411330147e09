import { join } from 'node:path';
import { listSignUps } from '#features/session-places/sign-ups.ts';
import { apiRoutes } from '#organiser/dashboard/api.ts';
import { openDashboard } from '#organiser/dashboard/open-dashboard.ts';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { pageTokenOf } from '#tests/support/own-page.ts';
import { paidRegistration } from '#tests/support/paid-registration.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { withSessions } from '#tests/support/with-sessions.ts';
import { freePort } from '../../scripts/free-port.ts';
import { expectNoFindings } from './axe.ts';
import { expect, withoutServer } from './fixtures.ts';

/** A server with sessions that have places, in the process of the test. */
const test = withoutServer.extend<{ server: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
  server: async ({}, use) => {
    const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
    const server = await startTestServer({ content: withSessions(), pages });
    await use(server);
    await server.close();
  },
  baseURL: ({ server }, use) => use(server.origin),
  // axe needs scripts, and the policy of these pages forbids them.
  bypassCSP: true,
});

test('a participant signs up, swaps, waits and gives back without scripts', async ({
  page,
  server,
}) => {
  const people = [];
  for (let nth = 0; nth < 4; nth += 1) people.push(await paidRegistration(server));
  const [own, first, second] = await Promise.all(
    people.map(async ({ person }) => `/registration/${await pageTokenOf(server, person.email)}`),
  );
  const session = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  const press = async (title: string, button: RegExp) => {
    await session(title).getByRole('button', { name: button }).click();
    return session(title).getByRole('status');
  };
  for (const other of [first, second]) {
    await page.goto(`${other}/sessions`);
    await expect(await press('Spectra', /^Sign up\b/)).toHaveText('You have a place.');
  }
  await page.goto(`${own}`);
  await expectNoFindings(page, 'own page before');
  await page.getByRole('link', { name: 'See the sessions and sign up' }).click();
  await expect(await press('Glues', /^Sign up\b/)).toHaveText('You have a place.');
  await expect(session('Spectra')).toContainText('At the same time: Glues.');
  await expect(await press('Spectra', /^Join the waiting list, and give back Glues/)).toContainText(
    'You are on the waiting list.',
  );
  await expect(session('Glues')).toContainText('2 of 2 places are left.');
  await press('Walk to the castle', /^Sign up/);
  const signUps = await listSignUps(server.db);
  expect(signUps.map(({ session: id, state }) => `${id} ${state}`)).toEqual([
    'castle SIGNED_UP',
    'spectra SIGNED_UP',
    'spectra SIGNED_UP',
    'spectra WAITING',
  ]);
  await expectNoFindings(page, 'sessions');
  await page.goto(`${own}`);
  await page.locator('#sessions > summary').click();
  await expect(page.locator('#sessions')).toContainText('You are the first on the waiting list.');
  await expectNoFindings(page, 'own page after');
});

test('a desk scans for the door of a session', async ({ page, server }) => {
  const { reference, person } = await paidRegistration(server);
  const calls = apiRoutes(testContext(server));
  const { palette } = server.content.conference.looks;
  const { address, close } = await openDashboard({ calls, palette, port: await freePort() });
  await page.goto(address);
  await page.getByRole('link', { name: 'Desk' }).first().click();
  await page.getByLabel('Scans are for').selectOption({ index: 1 });
  const scan = async () => {
    await page.getByRole('searchbox', { name: /^Scan a badge/ }).fill(reference);
    await page.keyboard.press('Enter');
  };
  await scan();
  await expect(page.getByRole('alert')).toContainText('Not signed up here');
  await expectNoFindings(page, 'refused at a door');
  await page.getByRole('button', { name: /^Let in nevertheless/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'In' }).first()).toContainText(
    person.name,
  );
  await page.getByLabel('Going out').check();
  await scan();
  await expect(page.getByRole('status').filter({ hasText: 'Out' }).first()).toContainText(
    person.name,
  );
  await expectNoFindings(page, 'out of a door');
  await close();
});
