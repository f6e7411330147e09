import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { readlinkSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import manifest from '../../package.json' with { type: 'json' };
import { licencesOf } from '../bundled-packages.ts';
import { digestOf, presentBundle } from '../run-program.mjs';

/**
 * Writes the archive of a release: the bundled programs, the template of the site, the built sample, fonts and documents, which need
 * Node and no packages. `npm run release:archive` builds all of it first. Two archives of a commit have the same bytes.
 */
const { version } = manifest;
const name = `plenary-${version}`;
const out = `build/${name}.tar.gz`;
const folder = join(mkdtempSync(join(tmpdir(), 'plenary-release-')), name);
const bundle = presentBundle() ?? '';
/** No sources come along, so nothing can have changed since the bundle. */
const programs = join('build/programs', digestOf([]));

/** All files have the time of the commit. Calendars have the time of the conference's files. */
const time = new Date(commitTime() ?? statSync('package.json').mtime);

try {
  assemble();
  // The sample is built here, by the program that builds the folders of conferences.
  execFileSync(process.execPath, [join(folder, 'plenary'), 'build'], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'] },
  });
  const bytes = gzipSync(await archive(), { level: 9 });
  writeFileSync(out, bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${out}.sha256`, `${digest}  ${name}.tar.gz\n`);
  console.log(`${out}: ${(bytes.length / 1e6).toFixed(1)} MB, SHA-256 ${digest}`);
} finally {
  rmSync(dirname(folder), { recursive: true });
}

function assemble(): void {
  const fonts = globSync('node_modules/@fontsource-variable/noto-*');
  const others = [
    '@embedpdf/pdfium',
    '@jsquash/webp',
    '@resvg/resvg-wasm',
    'harfbuzzjs',
    'pdfkit',
  ].map((each) => `node_modules/${each}`);
  const packages = [...fonts, ...others];
  const files = [
    'LICENSE',
    // The guides of features, to which the documents lead, too.
    '{*,features/*/*}.md',
    '.env.example',
    'scripts/{plenary,run-program}.mjs',
    ...['content', 'deploy', 'docs'].map((each) => `${each}/**/*`),
    // The programs read these beside their modules.
    'contract/content/translations/*.json',
    'server/database/*.sql',
    'features/*/*.{css,js}',
    'server/operations/*.mjs',
    'documents/fonts/*.{ttf,txt}',
    'organiser/demo/demo-people.txt',
    'site/ui/glyphs.svg',
    ...packages.map((each) => `${each}/package.json`),
    ...fonts.map((each) => `${each}/{unicode.json,files/*-wght-normal.woff2}`),
    'node_modules/{@embedpdf/pdfium/dist,@resvg/resvg-wasm,harfbuzzjs/dist}/*.wasm',
    'node_modules/@jsquash/webp/codec/{LICENSE.codec.md,enc/webp_enc_simd.wasm}',
    'node_modules/pdfkit/js/{data/*.icc,standard-fonts/**/*.cjs}',
    'build/{template,dashboard}/**/*',
  ];
  for (const file of globSync(files).filter((each) => lstatSync(each).isFile())) {
    if (file.endsWith('.test.ts')) continue;
    cpSync(file, join(folder, file));
    utimesSync(join(folder, file), time, time);
  }
  for (const file of globSync('**/*', { cwd: bundle })) {
    cpSync(join(bundle, file), join(folder, programs, file));
  }
  const note = { digest: digestOf([]), sources: [] };
  write('build/programs/made-from.json', JSON.stringify(note));
  const { name: ours, description, license } = manifest;
  write(
    'package.json',
    JSON.stringify({ name: ours, version, description, license, type: 'module' }),
  );
  const bundles = [bundle, 'build/template', 'build/dashboard'];
  // Style sheets and fonts are no modules, so the bundles do not note them.
  const styles = [
    'tailwindcss',
    '@fontsource-variable/instrument-sans',
    '@fontsource-variable/newsreader',
  ];
  const noted = styles.map((each) => `node_modules/${each}`);
  write('THIRD-PARTY-LICENSES.txt', licencesOf(bundles, [...packages, ...noted]));
  symlinkSync('scripts/plenary.mjs', join(folder, 'plenary'));
}

function commitTime(): string | undefined {
  try {
    const git = ['log', '-1', '--format=%cI'];
    return execFileSync('git', git, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** All files in the order of their names, with one owner. */
function archive(): Promise<Buffer> {
  const tar = pack();
  for (const path of allIn(folder)) {
    const file = join(folder, path);
    const found = lstatSync(file);
    const mode = found.mode & 0o100 ? 0o755 : 0o644;
    const header = { name: join(name, path), mtime: time, mode };
    if (found.isSymbolicLink()) {
      tar.entry({ ...header, mode: 0o777, type: 'symlink', linkname: readlinkSync(file) });
    } else if (found.isFile()) tar.entry(header, readFileSync(file));
  }
  tar.finalize();
  return buffer(tar);
}

function allIn(root: string): string[] {
  return globSync(['**/*', '**/.*'], { cwd: root }).toSorted();
}
