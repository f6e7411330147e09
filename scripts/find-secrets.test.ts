import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { secretsIn } from './find-secrets.ts';

const LARGEST = 2_000_000;
const random = '4eC39HqLyjWDarjtT1zdp7dc8XkQ2mVn0aBcDeFgHiJk';
/** Put together at run time, so that this file contains no secret. */
const samples: [string, string][] = [
  ['a Stripe key', ['sk', 'live', random].join('_')],
  ['a Stripe key', ['rk', 'test', random].join('_')],
  ['a signing secret', `STRIPE_WEBHOOK_SECRET=${['whsec', random].join('_')}`],
  ['a private key', ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ')],
  ['a private key', ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')],
  ['an AWS key', `AK${'IA'}IOSFODNN7EXAMPLE`],
  ['a GitHub token', ['ghp', random.slice(0, 36)].join('_')],
  ['an npm token', ['npm', random.slice(0, 36)].join('_')],
  ['a Slack token', ['xoxb', '1234567890', random].join('-')],
  ['a Google key', `AI${'za'}${random.slice(0, 35)}`],
  ['a PayPal secret', `PAYPAL_CLIENT_SECRET=E${random}${random}`],
  ['a signed token', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', random].join('.')],
  [
    'an address with a password',
    ['postgres://plenary', `${random}@db.conference.org/plenary`].join(':'),
  ],
];

describe('R53: a secret', () => {
  test.each(samples)('such as %s is found with its line, and not printed', (what, secret) => {
    const found = secretsIn(`first line\nexport const key = '${secret}';\n`);
    expect(found).toContainEqual({ line: 2, what });
    expect(JSON.stringify(found)).not.toContain(secret.slice(-10));
  });

  test.each([
    'STRIPE_SECRET_KEY=sk_test_...',
    'sk_live_abc and whsec_abc',
    'postgres://ada:secret@127.0.0.1:1/summit',
    'DATABASE_URL=postgres://user:password@host:5432/name',
    'https://summit.example/api?page=1',
  ])('is not found in %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  test('is in no file of the repository', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file && existsSync(file))
      .filter((file) => statSync(file).isFile() && statSync(file).size < LARGEST);
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(file, 'latin1')).map(({ line, what }) => `${file}:${line} ${what}`),
    );
    expect(found).toEqual([]);
  });
});
