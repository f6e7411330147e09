import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { fillConference } from '#tests/support/fill-conference.ts';
import { type SiteServer, startSite } from '#tests/support/site-server.ts';
import { startTestIssuer } from '#tests/support/test-issuer.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a chair comes in by a passkey and a helper by the house, and each sees what the job allows', async ({
  browser,
}) => {
  const issuer = await startTestIssuer();
  const office = `http://office.localhost:${await freePort()}`;
  const site = await startSite({ ORGANISER_ORIGIN: office, ...issuer.settings }, ['--calls-only']);
  await fillConference(site);
  const { stop } = await site.office(office);
  try {
    await site.organiser(
      'colleague',
      'invite',
      'mira@uni.example',
      '--name',
      'Mira Korpi',
      '--jobs',
      'chair',
      '--send',
    );
    const chair = await openedWithDevice(browser);
    await chair.goto(await linkIn(site, 'mira@uni.example'));
    await expect(chair.getByRole('heading', { name: 'Welcome, Mira Korpi' })).toBeVisible();
    expect(chair.url()).toBe(`${office}/invitation`);
    await expectNoFindings(chair, 'invitation');
    await chair.getByLabel('Name of this device').fill('Laptop');
    await chair.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(chair.getByRole('heading', { name: 'Overview' })).toBeVisible();

    await chair.getByRole('link', { name: 'Your account' }).click();
    await expect(chair.getByText('Mira Korpi, mira@uni.example')).toBeVisible();
    await expect(chair.getByText('Laptop', { exact: true })).toBeVisible();
    await expectNoFindings(chair, 'account');
    // The conference asks for none, so no link leads to the page.
    await expect(chair.getByRole('link', { name: 'Second person' })).toHaveCount(0);
    await chair.goto(`${office}/second-person`);
    await expect(chair.getByText('Nothing waits.')).toBeVisible();
    await expectNoFindings(chair, 'second person');
    await chair.getByRole('link', { name: 'Your account' }).click();
    await chair.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(chair.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expectNoFindings(chair, 'log in');
    // The link in the mail is used, and its page leads to the log-in.
    await chair.goto(await linkIn(site, 'mira@uni.example'));
    await expect(chair.getByRole('heading', { name: 'This link does not open' })).toBeVisible();
    await chair.getByRole('link', { name: 'log in' }).click();
    await expect(chair.getByRole('heading', { name: 'Log in' })).toBeVisible();
    // A link to a page opens it after the log-in.
    await chair.goto(`${office}/participants?q=okafor`);
    await chair.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(chair.getByRole('heading', { name: 'Participants' })).toBeVisible();
    expect(chair.url()).toBe(`${office}/participants?q=okafor`);

    // The chair invites a helper for the desk.
    await chair.getByRole('link', { name: 'Commands' }).click();
    await chair.getByRole('button', { name: 'Invite a colleague' }).click();
    const form = chair.getByRole('dialog', { name: 'Invite a colleague' });
    await form.getByRole('textbox', { name: /^Email/ }).fill('toma@uni.example');
    await form.getByRole('textbox', { name: /^Name/ }).fill('Toma Ilic');
    await form.getByRole('textbox', { name: /^Jobs/ }).fill('desk');
    await form.getByRole('button', { name: 'Show what it would do' }).click();
    await form.getByRole('button', { name: 'Invite Toma Ilic' }).click();
    await expect(form.getByText('The link is on its way to toma@uni.example.')).toBeVisible();

    const context = await browser.newContext();
    await context.route(`${issuer.origin}/login**`, (route) => {
      const claims = { sub: '9', email: 'toma@uni.example', email_verified: true };
      const query = issuer.logIn(route.request().url(), claims);
      return route.fulfill({ status: 302, headers: { location: `${office}/house${query}` } });
    });
    const helper = await context.newPage();
    await helper.goto(office);
    await helper.getByRole('button', { name: 'Log in with your institution' }).click();
    await expect(helper.getByRole('heading', { name: 'Registration desk' })).toBeVisible();
    const links = helper.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await expect(links).toHaveText(['Desk', 'Your account']);
    await helper.getByRole('searchbox', { name: /^Scan a badge/ }).fill('søren');
    await expect(helper.getByText('Søren Holm')).toBeVisible();
    await helper.goto(`${office}/payments`);
    await expect(helper.getByRole('heading', { name: 'There is no such page' })).toBeVisible();

    // The access ends in the open window, too.
    await site.organiser('colleague', 'end', 'toma@uni.example', '--yes');
    await helper.goto(office);
    await expect(helper.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await context.close();

    // A track chair decides on the only page of the job.
    const work = ['--jobs', 'track-chair', '--sessions', 'smart-polymers'];
    const email = 'tove@uni.example';
    await site.organiser('colleague', 'invite', email, '--name', 'Tove Lind', ...work, '--send');
    const track = await openedWithDevice(browser);
    await track.goto(await linkIn(site, email));
    await track.getByLabel('Name of this device').fill('Telephone');
    await track.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(track.getByRole('heading', { name: 'My sessions' })).toBeVisible();
    const ownLinks = track.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await expect(ownLinks).toHaveText(['My sessions', 'Your account']);
    await expectNoFindings(track, 'own sessions');
    await track.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await track.getByRole('button', { name: /^Decide/ }).click();
    const decision = track.getByRole('dialog', { name: 'Decide' });
    await decision.getByLabel('Decision').selectOption('Accepted');
    await decision.getByLabel('Comment for the author').fill('Please shorten it.');
    await decision.getByRole('button', { name: 'Show what it would do' }).click();
    await decision.getByRole('button', { name: /^Record the decision on/ }).click();
    await expect(decision.getByText('Decisions recorded: 1.')).toBeVisible();
    await decision.getByRole('button', { name: 'Close' }).click();
    await expect(track.getByText('Please shorten it.')).toBeVisible();
    await expectNoFindings(track, 'own abstract');
  } finally {
    await stop();
    await site.stop();
    await issuer.close();
  }
});

/** A window with a device that makes passkeys, and checks its user. */
async function openedWithDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return page;
}

/** The link in the newest mail to an address. */
async function linkIn({ dataDir }: SiteServer, email: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  let link = '';
  await expect
    .poll(async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const text = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '');
        if (text.includes(email))
          link = /http:\/\/office\S+invitation#[0-9a-z]{26}/.exec(text)?.[0] ?? link;
      }
      return link;
    })
    .not.toBe('');
  return link;
}
