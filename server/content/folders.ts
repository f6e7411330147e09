import { createHash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const ours = join(project, 'content');

/** The data folder of a server with these variables. */
export function dataFolder({ DATA_DIR }: { DATA_DIR?: string | undefined }): string {
  return resolve(DATA_DIR || './data');
}

/**
 * The conference's folder, and the folder of the pages that are built from it. Each conference
 * has its own folder of pages, so a build changes no pages of another conference. An empty variable counts as absent.
 */
export function siteFolders({
  CONTENT_DIR,
  SITE_DIR,
}: {
  CONTENT_DIR?: string | undefined;
  SITE_DIR?: string | undefined;
}) {
  const content = resolve(CONTENT_DIR || ours);
  const build = SITE_DIR ? resolve(SITE_DIR) : join(project, 'build');
  // A build empties its folder, so no folder may be inside another one.
  if (content === ours) return { content, build: join(build, 'content') };
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { content, build: join(build, `${basename(content)}-${digest}`) };
}
