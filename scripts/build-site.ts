import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { text } from 'node:stream/consumers';
import { ContentError } from '#server/content/content-error.ts';
import { CONTENT_STAMP, stampOf } from '#server/content/stamp.ts';

/** Everything that pages are made from; after a change in any of it the next start builds again. */
const sources = [
  'site',
  'contract',
  'content',
  'public',
  'server/content',
  'scripts/build-site.ts',
  'scripts/compress.ts',
  'scripts/content-plugin.ts',
  'documents',
  'scripts/documents',
  'scripts/documents-plugin.ts',
  'scripts/make-documents.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const stampFile = 'build/.made-from';

const wanted = stampOf('.', sources);
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) await build();

async function build(): Promise<void> {
  const contentStamp = stampOf('.', ['content']);
  await checkContent();
  checkFolder();
  const start = performance.now();
  process.stderr.write('Building the site … ');
  rmSync(stampFile, { force: true });

  const child = spawn(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const words = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  if (code !== 0) {
    process.stderr.write(`failed\n${(await words).join('\n')}\n`);
    process.stderr.write('The site could not be built: the output above says why.\n');
    process.exit(1);
  }
  // Loaded here, because most starts have nothing to build.
  const { compress } = await import('./compress.ts');
  await compress('build/client');

  mkdirSync('build', { recursive: true });
  // Both stamps were taken before the build, so an edit during the build causes another build.
  writeFileSync(CONTENT_STAMP, contentStamp);
  writeFileSync(stampFile, wanted);
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`done in ${seconds.toFixed(1)} s\n`);
}

/** Before anything is built: otherwise a mistake would be reported once for each page, between other output. */
async function checkContent(): Promise<void> {
  const { readContent } = await import('#server/content/read-content.ts');
  try {
    readContent('content');
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function checkFolder(): void {
  try {
    for (const path of ['.', 'build']) if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch {
    process.stderr.write(
      'The site has to be built anew, and this folder is not for this user to write to: run npm run build as its owner, then the same again.\n',
    );
    process.exit(1);
  }
}
