import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import {
  cappedPayments,
  paymentsPerNetwork,
  s3Settings,
  smtpSettings,
} from './feature-settings.ts';

test('a bucket is opened with the keys of the settings, or with those that the SDK finds', () => {
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
});

test('one network can never use up the quota of payments', () => {
  const most = (env: Record<string, string>) => paymentsPerNetwork(readEnv(env));
  expect(most({})).toBe(40);
  expect(most({ PAYMENTS_PER_HOUR: '1000' })).toBe(40);
  expect(most({ PAYMENTS_PER_HOUR: '10' })).toBe(4);
  expect(most({ PAYMENTS_PER_HOUR: 'off', PAYMENTS_PER_NETWORK: '900' })).toBe(900);
  expect(most({ PAYMENTS_PER_NETWORK: 'off' })).toBe(Infinity);
  expect(most({ RATE_LIMIT: 'off' })).toBe(Infinity);
});

test('a limit of a network above two fifths of the quota is named with what it counts as', () => {
  const words = (env: Record<string, string>) => cappedPayments(readEnv(env));
  expect(words({ PAYMENTS_PER_NETWORK: '200' })).toBe(
    'PAYMENTS_PER_NETWORK=200 counts as 40, two fifths of PAYMENTS_PER_HOUR: raise that too',
  );
  expect(words({ PAYMENTS_PER_NETWORK: '200', PAYMENTS_PER_HOUR: '500' })).toBeUndefined();
  expect(words({ PAYMENTS_PER_NETWORK: 'off' })).toBeUndefined();
  expect(words({ PAYMENTS_PER_HOUR: '10' })).toBeUndefined();
});

test.each([
  [{}, 'starttls'],
  [{ SMTP_PORT: '465' }, 'implicit'],
  [{ SMTP_PORT: '465', SMTP_TLS: 'starttls' }, 'starttls'],
  [{ SMTP_PORT: '2465' }, 'starttls'],
  [{ SMTP_PORT: '2465', SMTP_TLS: 'implicit' }, 'implicit'],
])('the port of the mail server says how TLS begins: %j, %s', (settings, tls) => {
  const env = { SMTP_HOST: 'mail.example', PUBLIC_BASE_URL: 'https://summit.example', ...settings };
  expect(smtpSettings(readEnv(env))?.tls).toBe(tls);
});

test('the tenant at Microsoft, or another address, says where tokens for the mailbox come from', () => {
  const login = (settings: Record<string, string>) =>
    smtpSettings(
      readEnv({
        PUBLIC_BASE_URL: 'https://summit.example',
        SMTP_HOST: 'smtp.office365.com',
        SMTP_USER: 'robot@institute.example',
        SMTP_OAUTH_CLIENT_ID: 'app',
        SMTP_OAUTH_CLIENT_SECRET: 'secret',
        ...settings,
      }),
    )?.login;
  expect(login({ SMTP_OAUTH_TENANT: 'institute.example' })).toEqual({
    user: 'robot@institute.example',
    oauth: {
      tokenUrl: 'https://login.microsoftonline.com/institute.example/oauth2/v2.0/token',
      clientId: 'app',
      clientSecret: 'secret',
      scope: 'https://outlook.office365.com/.default',
    },
  });
  const tokenUrl = 'https://login.example/token';
  const other = login({ SMTP_OAUTH_TOKEN_URL: tokenUrl, SMTP_OAUTH_SCOPE: 'mail send' });
  expect(other).toMatchObject({ oauth: { tokenUrl, scope: 'mail send' } });
});
