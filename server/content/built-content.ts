import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '#contract/content.ts';

/** Beside the built pages, which are made of the same content. */
const FILE = 'build/content.json';

type Built = { madeFrom: string; content: Content };

/**
 * Keeps what was read of content/ for the starts after this build. To be called before it is read, so that an edit in
 * between is one since; what comes back writes it, once the build has emptied its folder.
 */
export function keepBuiltContent(root: string): (content: Content) => void {
  const madeFrom = digestOf(root);
  return (content) => {
    const built: Built = { madeFrom, content };
    writeFileSync(join(root, FILE), JSON.stringify(built));
  };
}

/**
 * The content as the build read it: reading and checking the files anew takes a tenth of a start. Undefined where no build
 * was, and where a file was edited since.
 */
export function builtContent(root: string): Content | undefined {
  try {
    const built: Built = JSON.parse(readFileSync(join(root, FILE), 'utf8'));
    return built.madeFrom === digestOf(root) ? built.content : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  const folder = join(root, 'content');
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.yaml')) continue;
    const content = createHash('sha256').update(readFileSync(join(folder, name)));
    hash.update(`${name} ${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}
