import { expect, test } from 'vitest';
import type { Way } from '#contract/content/ways.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { announcement, SAMPLE_NOTE } from './announce.ts';
import { readEnv } from '#server/config/env.ts';

test('a first start names all addresses and says that no money is real', () => {
  const dataDir = '/home/ada/plenary/data';
  const said = announcement({
    content: fixtureContent,
    env: readEnv({}),
    port: 3000,
    dataDir,
    mailFolder: `${dataDir}/mail`,
    note: 'The conference was in May.',
  });
  expect(said).toBe(`
  Polymer Summit 2026 is ready.

  Site       http://localhost:3000
  Calls      http://localhost:3000/api/docs
  Mails      http://localhost:3000/sandbox/mail  /home/ada/plenary/data/mail  (written here, not sent)
  Data       /home/ada/plenary/data
  Database   SQLite in /home/ada/plenary/data
  Payments   TEST MODE: a pretend Stripe and a pretend PayPal, no real money

  The conference was in May.
`);
});

test('the sample shows the way on in three lines: try it, the dashboard, a folder of one’s own', () => {
  expect(SAMPLE_NOTE.split('\n').map((line) => line.trim())).toEqual([
    expect.stringContaining('card 4242 4242 4242 4242'),
    expect.stringContaining('npm run dashboard'),
    expect.stringContaining('npm run --silent organiser -- new FOLDER'),
  ]);
});

const keys = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };

const account = 'transfers to DE02 1203 0000 0000 2020 51';
const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_none' };

test.each<[settings: Record<string, string>, ways: Way[] | undefined, words: string]>([
  [keys, ['card', 'paypal'], 'TEST MODE: Stripe’s test system, no real money'],
  [live, ['card', 'paypal'], 'real: Stripe'],
  [live, undefined, `real: Stripe and ${account}`],
  [{}, undefined, `TEST MODE: a pretend Stripe, a pretend PayPal, and ${account}, no real money`],
  [{}, ['transfer'], `TEST MODE: ${account}, no real money`],
  [{}, ['paypal'], 'TEST MODE: a pretend PayPal, no real money'],
  [{ TRANSFER_ENV: 'live' }, ['transfer', 'card'], `real: ${account}`],
])('with the settings %j and the ways %j it says which money is real', (settings, ways, words) => {
  const content = withTransfers();
  const said = announcement({
    content: { ...content, conference: { ...content.conference, ways } },
    env: readEnv({ PUBLIC_BASE_URL: 'https://summit.example', ...settings }),
    port: 3000,
    dataDir: '/data',
    mailFolder: '/data/mail',
  });
  expect(said).toContain(`Payments   ${words}\n`);
});

test.each([
  ['of this machine', {}, true],
  ['of the public', { PUBLIC_BASE_URL: 'https://summit.example' }, false],
  ['with a token', { METRICS_TOKEN: 'a-token-of-some-length' }, false],
])('it names the mailbox if a browser can open it: at an address %s', (_, settings, isOpen) => {
  const said = announcement({
    content: fixtureContent,
    env: readEnv(settings),
    port: 3000,
    dataDir: '/data',
    mailFolder: '/data/mail',
  });
  expect(said).toContain('/data/mail  (written here, not sent)');
  expect(said.includes('/sandbox/mail')).toBe(isOpen);
});

test('with real keys and no mail server it says that no mail is sent', () => {
  const said = (more: Record<string, string>) =>
    announcement({
      content: fixtureContent,
      env: readEnv({ ...keys, ...more, PUBLIC_BASE_URL: 'https://summit.example' }),
      port: 3000,
      dataDir: '/data',
      mailFolder: '/data/mail',
    });
  expect(said({})).toContain('NOBODY GETS THEM');
  expect(said({ SMTP_HOST: 'mail.summit.example' })).toContain('sent by mail.summit.example');
});
