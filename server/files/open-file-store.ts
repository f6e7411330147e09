import { join } from 'node:path';
import type { NewId } from '#server/identity.ts';
import type { FileStore } from './file-store.ts';
import { folderId, folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';

/** The store of this conference: a folder of the data folder, unless a bucket is configured. */
export async function openFileStore(
  dataDir: string,
  s3: S3Settings | undefined,
): Promise<FileStore> {
  return s3 ? s3Store(s3) : folderStore(filesIn(dataDir));
}

/** What tells this store from another one. */
export function fileStoreId(dataDir: string, s3: S3Settings | undefined, newId: NewId): string {
  if (s3) return `bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon'}`;
  return `folder ${folderId(filesIn(dataDir), newId)}`;
}

function filesIn(dataDir: string): string {
  return join(dataDir, 'files');
}
