import { spawnSync } from 'node:child_process';
import { findPgBouncer, findPostgres, findTestBrowser, HEADLESS_SHELL } from './programs.ts';

/**
 * Provides the programs that tests need and npm cannot install: Chromium always, PostgreSQL and PgBouncer if CI is set.
 */
const browser = () => findTestBrowser(process.env);
if (process.env['CHROMIUM_PATH']) {
  if (!browser()) {
    fail(`CHROMIUM_PATH is ${process.env['CHROMIUM_PATH']}, where no program is.`);
  }
} else if (!browser() || (process.env['CI'] && !browser()?.endsWith(HEADLESS_SHELL))) {
  install(HEADLESS_SHELL, 'Chromium');
  // Not every distribution has the headless shell.
  if (!browser()) install('chromium', 'Chromium');
  if (!browser()) {
    fail(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.',
    );
  }
}

if (!process.env['TEST_DATABASE_URL'] && !findPostgres(process.env)) {
  if (process.env['CI']) {
    install('postgresql', 'PostgreSQL');
    if (!findPostgres(process.env)) {
      fail(
        'In CI the server suite runs on PostgreSQL too: install its server or set TEST_DATABASE_URL.',
      );
    }
  } else {
    tell('PostgreSQL was not found: the server suite runs on SQLite alone.\n');
  }
}

if (process.env['CI'] && !findPgBouncer(process.env)) install('pgbouncer', 'PgBouncer');

/** Uses apt-get where it exists and needs no password; elsewhere it does nothing. */
function install(debianPackage: string, name: string): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!succeeds([...sudo, 'apt-get', '--version'])) return;
  tell(`Installing ${name} with apt-get … `);
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=300'];
  const told = [
    run([...apt, 'update']),
    run([...apt, ...lockTimeout, 'install', '-y', '--no-install-recommends', debianPackage]),
  ];
  const words = told.filter((step) => step.status !== 0).map((step) => step.stderr);
  tell(words.length > 0 ? `failed\n${words.join('\n')}\n` : 'done\n');
}

function succeeds(command: string[]): boolean {
  return run(command).status === 0;
}

function run([program = '', ...args]: string[]) {
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
}

function tell(words: string): void {
  process.stderr.write(words);
}

function fail(sentence: string): never {
  tell(`${sentence}\n`);
  process.exit(1);
}
