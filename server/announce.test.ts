import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { announcement } from './announce.ts';
import { readEnv } from './env.ts';

test('README shows what a first start says', () => {
  const dataDir = '/home/ada/plenary/data';
  const said = announcement({
    name: 'Polymer Summit 2026',
    env: readEnv({}),
    port: 3000,
    dataDir,
    mailFolder: `${dataDir}/mail`,
  });
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(
    said
      .trim()
      .replaceAll(/^(?=.)/gm, '    ')
      .trimStart(),
  );
});

const keys = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };

test.each([
  ['sk_test_none', 'TEST MODE: the providers’ own'],
  ['sk_live_none', 'real, through'],
])('R49: with a key %s it says whether money is real', (key, words) => {
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
])('it names the mailbox where a browser may open it: at an address %s', (_, settings, isOpen) => {
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

test('with real keys and no mail server it says that nobody gets a mail', () => {
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
