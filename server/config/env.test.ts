import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv, SettingError } from './env.ts';
import { Environment, secretNames } from './settings.ts';

describe('the settings', () => {
  test('need nothing', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      RATE_LIMIT: 'on',
    });
  });

  test('count an empty variable as absent', () => {
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
    ['COUNTRY_SERVICE', 'countries.example'],
    ['COUNTRY_SERVICE', 'javascript:alert(1)'],
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_API_BASE', 'localhost:80'],
    ['SANDBOX_PORT', '-1'],
    ['STRIPE_METHODS', 'cards'],
    ['STRIPE_METHODS', ' , '],
    ['STRIPE_TRANSFER_COUNTRY', 'AT'],
    ['FILES_S3_BUCKET', 'a/b'],
    ['FILES_S3_ENDPOINT', 'minio'],
    ['FILES_RESERVE_MB', '-5'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,::/00'],
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

  test.each([
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['STRIPE_API_KEY', 'STRIPE_SECRET_KEY'],
    ['PAYPAL_SECRET', 'PAYPAL_CLIENT_SECRET'],
    ['PAYPAL_ENVIRONMENT', 'PAYPAL_ENV'],
    ['FILES_S3_NAME', 'FILES_S3_BUCKET'],
    ['BACKUP_RECIPIENT', 'BACKUP_RECIPIENTS'],
    ['BACKUP_S3_NAME', 'BACKUP_S3_BUCKET'],
    ['BACKUP_RECIPENTS', 'BACKUP_RECIPIENTS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['SMTP_HOSTNAME', 'SMTP_HOST'],
    ['SMTP_PASS', 'SMTP_PASSWORD'],
    ['SMTPPORT', 'SMTP_PORT'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PUBLIC_URL', 'PUBLIC_BASE_URL'],
    ['MAILS_PER_HOURS', 'MAILS_PER_HOUR'],
    ['METRICS_TOKENS', 'METRICS_TOKEN'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['ALARMURL', 'ALARM_URL'],
    ['ALERT_URL', 'ALARM_URL'],
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['MAIL_SENDER', 'MAIL_FROM'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['CLAMAV', 'CLAMD'],
    ['UPLOADS_PER_DAY', 'UPLOAD_MB_PER_DAY'],
    ['SANDBOX_CONTROLS', 'SANDBOX_CONTROL'],
    ['CONTENTDIR', 'CONTENT_DIR'],
    ['DRAIN_SECOND', 'DRAIN_SECONDS'],
    ['COUNTRY_SERVICES', 'COUNTRY_SERVICE'],
  ])('with the misspelt name %s are refused, and the message names %s', (name, right) => {
    expect(() => readEnv({ [name]: 'x' })).toThrow(SettingError);
    expect(() => readEnv({ [name]: 'x' })).toThrow(
      new RegExp(`^${name} is not a setting\\. Did you mean (?:one of .*)?\\b${right}\\b`),
    );
  });

  test('of other programs are ignored', () => {
    const names = `PAYPALSOMETHING SANDBOX_ID HOME HOSTNAME LOGNAME MAIL MAILTO LANG USER TERM PWD SHLVL NODE_ENV NODE_OPTIONS
      HTTPS_PROXY NO_PROXY PGHOST PGDATABASE AWS_REGION TZ STATE_DIRECTORY CREDENTIALS_DIRECTORY NOTIFY_SOCKET INVOCATION_ID
      SMTP_SERVICE_HOST SMTP_SERVICE_PORT_MAIL SMTP_PORT_25_TCP_ADDR DATABASE_SERVICE_HOST npm_package_json INIT_CWD`;
    const others = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x']));
    expect(() => readEnv({ ...others, STRIPE_: '' })).not.toThrow();
  });

  test('list the trusted proxies; by default no proxy is trusted', () => {
    expect(readEnv({}).TRUSTED_PROXIES).toEqual([]);
    expect(readEnv({ TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32,' }).TRUSTED_PROXIES).toEqual([
      '127.0.0.1',
      '2001:db8::/32',
    ]);
  });

  test('list the means of payment; the default is cards only', () => {
    expect(readEnv({}).STRIPE_METHODS).toEqual(['card']);
    expect(readEnv({ STRIPE_METHODS: 'card, sepa_debit,ideal' }).STRIPE_METHODS).toEqual([
      'card',
      'sepa_debit',
      'ideal',
    ]);
  });

  test('lose the line break that was copied with a secret', () => {
    const env = readEnv({ STRIPE_WEBHOOK_SECRET: 'whsec_abc\n' });
    expect(env.STRIPE_WEBHOOK_SECRET).toBe('whsec_abc');
  });
});

describe('a secret', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string) => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  test('may be in a file, whose last line break does not count', () => {
    expect(readEnv({ METRICS_TOKEN_FILE: file('a-token-of-some-length\n') })).toMatchObject({
      METRICS_TOKEN: 'a-token-of-some-length',
    });
    const sender = {
      SMTP_HOST: 'mail.example',
      SMTP_USER: 'us',
      PUBLIC_BASE_URL: 'https://a.example',
    };
    const read = (content: string) =>
      readEnv({ ...sender, SMTP_PASSWORD_FILE: file(content) }).SMTP_PASSWORD;
    expect(read(' blanks and lines\n\n')).toBe(' blanks and lines\n');
    expect(read('of Windows\r\n')).toBe('of Windows');
    expect(readEnv({ STRIPE_WEBHOOK_SECRET_FILE: file('whsec_mine') })).toMatchObject({
      STRIPE_WEBHOOK_SECRET: 'whsec_mine',
    });
  });

  test('is each setting whose name says so', () => {
    expect(secretNames).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'ALARM_URL', 'METRICS_TOKEN', 'STRIPE_SECRET_KEY']),
    );
    const named = Object.keys(Environment.shape).filter((name) =>
      /(?:SECRET|PASSWORD|TOKEN|ACCESS_KEY)(?:_KEY)?$/.test(name),
    );
    expect(named.filter((name) => !secretNames.includes(name))).toEqual([]);
  });

  const wrong: [string, () => Record<string, string>, RegExp][] = [
    [
      'both set',
      () => ({ METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: file('y') }),
      /not be set together/,
    ],
    ['a missing file', () => ({ METRICS_TOKEN_FILE: join(folder, 'none') }), /\(ENOENT\)/],
    ['the secret instead of a path', () => ({ METRICS_TOKEN_FILE: 'hidden' }), /\(ENOENT\)/],
    ['a NUL in the path', () => ({ METRICS_TOKEN_FILE: 'hidden\0' }), /can read/],
    ['a folder', () => ({ METRICS_TOKEN_FILE: folder }), /must name a file\./],
    ['a device', () => ({ METRICS_TOKEN_FILE: '/dev/zero' }), /must name a file\./],
    ['an empty file', () => ({ METRICS_TOKEN_FILE: file('\n') }), /not empty/],
    ['a large file', () => ({ METRICS_TOKEN_FILE: file('hidden'.repeat(2000)) }), /at most 10000/],
    ['a wrong value', () => ({ METRICS_TOKEN_FILE: file('hidden') }), /at least 16/],
  ];
  test.each(wrong)('with %s stops the start with a sentence without it', (_, settings, words) => {
    const read = () => readEnv(settings());
    expect(read).toThrow(SettingError);
    expect(read).toThrow(words);
    expect(read).toThrow(/^METRICS_TOKEN(?:_FILE)? must [^\n]*\.$/);
    expect(read).not.toThrow(/hidden/);
  });

  test.each(['PAYPAL_CLIENT_ID', 'SMTP_USER', 'BACKUP_RECIPIENTS'])(
    'has no file if it is none, such as %s',
    (name) => {
      const read = () => readEnv({ [`${name}_FILE`]: file('x') });
      expect(read).toThrow(SettingError);
      expect(read).toThrow(
        `${name}_FILE is not a setting: only a secret may be in a file. Set ${name}.`,
      );
    },
  );
});
