import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { findPostgres } from './programs.ts';
import {
  checkStep,
  oneFailure,
  runSteps,
  sideBySide,
  succeeds,
  type Outcome,
  type Step,
} from './step.ts';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

/** `npm test` runs everything; `npm run check` (--fast) what a commit must pass: no PostgreSQL and no browser. */
const reports = mkdtempSync(join(tmpdir(), 'plenary-test-'));
/** Temporary files of the tests, removed when this process ends. */
const TMPDIR = reports;
// A test runs as a user who owns nothing here, and needs access.
chmodSync(reports, 0o711);
const given = process.env['TEST_DATABASE_URL'];
/** Kills a real server at the worst moments of a payment; prints its counts. */
const KILLS = 'node bench/crash-money.ts short';

const fast: Step[] = [
  checkStep('Format', 'oxfmt --check'),
  checkStep(
    'Lint',
    'oxlint --deny-warnings',
    'node scripts/check-imports.ts',
    'node scripts/check-patterns.ts',
  ),
  checkStep('Types', 'react-router typegen', 'tsc'),
  checkStep('Dead code', 'knip'),
  checkStep('Packages', 'node scripts/check-packages.ts'),
  checkStep('Docs', 'node scripts/check-docs.ts'),
  { name: 'Unit and server tests on SQLite', run: () => vitest('unit') },
];
const hasPrograms = findPostgres(process.env) !== undefined;
// The kills on PostgreSQL need an empty database, which a given server may not have.
const kills = hasPrograms ? [KILLS, `node scripts/with-postgres.ts ${KILLS}`] : [KILLS];
const rest: Step[] = [
  sideBySide('Kills, on each engine', ...kills),
  ...(given !== undefined || hasPrograms
    ? [{ name: 'Server tests on PostgreSQL', run: vitestOnPostgres }]
    : []),
  { name: 'Browser', run: playwright },
];

process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

await runSteps(process.argv.includes('--fast') ? fast : [...fast, ...rest]);

async function vitestOnPostgres(): Promise<Outcome> {
  if (given) return vitest('postgres');
  const postgres = await startPostgres();
  try {
    return await vitest('postgres', { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function vitest(project: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const report = join(reports, `${project}.json`);
  const reporters = `--reporter=dot --reporter=json --outputFile.json=${report}`;
  const well = await succeeds([`vitest run --project ${project} ${reporters}`], { TMPDIR, ...env });
  return counted(well, () => readVitestReport(report));
}

async function playwright(): Promise<Outcome> {
  const report = join(reports, 'browser.json');
  const env = { TMPDIR, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const well = await succeeds(['playwright test --reporter=line,json'], env);
  return counted(well, () => readPlaywrightReport(report));
}

/** A failed runner never counts as a success, even if none of its tests failed. */
function counted(well: boolean, report: () => Outcome): Outcome {
  let outcome: Outcome;
  try {
    outcome = report();
  } catch (cause) {
    console.error('The runner left no report that can be read:', cause);
    return oneFailure;
  }
  return well ? outcome : { ...outcome, failed: Math.max(outcome.failed, 1) };
}
