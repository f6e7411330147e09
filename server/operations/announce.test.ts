import { expect, test } from 'vitest';
import { announcement } from './announce.ts';
import { readEnv } from '#server/config/env.ts';

test('a first start names all addresses and says that no money is real', () => {
  const dataDir = '/home/ada/plenary/data';
  const said = announcement({
    name: 'Polymer Summit 2026',
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

const keys = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };

test.each([
  ['sk_test_none', 'TEST MODE: the providers’ own'],
  ['sk_live_none', 'real, through'],
])('with a key %s it says whether money is real', (key, words) => {
  const said = announcement({
    name: 'A',
    env: readEnv({ ...keys, STRIPE_SECRET_KEY: key, PUBLIC_BASE_URL: 'https://summit.example' }),
    port: 3000,
    dataDir: '/data',
    mailFolder: '/data/mail',
  });
  expect(said).toContain(`Payments   ${words}`);
});

test.each([
  ['of this machine', {}, true],
  ['of the public', { PUBLIC_BASE_URL: 'https://summit.example' }, false],
  ['with a token', { METRICS_TOKEN: 'a-token-of-some-length' }, false],
])('it names the mailbox if a browser can open it: at an address %s', (_, settings, isOpen) => {
  const said = announcement({
    name: 'A',
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
      name: 'A',
      env: readEnv({ ...keys, ...more, PUBLIC_BASE_URL: 'https://summit.example' }),
      port: 3000,
      dataDir: '/data',
      mailFolder: '/data/mail',
    });
  expect(said({})).toContain('NOBODY GETS THEM');
  expect(said({ SMTP_HOST: 'mail.summit.example' })).toContain('sent by mail.summit.example');
});
