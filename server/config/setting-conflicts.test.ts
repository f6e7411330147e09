import { describe, expect, test } from 'vitest';
import { readEnv, SettingError } from './env.ts';
import { paymentMode } from './payment-mode.ts';
import { hasUnnamedProxy } from './setting-conflicts.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
const PUBLIC_BASE_URL = 'https://summit.example';
const live = { ...stripe, PUBLIC_BASE_URL };
const oauth = {
  SMTP_HOST: 'mail.example',
  SMTP_USER: 'robot@institute.example',
  SMTP_OAUTH_TENANT: 'institute.example',
  SMTP_OAUTH_CLIENT_ID: 'app',
  SMTP_OAUTH_CLIENT_SECRET: 'secret',
  PUBLIC_BASE_URL,
};
const testKey = { STRIPE_SECRET_KEY: 'rk_test_abc' };

/** Expects that the start refuses the settings with one sentence that begins with `name`. */
function expectRefused(variables: Record<string, string | undefined>, name: string): void {
  expect(() => readEnv(variables)).toThrow(SettingError);
  expect(() => readEnv(variables)).toThrow(new RegExp(`^${name} [^.]+(?:\\.\\w[^.]*)*\\.$`));
}

describe('settings of payments', () => {
  test.each([
    ['sandbox', {}],
    ['test', { ...live, ...testKey }],
    ['test', { ...paypal, PUBLIC_BASE_URL: 'http://localhost:3000' }],
    ['test', { ...live, ...testKey, ...paypal }],
    ['live', live],
    ['live', { ...paypal, PAYPAL_ENV: 'live', PUBLIC_BASE_URL }],
    ['live', { ...live, ...paypal, PAYPAL_ENV: 'live' }],
    ['live', { TRANSFER_ENV: 'live', PUBLIC_BASE_URL }],
    ['live', { ...live, TRANSFER_ENV: 'live' }],
    ['test', { ...live, ...testKey, TRANSFER_ENV: 'sandbox' }],
    // The name begins with localhost but is another machine.
    ['live', { ...live, PUBLIC_BASE_URL: 'https://localhost-summit.example' }],
  ])('have one mode: %s', (mode, variables) => {
    expect(paymentMode(readEnv(variables))).toBe(mode);
  });

  test.each([
    ['STRIPE_SECRET_KEY', { ...live, STRIPE_WEBHOOK_SECRET: undefined }],
    ['PUBLIC_BASE_URL', { ...live, PUBLIC_BASE_URL: undefined }],
    ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'http://127.0.0.1:9' }],
    ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'https://localhost' }],
    ['PAYPAL_CLIENT_ID', { PAYPAL_CLIENT_ID: 'id' }],
    ['PAYPAL_CLIENT_ID', { ...live, ...paypal, PAYPAL_WEBHOOK_ID: undefined }],
    [
      'PAYPAL_API_BASE',
      { ...live, ...paypal, PAYPAL_ENV: 'live', PAYPAL_API_BASE: 'http://api.example' },
    ],
  ])('that could take money by mistake are refused: %s', (name, variables) => {
    expectRefused(variables, name);
  });

  test.each([
    ['STRIPE_SECRET_KEY', 'a live Stripe beside a PayPal of the default', { ...live, ...paypal }],
    [
      'STRIPE_SECRET_KEY',
      'a test Stripe beside a live PayPal',
      { ...live, ...testKey, ...paypal, PAYPAL_ENV: 'live' },
    ],
    ['PAYPAL_CLIENT_ID', 'a live PayPal without an account', { PAYPAL_ENV: 'live' }],
    [
      'TRANSFER_ENV',
      'live transfers beside a test key',
      { ...live, ...testKey, TRANSFER_ENV: 'live' },
    ],
    ['PUBLIC_BASE_URL', 'live transfers without an address', { TRANSFER_ENV: 'live' }],
    ['PUBLIC_BASE_URL', 'a live Stripe without https', { ...live, PUBLIC_BASE_URL: 'http://a.b' }],
    [
      'PUBLIC_BASE_URL',
      'a live PayPal without https',
      { ...paypal, PAYPAL_ENV: 'live', PUBLIC_BASE_URL: 'http://summit.example' },
    ],
    [
      'PUBLIC_BASE_URL',
      'a live Stripe whose payers would have to be on this machine',
      { ...live, PUBLIC_BASE_URL: 'https://127.0.0.1:3000' },
    ],
  ])('that mix live and test are refused: %s, %s', (name, _, variables) => {
    expectRefused(variables, name);
  });
});

test.each([
  ['FILES_S3_ACCESS_KEY_ID', { FILES_S3_BUCKET: 'abstracts', FILES_S3_ACCESS_KEY_ID: 'id' }],
  ['FILES_S3_BUCKET', { FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 's' }],
  ['SMTP_USER', { SMTP_HOST: 'mail.example', SMTP_USER: 'ada', PUBLIC_BASE_URL }],
  ['COUNTRY_SERVICE', { COUNTRY_SERVICE: 'http://countries.example', PUBLIC_BASE_URL }],
  ['SMTP_HOST', { MAIL_FROM: 'ada@lab.example' }],
  ['SMTP_OAUTH settings', { ...oauth, SMTP_USER: undefined }],
  ['SMTP_OAUTH settings', { ...oauth, SMTP_PASSWORD: 'x' }],
  ['SMTP_OAUTH_CLIENT_ID', { ...oauth, SMTP_OAUTH_CLIENT_SECRET: undefined }],
  ['SMTP_OAUTH_TENANT', { ...oauth, SMTP_OAUTH_TENANT: undefined }],
  ['SMTP_OAUTH_TENANT', { ...oauth, SMTP_OAUTH_TOKEN_URL: 'https://login.example/token' }],
  [
    'SMTP_OAUTH_TOKEN_URL',
    { ...oauth, SMTP_OAUTH_TENANT: undefined, SMTP_OAUTH_TOKEN_URL: 'http://login.example/token' },
  ],
  ['SMTP_TLS=off', { ...oauth, SMTP_TLS: 'off' }],
  ['PUBLIC_BASE_URL', { SMTP_HOST: 'mail.example' }],
  [
    'SMTP_TLS=off',
    {
      SMTP_HOST: 'localhost.mail.example',
      SMTP_TLS: 'off',
      SMTP_USER: 'a',
      SMTP_PASSWORD: 'b',
      PUBLIC_BASE_URL,
    },
  ],
])('settings of files and mails that contradict each other are refused: %s', (name, variables) => {
  expectRefused(variables, name);
});

describe('a PostgreSQL on another machine', () => {
  const at = (rest: string) => ({ DATABASE_URL: `postgres://plenary:secret@${rest}` });

  test.each(['db.example/plenary', '10.0.0.7:5432/plenary', 'db.example/plenary?sslmode=prefer'])(
    'is refused if the address does not say whether to use TLS: %s',
    (rest) => {
      expectRefused(at(rest), 'DATABASE_URL');
      expect(() => readEnv(at(rest))).not.toThrow(/secret/);
    },
  );

  test.each(['one.example,two.example/plenary', 'one.example:5432,two.example:5433/plenary'])(
    'is refused if the address names several: %s',
    (rest) => expectRefused(at(rest), 'DATABASE_URL names several servers:'),
  );

  test.each([
    'db.example/plenary?sslmode=verify-full&sslrootcert=/etc/ssl/society.pem',
    'db.example/plenary?sslmode=require',
    'db.example/plenary?sslmode=disable',
    '127.0.0.1:5432/plenary',
    'localhost/plenary',
    '[::1]:5432/plenary',
    '%2Fvar%2Frun%2Fpostgresql/plenary',
  ])('is accepted with such an address, and so is this machine without: %s', (rest) => {
    expect(readEnv(at(rest)).DATABASE_URL).toBe(at(rest).DATABASE_URL);
  });
});

test.each([
  [true, { PUBLIC_BASE_URL }],
  [false, { PUBLIC_BASE_URL, TRUSTED_PROXIES: '::1' }],
  [false, {}],
])('a proxy in front that no setting lists: %s, with %j', (isUnnamed, settings) => {
  expect(hasUnnamedProxy(readEnv(settings))).toBe(isUnnamed);
});

describe('settings of the dashboard on the web', () => {
  const ORGANISER_ORIGIN = 'https://office.summit.example';
  const house = {
    ORGANISER_OIDC_ISSUER: 'https://login.university.example',
    ORGANISER_OIDC_CLIENT_ID: 'conference',
    ORGANISER_OIDC_CLIENT_SECRET: 'secret',
  };

  test('are a host of its own, with https', () => {
    const on = { PUBLIC_BASE_URL, ORGANISER_ORIGIN };
    expect(readEnv(on)).toMatchObject({ ORGANISER_ORIGIN, ORGANISER_PORT: 3901 });
    expect(readEnv({ ...on, ...house })).toMatchObject({ ORGANISER_OIDC_GROUPS: [] });
    // A trial on one machine.
    expect(readEnv({ ORGANISER_ORIGIN: 'http://office.localhost:3901' })).toBeDefined();
    for (const wrong of [
      `${PUBLIC_BASE_URL}/office`,
      PUBLIC_BASE_URL,
      `${PUBLIC_BASE_URL}:8443`,
      'http://office.summit.example',
      'http://office.localhost.summit.example',
    ]) {
      const read = () => readEnv({ PUBLIC_BASE_URL, ORGANISER_ORIGIN: wrong });
      expect(read).toThrow(/^ORGANISER_ORIGIN (?:has to|must be)/);
    }
    expect(() => readEnv({ ORGANISER_ORIGIN: 'http://localhost:3901' })).toThrow('another host');
    for (const missing of Object.keys(house)) {
      expect(() => readEnv({ ...on, ...house, [missing]: undefined })).toThrow('belong together');
    }
    expect(() => readEnv({ PUBLIC_BASE_URL, ...house })).toThrow('ORGANISER_ORIGIN is needed too');
    const plain = { ...house, ORGANISER_OIDC_ISSUER: 'http://login.university.example' };
    expect(() => readEnv({ ...on, ...plain })).toThrow('has to begin with https');
  });
});
