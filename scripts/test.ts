import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportError, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { findPostgres } from './programs.ts';

/** The folder for the tests' files. Its mode is for a test that runs as another user. */
const TMPDIR = mkdtempSync(join(tmpdir(), 'plenary-test-'));
chmodSync(TMPDIR, 0o711);
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
  rmSync(TMPDIR, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const none = { passed: 0, failed: 0, skipped: 0 };
type Result = typeof none & { files: { file: string; ms: number }[]; failures: string[] };
const total = { ...none };
/** Failed steps and tests, which are printed again at the end of the log. */
const allFailures: string[] = [];
const allFiles: Result['files'] = [];
const times: string[] = [];
const hasPostgres = findPostgres(process.env) !== undefined;
/** Workers of a step beside another one: with more, tests that measure a time would be late on two cores. */
const besideOthers = `--maxWorkers=${availableParallelism()}`;

/**
 * `npm test` runs everything. `npm run check` (--fast) runs the checks for a commit: of the tests those that start no
 * server, and those of folders with a change.
 */
if (process.argv.includes('--fast')) {
  await checks();
  const quick = { CHECK: 'on' };
  await step('Tests without a server, and of changed folders', () => vitest(['unit'], quick));
} else {
  // Tests wait for servers and pages for a third of their time, and kills for more of it. The checks take what is left of both
  // cores. PostgreSQL is alone: beside another step its tests of two hundred at once would meet the limits of time that the
  // server has for visitors.
  const tests = [
    step('Unit and server tests on SQLite', () => vitest(['unit', 'slow'], {}, besideOthers)),
    step('Browser', playwright),
  ];
  const last = Promise.race(tests).then(() => step('Kills, on each engine', kills));
  await Promise.all([...tests, last, checks({ isBesideTests: true })]);
  if (hasPostgres || process.env['TEST_DATABASE_URL']) {
    await step('Server tests on PostgreSQL', () => vitest(['postgres']));
  }
}
const slowest = allFiles.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
console.log(`\nThe slowest files:`);
for (const { file, ms } of slowest) console.log(`${seconds(ms).padStart(8)}  ${file}`);
console.log(`\n${times.join('\n')}\nAll: ${seconds(performance.now())}`);
if (allFailures.length > 0) console.log(`\nFailed:\n${allFailures.join('\n')}`);
if (!existsSync('tests/support/published-schemas/files')) {
  console.log(
    '\nSkipped: the tests by what others publish (PayPal, ISO 20022, Crossref, DataCite, C3VOC, KoSIT, Peppol), whose files are not on this machine. npm run test:published fetches them.',
  );
}
const more = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${more}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function checks({ isBesideTests = false } = {}): Promise<void> {
  // Tests measure times, so other programs have the least priority, below that of a build in a test.
  const run = (...commands: string[]) =>
    together(...commands.map((command) => (isBesideTests ? `nice -n 19 ${command}` : command)));
  // The tests' conference has every page, and a conference in CONTENT_DIR may have left some out.
  const env = 'env CONTENT_DIR=tests/support/content';
  await step('Types of the routes, format, documents, content', () =>
    run(
      `${env} react-router typegen`,
      'oxfmt --check',
      'node scripts/check-docs.ts',
      'node scripts/check-content.ts',
      'node scripts/translations.ts',
    ),
  );
  await step('Types, dead code, lint', () =>
    run('tsc', `${env} knip --cache`, 'oxlint --deny-warnings'),
  );
}

async function kills(): Promise<Result> {
  const faults = 'env CONTENT_DIR=tests/support/content node tests/faults/faults.ts';
  // Each of these runs needs an empty database.
  const crash = `${faults} crash --short`;
  const several = `${faults} crowd --servers 3 --short`;
  return together(crash, ...(hasPostgres ? [`node scripts/postgres.ts ${crash}`, several] : []));
}

/** Runs a step, prints its time, and keeps its files and failures for the end. */
async function step(name: string, work: () => Promise<Result>): Promise<void> {
  const start = performance.now();
  console.log(`\n── ${name}`);
  const {
    files,
    failures = [],
    ...counts
  } = await work().catch((cause: unknown) => {
    console.error(cause);
    return { ...none, failed: 1, files: [], failures: [String(cause)] };
  });
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
  if (counts.failed > 0) allFailures.push(name, ...failures.map((failure) => `  ${failure}`));
  allFiles.push(...files.map(({ file, ms }) => ({ file: `${file} (${name})`, ms })));
  times.push(`${name}: ${seconds(performance.now() - start)}, ${counts.failed} failed`);
  console.log(times.at(-1));
}

/** Runs programs in parallel. They have no tests to count, so each counts only if it fails. */
async function together(...commands: string[]): Promise<Result> {
  const all = await Promise.all(commands.map((command) => succeeds(command)));
  const failures = commands.filter((_, index) => !all[index]);
  return { ...none, failed: failures.length, files: [], failures };
}

async function vitest(
  projects: string[],
  settings: NodeJS.ProcessEnv = {},
  ...options: string[]
): Promise<Result> {
  const file = join(TMPDIR, `${projects[0]}.json`);
  const reporters = `--reporter=dot --reporter=json --outputFile.json=${file}`;
  const isMissing = projects.includes('postgres') && !process.env['TEST_DATABASE_URL'];
  const postgres = isMissing ? await startPostgres() : undefined;
  const variables = { ...settings, ...(postgres && { TEST_DATABASE_URL: postgres.url }) };
  const isWell = await succeeds(
    ['vitest run', ...projects.map((name) => `--project ${name}`), reporters, ...options].join(' '),
    variables,
  );
  await postgres?.stop();
  const report: JsonTestResults = JSON.parse(readFileSync(file, 'utf8'));
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped, testResults } = report;
  // A failed runner counts as a failure, even if none of its tests failed.
  const failed = Math.max(numFailedTests, Number(!isWell));
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    ms: endTime - startTime,
  }));
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const texts = tests.map(
      ({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]}`,
    );
    if (message !== '') texts.push(message);
    return texts.map((text) => `${relative('.', name)} › ${firstLine(text)}`);
  });
  return { passed, failed, skipped, files, failures };
}

async function playwright(): Promise<Result> {
  const file = join(TMPDIR, 'browser.json');
  const command = 'playwright test --reporter=dot,json';
  const isWell = await succeeds(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const { stats, suites }: JSONReport = JSON.parse(readFileSync(file, 'utf8'));
  const failed = Math.max(stats.unexpected, Number(!isWell));
  const files = suites.map((suite) => ({ file: suite.file, ms: durationOf(suite) }));
  const failures = suites.flatMap(failuresOf);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, files, failures };
}

function failuresOf({ specs, suites = [] }: JSONReportSuite): string[] {
  // A spec has one test for each width.
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors);
        return `[${projectName}] ${file} › ${title}: ${causeOf(error)}`;
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/** The first line of an error, then its locator and its place, each on a line. */
function causeOf({ message = '', location }: JSONReportError = { message: '' }): string {
  const locator = /^Locator: .*/m.exec(stripVTControlCharacters(message))?.[0];
  const place = location && `${relative('.', location.file)}:${location.line}`;
  return [firstLine(message), locator, place].filter((line) => line !== undefined).join('\n    ');
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).trimStart().split('\n', 1).join().slice(0, 400);
}

function durationOf({ specs, suites = [] }: JSONReportSuite): number {
  const results = specs.flatMap((spec) => spec.tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

async function succeeds(command: string, variables: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [program = '', ...args] = command.split(' ');
  const env = { ...process.env, TMPDIR, ...variables };
  const child = spawn(program, args, { stdio: 'inherit', env });
  running.add(child);
  const [code] = await once(child, 'close');
  running.delete(child);
  return code === 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
