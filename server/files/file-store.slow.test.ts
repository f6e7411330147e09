import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { newId } from '#tests/support/seed.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import type { FileStore } from './file-store.ts';
import { folderStoreId } from './folder-store.ts';
import { openFileStore } from './open-file-store.ts';
import { s3Store } from './s3-store.ts';

describe.each(['a folder', 'a bucket'])('the file store in %s', (kind) => {
  const dataDir = testFolder();
  const path = join(dataDir, 'incoming');
  let bucket: TestBucket | undefined;
  let store: FileStore;
  beforeAll(async () => {
    bucket = kind === 'a bucket' ? await startTestBucket() : undefined;
    store = await openFileStore(dataDir, bucket?.settings);
  });
  afterAll(async () => {
    await bucket?.close();
  });

  test.each([0, 1, 70_000, 6_000_000])('returns the %i bytes that were stored', async (bytes) => {
    const content = aPdf(Math.max(bytes, 20)).subarray(0, bytes);
    const key = newId();
    writeFileSync(path, content);
    await store.put(key, path, bytes);
    expect((await buffer(await store.read(key))).equals(content)).toBe(true);
    rmSync(path);
  });

  test('can store the same file twice', async () => {
    const key = newId();
    writeFileSync(path, 'again');
    await store.put(key, path, 5);
    await store.put(key, path, 5);
    expect(String(await buffer(await store.read(key)))).toBe('again');
    rmSync(path);
  });

  test('removes a file, and a second removal does nothing', async () => {
    const key = newId();
    writeFileSync(path, 'gone soon');
    await store.put(key, path, 9);
    await store.remove(key);
    await store.remove(key);
    await expect(store.read(key).then(buffer)).rejects.toThrow();
    rmSync(path);
  });

  test('refuses to store a file that does not exist', async () => {
    await expect(store.put(newId(), join(dataDir, 'nothing'), 9)).rejects.toThrow();
  });

  test.runIf(kind === 'a folder')('is a folder that only its owner can read', async () => {
    expect(statSync(join(dataDir, 'files')).mode & 0o777).toBe(0o700);
  });
});

test('the id of a folder of files is read without writing, so that doctor works while the disk is full', () => {
  const folder = join(testFolder(), 'files');
  const id = folderStoreId(folder);
  const { mtimeMs } = statSync(folder);
  expect(folderStoreId(folder)).toBe(id);
  expect(statSync(folder).mtimeMs).toBe(mtimeMs);
});

test('a folder in which files cannot be kept is refused in a sentence', () => {
  const path = join(testFolder(), 'file');
  writeFileSync(path, '');
  expect(() => folderStoreId(join(path, 'files'))).toThrow(
    `The files of abstracts cannot be kept in ${path}/files, because a part of that path is a file: see that`,
  );
});

describe('a bucket', () => {
  const path = join(testFolder(), 'incoming');
  const bytes = 6_000_000;
  let bucket: TestBucket;
  let store: FileStore;
  beforeAll(async () => {
    writeFileSync(path, aPdf(bytes));
    bucket = await startTestBucket();
    const patient = await s3Store(bucket.settings);
    await patient.put('kept', path, bytes);
    store = await s3Store(bucket.settings, 200);
  });
  afterEach(() => bucket.fail(undefined));
  afterAll(async () => {
    await bucket.close();
  });

  test.each(['error', 'silence', 'cut'] as const)(
    'that answers with %s fails every request and stores nothing',
    async (failure) => {
      bucket.fail(failure);
      await expect(store.put('lost', path, bytes)).rejects.toThrow();
      await expect(store.read('kept').then(buffer)).rejects.toThrow();
      if (failure !== 'cut') await expect(store.remove('kept')).rejects.toThrow();
      expect(await bucket.list()).toEqual(['abstracts%2Fkept']);
    },
  );

  test('stores nothing of a file that is shorter than announced', async () => {
    await expect(store.put('short', path, bytes + 1)).rejects.toThrow();
    expect(await bucket.list()).toEqual(['abstracts%2Fkept']);
  });

  test('refuses an unknown access key', async () => {
    const credentials = { accessKeyId: 'WRONG', secretAccessKey: 'wrong' };
    const stranger = await s3Store({ ...bucket.settings, credentials });
    await expect(stranger.put('strange', path, bytes)).rejects.toThrow('InvalidAccessKeyId');
    await expect(stranger.read('kept')).rejects.toThrow('InvalidAccessKeyId');
    expect(await bucket.list()).toEqual(['abstracts%2Fkept']);
  });
});
