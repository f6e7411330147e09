import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { leftToNpmTest } from './scripts/check-tests.ts';
import { contentPlugin } from './scripts/plugins/content-plugin.ts';
import { readOnce } from './scripts/read-once.ts';
import { themePlugin } from './scripts/plugins/theme-plugin.ts';
import { fixtureSettings } from './tests/support/fixture-settings.ts';

// Outside CI each run uses and prints a new seed. Set TEST_SEED to a printed seed to repeat that run.
const TEST_SEED = process.env['TEST_SEED'] ?? (process.env['CI'] ? '1' : String(randomInt(1e6)));

const shared: TestProjectInlineConfiguration['test'] = {
  setupFiles: [
    'scripts/console-guard.ts',
    'scripts/print-seed.ts',
    'tests/support/published-apis-guard.ts',
    'tests/support/register-features.ts',
  ],
  // The test files of a worker share modules, because loading the server takes as long as the tests of a file.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // A busy machine may be several times slower. Only a test that hangs takes this long.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 45_000 } },
};

const include =
  '{contract,documents,features,organiser,packages,scripts,server,site,tests/faults}/**/*.test.{ts,tsx}';
const onSqlite = { ...fixtureSettings, TEST_SEED, TEST_ENGINE: 'sqlite' };
/**
 * `npm run test:weekly` is `npm test` with the long tests of things that change seldom. Otherwise only the next version is
 * tried, on PostgreSQL, and other files have short forms (tests/support/weekly.ts).
 */
const isWeekly = process.env['WEEKLY'] === 'on';
/**
 * Tests that start whole processes, wait for a time limit in real time, or make hundreds of people or pages. `npm test`
 * runs these tests, and `npm run check` does not.
 */
const slowTests = '**/*.slow.test.ts';

const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'unit',
    include: [include],
    exclude: [slowTests, ...(process.env['CHECK'] === 'on' ? leftToNpmTest(include) : [])],
    env: onSqlite,
  },
};
const slow: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'slow',
    include: [slowTests],
    exclude: [
      'node_modules',
      ...(isWeekly ? [] : ['tests/faults/{next-version,update}.slow.test.ts']),
    ],
    env: onSqlite,
  },
};

/**
 * Tests that run again on PostgreSQL, if the machine has PostgreSQL. A test belongs here if it depends on the engine: on
 * locks, on simultaneous work, or on SQL that the engines read differently. Every other subject has one test file here,
 * because its other tests use the same statements. Of a file with tests by `atOnce` (tests/support/at-once.ts), only these
 * run here in `npm test`.
 */
const onPostgres = [
  // Tables, migrations, transactions, clock, faults of the connection; backup and restore.
  'server/database/*.test.ts',
  'server/operations/backup.test.ts',
  // Leases, several servers, limits that servers share.
  'server/operations/{concerns,leased-job,servers,tell-alarms}.test.ts',
  'server/mail/{outbox-worker,digest}.test.ts',
  'server/config/quotas.test.ts',
  'server/http/shared-rate-limit.test.ts',
  'tests/faults/{killed-mails,two-servers,next-version}.slow.test.ts',
  ...(isWeekly
    ? ['tests/faults/update.slow.test.ts', 'features/content-editor/several-servers.slow.test.ts']
    : []),
  // Payments, refunds and requests to a provider, two at the same moment.
  'server/payments/{one-person,poll-open-payments,reconcile,send-refunds,sync-payment,webhook-events}.test.ts',
  'server/payments/{capture-payment,randomised-payments}.slow.test.ts',
  'server/discount/agreements.test.ts',
  // Numbers of documents without a gap, taken by two servers at once.
  'server/receipts/document-series.test.ts',
  // Two organisers who read the same movements at once.
  'features/books/read-balances.test.ts',
  // An author and an organiser who choose organisations twice at once.
  'features/ror/choices-at-once.test.ts',
  // Cash that two desks take, or that comes beside an online payment; counts of a box.
  'features/cash/*.test.ts',
  // Bookings, imports of a bank statement and files of refunds at the same moment.
  'features/bank-statements/bookings-at-once.test.ts',
  'features/bank-statements/short-transfers.test.ts',
  'features/two-payers/two-payers.test.ts',
  'features/companions/companions.test.ts',
  // Orders, people and places that two actors change at the same moment.
  'server/orders/rows/lock-order.test.ts',
  'server/orders/sell/{overtaken,season,taken-places}.test.ts',
  'features/desk/check-in.test.ts',
  'server/orders/change/cancel-conference.slow.test.ts',
  'features/waiting-list/{offer-places.test,waiting-for-more.test,randomised-waiting-list.slow.test}.ts',
  'server/self-service/{confirm-address,hand-over-place}.test.ts',
  'server/self-service/{cancel-registration,change-registration}.test.ts',
  // Two forms of one link, and two writers to one speaker, at once.
  'features/{survey/survey,talk-material/talk-material,posters/{make-previews,posters}}.test.ts',
  'features/poster-judges/{judge-pages,judges}.test.ts',
  // Two browsers with one link, one answer to a challenge, and two who agree at once.
  'features/colleagues/{office,second-person}.test.ts',
  // Dashboards of several machines that save one file.
  'features/content-editor/follow.test.ts',
  // Triggers, two servers that send one message, and reports of mails.
  'features/{webhooks/webhooks,bounces/bounces}.test.ts',
  'features/letters/{letter-placeholders,remind-authors,write-reminders}.test.ts',
  // Two organisers who give one slot at once; a decision and a withdrawal at the same moment.
  'features/programme/{slots-command,waiting-decisions}.test.ts',
  'server/privacy/{held-orders,removals}.test.ts',
  'server/registration/{repeated-registration,registration-limits}.test.ts',
  // Search, order and pages of lists; JSON in columns.
  'server/mail/posted-messages.test.ts',
  'server/reports/*.test.ts',
  'organiser/dashboard/api.test.ts',
  // One test file for each subject: registration, discount, abstract, group, peer review, an organiser's move, cancellation and refund,
  // table, export, privacy, malformed requests to every call.
  'server/registration/{prices-at-once,registration-routes}.test.ts',
  'server/discount/discount-routes.test.ts',
  'server/abstract/submit-abstract.test.ts',
  // The last places of a session, and its door.
  'features/session-places/{session-desk,sessions-routes}.test.ts',
  'features/author-page/{author-at-once,revise}.test.ts',
  'features/author-page/changed-abstracts.test.ts',
  'features/contributions/contribution-routes.test.ts',
  'server/orders/change/{cancel-order,move-participant}.test.ts',
  'server/orders/sell/register-group.test.ts',
  'organiser/commands/{export,person,purge,refund,show,table}.test.ts',
  'features/peer-review/{next-reviewers,review-command}.test.ts',
  // Two windows of a reviewer, and two rounds of mails.
  'features/reviewer-pages/{review-pages,write-to-reviewers}.test.ts',
  'tests/faults/malformed.slow.test.ts',
];
const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'postgres',
    include: onPostgres,
    // These tests start their own PostgreSQL or insert many rows, and run in the project `slow`.
    exclude: ['server/database/*.slow.test.ts'],
    globalSetup: 'tests/support/postgres-databases.ts',
    env: { ...fixtureSettings, TEST_SEED, TEST_ENGINE: 'postgres' },
  },
};

/** Programs of Debian in place of our pretend ones: `npm run test:real`. */
const real: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...shared, name: 'real', include: ['tests/real/*.test.ts'], env: onSqlite },
};

/** The first run in a checkout begins with the longest source text. A slow file has few lines, and none should be the last. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts');
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const { CONTENT_DIR } = fixtureSettings;
const read = readOnce(CONTENT_DIR);

export default defineConfig({
  plugins: [contentPlugin(CONTENT_DIR, read), themePlugin(CONTENT_DIR, read)],
  test: {
    projects: [unit, slow, real, ...(process.env['TEST_DATABASE_URL'] ? [postgres] : [])],
    sequence: { sequencer: SlowFilesFirst },
    // Tests wait for much of their time, so the fastest number of workers is one more than the number of cores.
    maxWorkers: availableParallelism() + 1,
    // A test that starts a server makes much garbage: with the default, its collection takes a fifth of the start.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
  },
});
