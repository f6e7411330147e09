import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../files/s3-store.ts';

export type TestBucket = {
  settings: S3Settings;
  /** The keys of what lies in it. */
  list: () => Promise<string[]>;
  /** No answer any more, as when the store is down. */
  close: () => Promise<void>;
};

/** A bucket on a pretend S3 on this machine. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'plenary-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'plenary' }],
  });
  const { port } = await server.run();
  let isOpen = true;
  return {
    settings: {
      bucket: 'plenary',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async list() {
      const names = await readdir(join(directory, 'plenary'), { recursive: true });
      return names.filter((name) => name.endsWith('._S3rver_object'));
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
