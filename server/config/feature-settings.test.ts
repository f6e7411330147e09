import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { s3Settings } from './feature-settings.ts';

test('a bucket has the keys that are set, or those that the SDK finds by itself', () => {
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
