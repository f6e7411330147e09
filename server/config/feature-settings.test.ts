import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { paymentsPerNetwork, s3Settings } from './feature-settings.ts';

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
