import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Content } from '#contract/content.ts';
import type { siteFolders } from './folders.ts';
import { readContent } from './read-content.ts';
import { CONTENT_STAMP, stampOf } from './stamp.ts';

/**
 * The conference's folder, and whether its pages were built from it as it is now. Then it is taken as the build has read
 * it: to read the YAML again takes a fifth of a server's start, and visitors would wait while a server does it that
 * publishes a new build.
 *
 * @throws {ContentError} for a mistake in the folder
 */
export function readAsBuilt({ content: folder, build }: ReturnType<typeof siteFolders>): {
  content: Content;
  isBuilt: boolean;
} {
  const stamp = join(build, CONTENT_STAMP);
  const isBuilt = existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(folder, ['.']);
  const content: Content =
    isBuilt && hasBuiltContent(build)
      ? JSON.parse(readFileSync(fileIn(build), 'utf8'))
      : readContent(folder);
  return { content, isBuilt };
}

/** Whether a build of the same code as that which runs has kept what it read. */
export function hasBuiltContent(build: string): boolean {
  return isBundled() && existsSync(fileIn(build));
}

/** Keeps what a build has read beside its pages, for the processes of the same bundle; TypeScript may change at any time. */
export function keepBuiltContent(build: string, content: Content): void {
  if (!isBundled()) return;
  const written = `${fileIn(build)}.${process.pid}`;
  writeFileSync(written, JSON.stringify(content));
  renameSync(written, fileIn(build));
}

/** The folder of the program: that of a bundle has the digest of its sources as name. */
function bundle(): string {
  return dirname(process.argv[1] ?? '');
}

function isBundled(): boolean {
  return basename(dirname(bundle())) === 'programs';
}

function fileIn(build: string): string {
  return join(build, `content-${basename(bundle())}.json`);
}
