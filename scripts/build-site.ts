import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageBase } from '#contract/content/languages.ts';
import { hasBuiltContent, keepBuiltContent } from '#server/content/built-content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { CONTENT_STAMP, MADE_FROM, stampOf } from '#server/content/stamp.ts';
import { translationsIn } from '#server/content/translation.ts';
import { isDiskFull } from '#server/files/write-refusal.ts';
import { howToRun } from '#server/how-to-run.ts';
import { keepAssets } from './kept-assets.ts';
import { keepRights } from './kept-rights.ts';

/**
 * Builds the pages of a conference from the template of the site, in all its languages. A checkout builds the template first, if its
 * sources have changed; a release has it. With --quick the compressed files are some 8 % larger, which saves a tenth of a first start.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const toTemplate = join(root, 'scripts/build-template.ts');
/** The code that puts a conference into the template. A release has none of these files, and never changes. */
const sources = [
  'contract',
  'documents',
  'features/texts.ts',
  ...globSync('features/*/{shape.ts,texts}', { cwd: root }).toSorted(),
  'server/content',
  'server/http/used-styles.ts',
  ...'build-site compress content-modules plugins/documents-plugin first-styles plugins/icons-plugin kept-assets kept-rights render-site slots theme-files'
    .split(' ')
    .map((name) => `scripts/${name}.ts`),
  'package-lock.json',
];
const folders = siteFolders(process.env);
const stampFile = join(folders.build, MADE_FROM);

const contentStamp = stampOf(folders.content, ['.']);
const ownStamp = `${stampOf(root, sources)} ${contentStamp}`;
const QUICK = ' quick';
const isQuick = process.argv.includes('--quick');
const isCheck = process.argv.includes('--check');
const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
const isWhole = !stamp.endsWith(QUICK);
const isCurrent =
  (isWhole || isQuick || isCheck) &&
  stamp.replace(QUICK, '') === stampWithTemplate() &&
  template(['--check']).isDone;
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (isCheck) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) await build().catch(refused);
// A checkout builds the pages beside the bundle, or before it.
else if (!hasBuiltContent(folders.build) && canWrite(folders.build)) {
  // It registers the texts of the features, without which no folder can be read.
  await import('./check-content.ts');
  keepBuiltContent(folders.build, readContent(folders.content));
}

function refused(error: unknown): never {
  if (!isDiskFull(error)) throw error;
  rmSync(`${folders.build}.new-${process.pid}`, { recursive: true, force: true });
  process.stderr.write(
    `failed\nThe disk of ${folders.build} is full, and the pages are as before: make room, and build again.\n`,
  );
  process.exit(1);
}

async function build(): Promise<void> {
  // The check comes first: otherwise the build would report a mistake once for each page, between other output.
  const { checkContent } = await import('./check-content.ts');
  checkContent();
  checkFolder();
  const start = performance.now();
  process.stderr.write('Building the site … ');
  const { isDone, output } = template([]);
  if (!isDone) {
    process.stderr.write(
      `failed\n${output}\nThe site could not be built: the output above says why.\n`,
    );
    process.exit(1);
  }
  const now = new Date();
  const languages = [undefined, ...translationsIn(folders.content)];
  // Two builds of one folder may run at once, such as those of two servers that start.
  const made = `${folders.build}.new-${process.pid}`;
  const client = join(made, 'client');
  removeLeftovers();
  mkdirSync(client, { recursive: true });
  // The imports are here, because most starts have nothing to build.
  const { renderSite } = await import('./render-site.ts');
  const { compress } = await import('./compress.ts');
  const content = readContent(folders.content);
  for (const tag of languages) await renderSite({ content, folder: folders.content, tag, client });
  const before = pagesBefore();
  await compress(client, {
    isQuick,
    ...((isQuick || isWhole) && { before: join(before, 'client') }),
  });
  for (const tag of languages) keepAssets(before, made, now, tag && languageBase(tag).slice(1));
  // The stamps of the folder were taken before the build, so an edit during the build causes another build.
  keepBuiltContent(made, content);
  writeFileSync(join(made, CONTENT_STAMP), contentStamp);
  writeFileSync(join(made, MADE_FROM), stampWithTemplate() + (isQuick ? QUICK : ''));
  keepRights(before, made, folders.build);
  const gone = `${folders.build}.old-${process.pid}`;
  if (existsSync(folders.build)) renameSync(folders.build, gone);
  renameSync(made, folders.build);
  rmSync(gone, { recursive: true, force: true });
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`done in ${seconds.toFixed(1)} s\n`);
}

/** The template is in the stamp too, because another folder's build may have made it anew. A release has one template. */
function stampWithTemplate(): string {
  const file = join(root, 'build/template/.made-from.json');
  return `${ownStamp} ${existsSync(file) ? readFileSync(file, 'utf8') : ''}`;
}

/** Removes what builds that were killed have left. */
function removeLeftovers(): void {
  for (const path of globSync(`${folders.build}.{new,old}-*`)) {
    if (!isRunning(Number(path.split('-').at(-1)))) rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The pages of the last build, which a new version finds in the folder of the version that runs (docs/operations.md). */
function pagesBefore(): string {
  const running = join(root, '../../current/build', basename(folders.build));
  return existsSync(folders.build) || !existsSync(running) ? folders.build : running;
}

/** Vite takes several hundred MB, so it has a process of its own, which ends before the pages are made. */
function template(args: string[]): { isDone: boolean; output: string } {
  if (!existsSync(toTemplate)) return { isDone: true, output: '' };
  // Vite keeps much that it made, so a heap that grows by halves stays small.
  const node = ['--max-semi-space-size=4', '--heap-growing-percent=50', toTemplate, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, {
    cwd: root,
    encoding: 'utf8',
  });
  return { isDone: status === 0, output: `${stdout}${stderr}` };
}

function checkFolder(): void {
  for (const path of [folders.build, dirname(folders.build)].map(nearestFolder)) {
    if (canWrite(path)) continue;
    process.stderr.write(
      `The site has to be built again, and this user may not write in ${path}: run ${howToRun.build} as its owner, then the same command again.\n`,
    );
    process.exit(1);
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or the nearest one above it that is there. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}
