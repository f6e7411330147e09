import { createHash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const ours = join(project, 'content');

/**
 * The conference's folder, and the folder of the pages that are built from it. A conference outside content/ has pages of
 * its own, so that a build of them leaves those of a running server alone. Empty counts as absent.
 */
export function siteFolders({ CONTENT_DIR }: { CONTENT_DIR?: string | undefined }) {
  const content = resolve(CONTENT_DIR || ours);
  const build = join(project, 'build');
  // A build empties its folder, so none may be inside another's.
  if (content === ours) return { content, build: join(build, 'content') };
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { content, build: join(build, `${basename(content)}-${digest}`) };
}
