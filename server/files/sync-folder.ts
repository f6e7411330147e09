import { open } from 'node:fs/promises';

/** Makes the names in a folder survive a power cut. The bytes of each file need a sync of their own. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
