import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { siteFolders } from '#server/content/folders.ts';
import { CONTENT_STAMP, stampOf } from '#server/content/stamp.ts';
import { languageBase } from '#contract/content/languages.ts';
import { translationsIn } from '#server/content/translation.ts';
import { putAssetsAside } from './kept-assets.ts';
import { moveTranslation } from './site-language.ts';

/** The sources of the pages besides the content. After a change in any of them the next start builds again. */
const sources = [
  'site',
  'contract',
  'features/texts.ts',
  ...globSync('features/*/{shape.ts,texts}'),
  'server/content',
  'scripts/build-site.ts',
  'scripts/compress.ts',
  'scripts/kept-assets.ts',
  'scripts/content-plugin.ts',
  'scripts/read-once.ts',
  'scripts/theme-plugin.ts',
  'scripts/icons-plugin.ts',
  'scripts/pictures-plugin.ts',
  'documents',
  'scripts/documents-plugin.ts',
  'scripts/site-language.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const folders = siteFolders(process.env);
const stampFile = join(folders.build, '.made-from');

const contentStamp = stampOf(folders.content, ['.']);
const wanted = `${stampOf('.', sources)} ${contentStamp}`;
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) await build();

async function build(): Promise<void> {
  // The check comes first: otherwise the build would report a mistake once for each page, between other output.
  await import('./check-content.ts');
  checkFolder();
  const start = performance.now();
  process.stderr.write('Building the site … ');
  rmSync(stampFile, { force: true });
  const translations = translationsIn(folders.content);
  const now = new Date();
  const assets = [undefined, ...translations].map((tag) =>
    putAssetsAside(folders.build, now, tag && languageBase(tag).slice(1)),
  );

  await buildLanguages([undefined, ...translations]);
  for (const tag of translations) moveTranslation(folders.build, tag);
  // The import is here, because most starts have nothing to build.
  const { compress } = await import('./compress.ts');
  await compress(join(folders.build, 'client'));
  for (const { giveBack } of assets) giveBack();

  mkdirSync(folders.build, { recursive: true });
  // Both stamps were taken before the build, so an edit during the build causes another build.
  writeFileSync(join(folders.build, CONTENT_STAMP), contentStamp);
  writeFileSync(stampFile, wanted);
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`done in ${seconds.toFixed(1)} s\n`);
}

/** Builds the pages of the first language and of the translations side by side. A failure ends the other builds. */
async function buildLanguages(tags: (string | undefined)[]): Promise<void> {
  const failed = new AbortController();
  try {
    await Promise.all(tags.map((tag) => buildLanguage(tag, failed.signal)));
  } catch (error) {
    failed.abort();
    const words = error instanceof Error ? error.message : String(error);
    process.stderr.write(`failed\n${words}\n`);
    process.stderr.write('The site could not be built: the output above says why.\n');
    process.exit(1);
  }
}

async function buildLanguage(tag: string | undefined, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    env: { ...process.env, NODE_ENV: 'production', SITE_LANGUAGE: tag ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const words = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, killedBy] = await once(child, 'close');
  if (code === 0) return;
  const end = killedBy ? `was killed by ${killedBy}` : `ended with code ${code}`;
  const language = tag ? `in ${tag}` : 'in the first language';
  throw new Error(`${(await words).join('\n')}\nThe build ${language} ${end}.`);
}

function checkFolder(): void {
  try {
    for (const path of ['.', folders.build]) if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch {
    process.stderr.write(
      'The site has to be built again, and this user may not write to this folder: run npm run build as its owner, then the same command again.\n',
    );
    process.exit(1);
  }
}
