import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { features } from '#features/index.ts';
import { deleteKeys } from './delete-keys.ts';
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts';
import { freePort } from './free-port.ts';

/**
 * `npm run without -- NAME` takes a feature away in a copy of the project, together with the features that need it, and
 * says whether the rest has right types, builds, sells a ticket and passes its tests. Tests that use the feature go with
 * it. Several names are taken away at once. `--all` takes away each feature in turn; `--types`, `--builds`, `--ticket` and
 * `--tests` do only these steps.
 */
const given = process.argv.slice(2);
const names = given.filter((each) => !each.startsWith('--'));
const bin = 'node_modules/.bin';
const lists = ['features/index.ts', 'features/texts.ts', 'features/dashboard-pages.ts'];
const folders = ['content', 'tests/support/content', 'docs/site'];
const more = ['organiser', 'tests', 'docs', 'deploy', '.github', 'package-lock.json'];
more.push('vitest.config.ts', 'CHANGELOG.md');

const rows: Record<string, string | number>[] = [];
const turns = given.includes('--all') ? features.map(({ name }) => [name]) : [names];
const everyStep = Object.entries({ types, builds, ticket, tests });
const chosen = everyStep.filter(([step]) => given.includes(`--${step}`));
const steps = chosen.length > 0 ? chosen : everyStep;
for (const turn of turns) rows.push(await without(turn));
console.table(rows);
process.exitCode = rows.some((row) => Object.values(row).includes('FAILED')) ? 1 : 0;

/** Takes features away, and returns a line of the table. A step that fails prints its output. */
async function without(wanted: readonly string[]): Promise<Record<string, string | number>> {
  const start = performance.now();
  const gone = withThoseThatNeed(wanted);
  const copy = copyProject(more, 'plenary-without-');
  const removeCopy = () => rmSync(copy.root, { recursive: true, force: true });
  process.once('exit', removeCopy);
  for (const each of gone) takeAway(copy, each);
  await printed(copy, ['scripts/translations.ts', '--write']);
  const row: Record<string, string | number> = {
    without: wanted.join(', '),
    'with it': gone.slice(wanted.length).join(', '),
    'tests left out': leaveOutTests(copy),
  };
  console.log(`Without ${gone.join(', ')}`);
  for (const [step, run] of steps) {
    const { code, text } = await run(copy);
    row[step] = code === 0 ? 'fine' : 'FAILED';
    console.log(`  ${step}: ${row[step]}`);
    if (code !== 0) console.log(text);
  }
  await copy.remove();
  process.off('exit', removeCopy);
  row['minutes'] = Math.round((performance.now() - start) / 6000) / 10;
  return row;
}

/** The features, and all that need one of these. */
function withThoseThatNeed(wanted: readonly string[]): string[] {
  const unknown = wanted.find((each) => !existsSync(join('features', each, 'feature.ts')));
  if (unknown !== undefined || wanted.length === 0) {
    const known = features.map(({ name }) => name).join(', ');
    throw new Error(`no feature ${unknown ?? 'is named'}: there are ${known}`);
  }
  const all = new Set(wanted);
  for (const each of all) {
    for (const { name, needs = [] } of features) if (needs.includes(each)) all.add(name);
  }
  return [...all];
}

/** Removes a folder, its keys in the folders of conferences, and what the lists of features say of it. */
function takeAway({ root }: ProjectCopy, feature: string): void {
  rmSync(join(root, 'features', feature), { recursive: true });
  const { texts = {} } = features.find(({ name }) => name === feature) ?? {};
  for (const folder of folders) deleteKeys(join(root, folder), texts);
  for (const list of lists) {
    const path = join(root, list);
    let text = readFileSync(path, 'utf8');
    const lines = new RegExp(`import \\{ (\\w+) \\} from './${feature}/.*\\n`, 'g');
    for (const [whole, entry] of text.matchAll(lines)) {
      text = text.replace(whole, '').replace(new RegExp(`\\b${entry}\\b,? *`), '');
    }
    writeFileSync(path, text);
  }
}

/** Removes the tests, and their helpers, that import a file that is gone; returns the number of files with tests. */
function leaveOutTests({ root }: ProjectCopy): number {
  const ofTests = (path: string) => /\.test\.tsx?$|^tests\//.test(path);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  let left = paths.filter((path) => /\.tsx?$/.test(path) && !path.startsWith('node_modules'));
  const before = left.filter((path) => path.includes('.test.')).length;
  for (let last = -1; last !== left.length;) {
    last = left.length;
    left = left.filter((path) => {
      if (!ofTests(path) || !importsWhatIsGone(root, path)) return true;
      rmSync(join(root, path));
      return false;
    });
  }
  return before - left.filter((path) => path.includes('.test.')).length;
}

function importsWhatIsGone(root: string, path: string): boolean {
  const imports = readFileSync(join(root, path), 'utf8').matchAll(/'([#.][^']*\.tsx?)'/g);
  return [...imports].some(([, to = '']) => {
    const target = to.startsWith('#') ? to.slice(1) : join(dirname(path), to);
    return !existsSync(join(root, target));
  });
}

type Result = { code: number | undefined; text: string };

async function types(copy: ProjectCopy): Promise<Result> {
  // The copy's own folder, without the keys of the features that are gone.
  const CONTENT_DIR = join(copy.root, 'tests/support/content');
  const routes = await printed(copy, [`${bin}/react-router`, 'typegen'], { CONTENT_DIR });
  return routes.code === 0 ? printed(copy, [`${bin}/tsc`]) : routes;
}

async function builds(copy: ProjectCopy): Promise<Result> {
  const site = await printed(copy, ['scripts/build-site.ts']);
  return site.code === 0 ? printed(copy, ['scripts/build-dashboard.ts']) : site;
}

/** Starts the server, and sells a ticket in the sandbox. */
async function ticket(copy: ProjectCopy): Promise<Result> {
  const port = String(await freePort());
  const server = copy.run(['server/main.ts'], { PORT: port, HOST: '127.0.0.1' });
  const sold = await printed(copy, ['scripts/try-registration.ts', `http://localhost:${port}`]);
  server.signal('SIGTERM');
  await server.ended;
  return { ...sold, text: `${sold.text}\n${server.output()}` };
}

function tests(copy: ProjectCopy): Promise<Result> {
  const vitest = [`${bin}/vitest`, 'run', '--project', 'unit', '--reporter', 'dot'];
  return printed(copy, vitest, { CI: '1' });
}

async function printed(
  copy: ProjectCopy,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Result> {
  const run = copy.run(args, variables);
  return { code: await run.ended, text: run.output() };
}
