import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';

/** The store of this conference: a folder of the data folder, unless a bucket is configured. */
export async function openFileStore(
  dataDir: string,
  s3: S3Settings | undefined,
): Promise<FileStore> {
  return s3 ? s3Store(s3) : folderStore(join(dataDir, 'files'));
}
