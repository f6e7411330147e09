import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { features } from '#features/index.ts';
import { deleteKeys } from './delete-keys.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { copyProject } from '#tests/support/project-copy.ts';
import { freePort } from './free-port.ts';

/**
 * `npm run without -- NAME` takes a feature away in a copy of the project, together with the features that need it, and
 * says what stands in the way of the rest: its types, both builds, a ticket and its tests. Tests of the trunk that use
 * the feature go with it. `--types` checks only types.
 */
const [name = '', ...flags] = process.argv.slice(2);
const bin = 'node_modules/.bin';
const lists = ['features/index.ts', 'features/texts.ts', 'features/dashboard-pages.ts'];
const folders = ['content', 'tests/support/content', 'docs/site'];

const gone = withThoseThatNeed(name);
const copy = copyProject(['organiser', 'tests', 'vitest.config.ts', 'package-lock.json', 'docs']);
const { CONTENT_DIR } = fixtureSettings;
let isClean = true;
process.once('exit', () => rmSync(copy.root, { recursive: true, force: true }));

console.log(`Without ${gone.join(', ')}:`);
for (const each of gone) takeAway(each);
console.log(`  tests that use it, left out: ${leaveOutTests()}`);
await tell('types', async () => {
  await printed([`${bin}/react-router`, 'typegen'], { CONTENT_DIR });
  const { code, text } = await printed([`${bin}/tsc`]);
  const lines = text.split('\n').filter((line) => line.includes('error TS'));
  const files = Map.groupBy(lines, (line) => line.replace(/\(.*/, ''));
  return code === 0 ? [] : [...files].map(([file, { length }]) => `${file}: ${length}`);
});
if (!flags.includes('--types')) {
  for (const script of ['build-site', 'build-dashboard']) {
    await tell(script, () => failed([`scripts/${script}.ts`]));
  }
  await tell('a ticket', sell);
  await tell('tests', async () => {
    const { code, text } = await printed([`${bin}/vitest`, 'run', '--project', 'unit'], {
      CI: '1',
    });
    const files = text.match(/(?<=FAIL.*?)\S+\.test\.tsx?/g) ?? [];
    return code === 0 ? [] : [...new Set(files)];
  });
}
await copy.remove();
process.exitCode = isClean ? 0 : 1;

/** The feature, and all that need it or one of these. */
function withThoseThatNeed(wanted: string): string[] {
  if (!existsSync(join('features', wanted, 'feature.ts'))) {
    throw new Error(`no feature ${wanted}: ${features.map((each) => each.name).join(', ')}`);
  }
  const all = new Set([wanted]);
  for (const each of all) {
    for (const { name: other, needs = [] } of features) if (needs.includes(each)) all.add(other);
  }
  return [...all];
}

/** Removes a folder, its keys in the folders of conferences, and what the lists of features say of it. */
function takeAway(feature: string): void {
  rmSync(join(copy.root, 'features', feature), { recursive: true });
  const { texts = {} } = features.find(({ name: each }) => each === feature) ?? {};
  for (const folder of folders) deleteKeys(join(copy.root, folder), texts);
  for (const list of lists) {
    const path = join(copy.root, list);
    let text = readFileSync(path, 'utf8');
    const lines = new RegExp(`import \\{ (\\w+) \\} from './${feature}/.*\\n`, 'g');
    for (const [whole, entry] of text.matchAll(lines)) {
      text = text.replace(whole, '').replace(new RegExp(`\\b${entry}\\b,? *`), '');
    }
    writeFileSync(path, text);
  }
}

/** Removes the tests, and their helpers, that import a file that is gone; returns the number of files with tests. */
function leaveOutTests(): number {
  const ofTests = (path: string) => /\.test\.tsx?$|^tests\//.test(path);
  const paths = readdirSync(copy.root, { recursive: true, encoding: 'utf8' });
  let left = paths.filter((path) => /\.tsx?$/.test(path) && !path.startsWith('node_modules'));
  const before = left.filter((path) => path.includes('.test.')).length;
  for (let last = -1; last !== left.length;) {
    last = left.length;
    left = left.filter((path) => {
      if (!ofTests(path) || !importsWhatIsGone(path)) return true;
      rmSync(join(copy.root, path));
      return false;
    });
  }
  return before - left.filter((path) => path.includes('.test.')).length;
}

function importsWhatIsGone(path: string): boolean {
  const imports = readFileSync(join(copy.root, path), 'utf8').matchAll(/'([#.][^']*\.tsx?)'/g);
  return [...imports].some(([, to = '']) => {
    const target = to.startsWith('#') ? to.slice(1) : join(dirname(path), to);
    return !existsSync(join(copy.root, target));
  });
}

/** Prints whether a step is fine, or what stands in its way. */
async function tell(step: string, problems: () => Promise<string[]>): Promise<void> {
  const found = await problems();
  isClean &&= found.length === 0;
  console.log([`  ${step}: ${found.length || 'fine'}`, ...found].join('\n    '));
}

async function printed(args: string[], variables: Record<string, string> = {}) {
  const run = copy.run(args, variables);
  return { code: await run.ended, text: run.output() };
}

async function failed(args: string[]): Promise<string[]> {
  const { code, text } = await printed(args);
  return code === 0 ? [] : text.split('\n').slice(-20);
}

/** Starts the server, and sells a ticket in the sandbox. */
async function sell(): Promise<string[]> {
  const port = String(await freePort());
  const server = copy.run(['server/main.ts'], { PORT: port, HOST: '127.0.0.1' });
  const sold = await failed(['scripts/try-registration.ts', `http://localhost:${port}`]);
  server.signal('SIGTERM');
  await server.ended;
  return sold.length === 0 ? [] : [...sold, ...server.output().split('\n').slice(-20)];
}
