import { describe, expect, test } from 'vitest';
import { isSandboxed, readEnv, s3Settings, SettingError } from './env.ts';

const live = {
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  PUBLIC_BASE_URL: 'https://summit.example',
};

describe('the settings', () => {
  test('need nothing', () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      RATE_LIMIT: 'on',
    });
    expect(isSandboxed(env)).toBe(true);
  });

  test('take an empty variable for an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['RATE_LIMIT', 'maybe'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_BASE_URL', 'summit.example'],
    ['PUBLIC_BASE_URL', 'https://summit.example/path'],
    ['PUBLIC_BASE_URL', 'javascript:alert(1)'],
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_API_BASE', 'localhost:80'],
    ['SANDBOX_PORT', '-1'],
    ['FILES_S3_BUCKET', 'a/b'],
    ['FILES_S3_ENDPOINT', 'minio'],
    ['FILES_RESERVE_MB', '-5'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'true'],
    ['SMTP_HOST', 'smtp://mail'],
    ['CLAMD', 'localhost'],
    ['CLAMD', 'localhost:99999'],
    ['PAYMENTS_PER_HOUR', '0'],
    ['MAILS_PER_HOUR', 'many'],
    ['SMTP_PORT', 'smtp'],
    ['SMTP_TLS', 'on'],
    ['MAIL_FROM', 'Summit <a@b.example>'],
  ])('%s=%s stops the start with one sentence that names it', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(SettingError);
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`));
  });

  test.each(['STRIPE_SECRETKEY', 'STRIPE_API_KEY', 'PAYPAL_SECRET', 'PAYPAL_ENVIRONMENT'])(
    'called %s are taken for misspelt, and the right ones are named',
    (name) => {
      expect(() => readEnv({ [name]: 'x' })).toThrow(SettingError);
      expect(() => readEnv({ [name]: 'x' })).toThrow(
        /^\w+ is no setting: .*(STRIPE_SECRET_KEY|PAYPAL_ENV)/,
      );
    },
  );

  test('of other programs are let be', () => {
    expect(() => readEnv({ PAYPALSOMETHING: 'x', SANDBOX_ID: '7', STRIPE_: '' })).not.toThrow();
  });

  test('name the proxies whose word counts; without them nobody’s does', () => {
    expect(readEnv({}).TRUSTED_PROXIES).toEqual([]);
    expect(readEnv({ TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32,' }).TRUSTED_PROXIES).toEqual([
      '127.0.0.1',
      '2001:db8::/32',
    ]);
  });

  test('of real keys switch the sandbox off', () => {
    expect(isSandboxed(readEnv(live))).toBe(false);
  });

  test.each([
    ['STRIPE_WEBHOOK_SECRET', { ...live, STRIPE_WEBHOOK_SECRET: undefined }],
    ['PUBLIC_BASE_URL', { ...live, PUBLIC_BASE_URL: undefined }],
    ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'http://127.0.0.1:9' }],
    ['STRIPE_API_BASE', { ...live, STRIPE_API_BASE: 'https://localhost' }],
    ['PAYPAL_CLIENT_SECRET', { PAYPAL_CLIENT_ID: 'id' }],
    ['PAYPAL_WEBHOOK_ID', { ...live, PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's' }],
    [
      'PAYPAL_API_BASE',
      {
        ...live,
        PAYPAL_CLIENT_ID: 'id',
        PAYPAL_CLIENT_SECRET: 's',
        PAYPAL_WEBHOOK_ID: 'w',
        PAYPAL_ENV: 'live',
        PAYPAL_API_BASE: 'http://api.example',
      },
    ],
  ])('R55: that could take money by mistake are refused: %s', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(name);
  });

  test('lose the line break that came along with a copied secret', () => {
    const env = readEnv({ ...live, STRIPE_WEBHOOK_SECRET: 'whsec_abc\n' });
    expect(env.STRIPE_WEBHOOK_SECRET).toBe('whsec_abc');
  });

  test('of a bucket belong together', () => {
    const bucket = { FILES_S3_BUCKET: 'abstracts', FILES_S3_REGION: 'eu-central-1' };
    const keys = { FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
    expect(s3Settings(readEnv({}))).toBeUndefined();
    expect(s3Settings(readEnv(bucket))).toMatchObject({
      region: 'eu-central-1',
      credentials: undefined,
    });
    expect(s3Settings(readEnv({ ...bucket, ...keys }))).toMatchObject({
      bucket: 'abstracts',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(() => readEnv({ ...bucket, FILES_S3_ACCESS_KEY_ID: 'id' })).toThrow(
      'set both or neither',
    );
    expect(() => readEnv(keys)).toThrow('FILES_S3_BUCKET is needed');
  });
});
