import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { sweepUploads } from './sweep-uploads.ts';
import {
  DiskTooFull,
  createUploads,
  UploadCutShort,
  UploadTooLarge,
  type Uploads,
} from './uploads.ts';

let dataDir: string;
let uploads: Uploads;
let store: FileStore;
beforeEach(() => {
  dataDir = testFolder();
  uploads = createUploads(join(dataDir, 'uploads'), { reserveBytes: 0 });
  store = folderStore(join(dataDir, 'files'));
});

/** Claims `limit` bytes and receives the upload. */
async function received(key: string, coming: Readable, limit: number) {
  await uploads.claimRoom(key, limit, 'network');
  return uploads.receive(key, coming, limit);
}

const inFolder = () => readdirSync(join(dataDir, 'uploads'));
const inStore = () => readdirSync(join(dataDir, 'files'));

function chunksOf(text: string, end?: Error): Readable {
  return Readable.from(letters(text, end));
}

async function* letters(text: string, end?: Error): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield Buffer.from(letter);
  if (end) throw end;
}

describe('an upload', () => {
  test('is a file that only its owner can read, with its size and digest', async () => {
    const upload = await received('one', chunksOf('hello'), 5);
    expect(upload).toMatchObject({ bytes: 5, sha256: sha256('hello') });
    expect(readFileSync(upload.path, 'utf8')).toBe('hello');
    expect(statSync(upload.path).mode & 0o777).toBe(0o600);
    await store.put(upload.key, upload.path, upload.bytes);
    expect(statSync(join(dataDir, 'files', 'one')).mode & 0o777).toBe(0o600);
  });

  test('is in folders that only their owner can read', () => {
    for (const name of ['uploads', 'files']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o700);
    }
  });

  test('with one byte more than the limit leaves nothing', async () => {
    await expect(received('one', chunksOf('hello!'), 5)).rejects.toThrow(UploadTooLarge);
    expect(inFolder()).toEqual([]);
  });

  test('that ends early leaves nothing', async () => {
    const broken = chunksOf('hel', new Error('the visitor left'));
    await expect(received('one', broken, 5)).rejects.toThrow(UploadCutShort);
    expect(inFolder()).toEqual([]);
  });

  test.each([0, 1, 3])(
    'that is forgotten after %i of its chunks leaves nothing',
    async (chunks) => {
      async function* coming() {
        for (let chunk = 0; chunk < 3; chunk++) {
          if (chunk === chunks) await uploads.forget('one');
          yield Buffer.from('x');
        }
        if (chunks === 3) await uploads.forget('one');
      }
      const cutShort = expect(received('one', Readable.from(coming()), 5)).rejects.toThrow(
        UploadCutShort,
      );
      if (chunks === 0) await uploads.forget('one');
      await cutShort;
      expect(inFolder()).toEqual([]);
    },
  );

  test('never overwrites another', async () => {
    await received('one', chunksOf('hello'), 5);
    await expect(received('one', chunksOf('HELLO'), 5)).rejects.toThrow('EEXIST');
  });

  test('is refused if less than the reserve would be left on the disk', async () => {
    const modest = createUploads(join(dataDir, 'uploads'), { reserveBytes: 1 });
    await modest.claimRoom('one', 1000, 'network of one');
    await expect(modest.claimRoom('two', 2 ** 60, 'network of two')).rejects.toThrow(DiskTooFull);
    await modest.claimRoom('three', 1000, 'network of three');
  });

  test('is refused while uploads in progress will fill the disk', async () => {
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    await uploads.claimRoom('one', free * 0.6, 'network of one');
    await expect(uploads.claimRoom('two', free * 0.6, 'network of two')).rejects.toThrow(
      DiskTooFull,
    );
    await uploads.forget('one');
    await uploads.claimRoom('three', free * 0.6, 'network of three');
  });

  test('is accepted although many uploads of another network never end', async () => {
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    // The only upload of a network may be large.
    await uploads.claimRoom('large', free * 0.6, 'a');
    await uploads.forget('large');
    await uploads.claimRoom('one', free * 0.2, 'a');
    await uploads.claimRoom('two', free * 0.2, 'a');
    await expect(uploads.claimRoom('three', free * 0.2, 'a')).rejects.toThrow(DiskTooFull);
    await uploads.claimRoom('other', free * 0.2, 'b');
    await uploads.forget('one');
    await uploads.claimRoom('three', free * 0.2, 'a');
  });
});

describe('the sweep', () => {
  const sweep = (kept: string[], quietMs = 0) =>
    sweepUploads({ uploads, store, isKept: async (key) => kept.includes(key) }, quietMs);

  /** The files that a killed process leaves: the upload, and the stored file if `isStored`. */
  async function interrupted(key: string, isStored: boolean) {
    const path = join(dataDir, 'uploads', key);
    writeFileSync(path, key);
    if (isStored) await store.put(key, path, key.length);
  }

  test('removes the file of an upload without a row', async () => {
    await interrupted('early', false);
    await interrupted('late', true);
    expect(await sweep([])).toBe(2);
    expect([inFolder(), inStore()]).toEqual([[], []]);
  });

  test('keeps a file with a committed row', async () => {
    await interrupted('done', true);
    expect(await sweep(['done'])).toBe(1);
    expect([inFolder(), inStore()]).toEqual([[], ['done']]);
  });

  test('leaves uploads in progress and recently changed files alone', async () => {
    await received('busy', chunksOf('hello'), 5);
    await interrupted('fresh', true);
    expect(await sweep([], 60_000)).toBe(0);
    expect(inFolder().toSorted()).toEqual(['busy', 'fresh']);
  });

  test('removes an upload that was left to it', async () => {
    const { key, path } = await received('unsure', chunksOf('hello'), 5);
    await store.put(key, path, 5);
    uploads.leave(key);
    await uploads.forget(key);
    expect(inFolder()).toEqual(['unsure']);
    await sweep([]);
    expect([inFolder(), inStore()]).toEqual([[], []]);
  });

  test('removes no stored file without a marker', async () => {
    await interrupted('of another conference', true);
    rmSync(join(dataDir, 'uploads', 'of another conference'));
    await sweep([]);
    expect(inStore()).toEqual(['of another conference']);
  });

  test('tries again after a failure of the database', async () => {
    await interrupted('one', true);
    const isKept = () => Promise.reject(new Error('the database is away'));
    await expect(sweepUploads({ uploads, store, isKept }, 0)).rejects.toThrow('away');
    expect(await sweep([])).toBe(1);
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
