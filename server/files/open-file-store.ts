import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { folderStore, folderStoreId } from './folder-store.ts';
import { type S3Settings, s3Store, s3StoreId } from './s3-store.ts';

/** The store of this conference: a folder of the data folder, unless a bucket is configured. */
export async function openFileStore(
  dataDir: string,
  s3: S3Settings | undefined,
): Promise<FileStore> {
  return s3 ? s3Store(s3) : folderStore(filesIn(dataDir));
}

/** The id of this conference's store. */
export function fileStoreId(dataDir: string, s3: S3Settings | undefined): string {
  return s3 ? s3StoreId(s3) : folderStoreId(filesIn(dataDir));
}

/** The folder of the files of a conference without a bucket. */
export function filesIn(dataDir: string): string {
  return join(dataDir, 'files');
}
