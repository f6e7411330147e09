import { realpathSync } from 'node:fs';
import { siteFolders } from '#server/content/folders.ts';
import { keptFolder } from '#server/content/kept-content.ts';
import { stampOf } from '#server/content/stamp.ts';
import { listServers } from '#server/operations/servers.ts';
import type { CommandContext } from './command-context.ts';

/**
 * The reason why a command could act with the texts and prices of another conference: it reads another folder than the
 * running server of this machine, and no server shows what is in it. Edits that wait for a restart are in the same folder.
 */
export async function otherFolderWords({
  payments: { db, clock },
  env,
  dataDir,
  contentMistakes,
}: Pick<CommandContext, 'payments' | 'env' | 'dataDir' | 'contentMistakes'>): Promise<
  string | undefined
> {
  // The command uses the server's files.
  if (contentMistakes !== undefined) return undefined;
  const { content } = siteFolders(env);
  const served = keptFolder(dataDir);
  if (served === undefined || served === realpathSync(content)) return undefined;
  const stamps = (await listServers(db, clock)).flatMap(({ contentStamp }) => contentStamp ?? []);
  if (stamps.length === 0 || stamps.includes(stampOf(content, ['.']))) return undefined;
  return `The running server shows the conference in ${served}, and this command reads other texts and prices, those in ${content}: set CONTENT_DIR=${served}, or restart the server with ${content} first.`;
}
