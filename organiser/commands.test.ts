import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { lastMigration } from '#server/database/migrate.ts';
import { openEmptyDatabase } from '#tests/support/test-database.ts';
import { CommandError } from './command-context.ts';
import { commands } from './commands.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'plenary-commands-'));
  vi.stubEnv('DATA_DIR', join(parent, 'data'));
  vi.stubEnv('DATABASE_URL', '');
});
afterEach(() => rmSync(parent, { recursive: true }));

test.each(commands)('the help of $name begins each call with its name', ({ name, help }) => {
  const [first, ...others] = help.split('npm run --silent organiser -- ');
  for (const call of [first, ...others]) expect(call).toMatch(new RegExp(`^${name}(?: |\\n)`));
});

test('no two commands have one name', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** The exit code of a command that prints nothing, and its sentence. */
async function refusal([name = '', ...args]: string[]): Promise<{
  exitCode: number;
  message: string;
}> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  const print = async (text: string) => {
    throw new Error(`it prints ${text}`);
  };
  try {
    return { exitCode: await command.run(args, print), message: '' };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error;
  }
}

test.each([
  ['export'],
  ['status'],
  ['doctor'],
  ['mails'],
  ['reconcile'],
  ['purge', '--yes'],
  ['backup', 'a.tar.gz'],
  ['person', 'export', 'ada@example.org'],
  ['person', 'erase', 'ada@example.org', '--yes'],
  ['abstracts', '--out', join(tmpdir(), 'plenary-nowhere')],
  ['refund', 'PS26-7K3M-9QXW'],
  ['table', 'a.xlsx'],
  ['report', 'a.html'],
  ['demo'],
])('without an installation %s says so and makes none', async (...words) => {
  const { exitCode, message } = await refusal(words);
  expect(exitCode).toBe(1);
  expect(message).toMatch(/^There is no installation in DATA_DIR /);
  expect(readdirSync(parent)).toEqual([]);
  expect(existsSync(join(tmpdir(), 'plenary-nowhere'))).toBe(false);
});

test('an empty database file is no installation either', async () => {
  vi.stubEnv('DATA_DIR', parent);
  writeFileSync(join(parent, 'plenary.sqlite'), '');
  expect((await refusal(['doctor'])).message).toContain('There is no installation in DATA_DIR');
});

test('tables of an older version stay as they are', async () => {
  vi.stubEnv('DATA_DIR', parent);
  const db = openDatabase({ url: undefined, dataDir: parent, log: () => undefined });
  await db.schema.createTable('registrations').addColumn('id', 'text').execute();
  expect((await refusal(['doctor'])).message).toContain('start the server of this version');
  expect(await lastMigration(db)).toBeUndefined();
  await db.destroy();
});

test.runIf(process.env['DATABASE_ENGINE'] === 'postgres')(
  'an empty PostgreSQL is no installation either',
  async () => {
    const database = await openEmptyDatabase();
    vi.stubEnv('DATABASE_URL', database.url);
    const { message } = await refusal(['purge', '--yes']);
    expect(message).toContain('There is no installation in DATABASE_URL');
    expect(await database.db.introspection.getTables()).toEqual([]);
    await database.close();
  },
);

test('a backup that is not there, or is none, leaves no database behind', async () => {
  const missing = join(parent, 'missing.tar.gz');
  const message = `There is no file ${missing}.`;
  expect(await refusal(['restore', missing])).toMatchObject({ exitCode: 1, message });
  const broken = join(parent, 'broken.tar.gz');
  writeFileSync(broken, 'no archive');
  expect(await refusal(['restore', broken])).toMatchObject({ exitCode: 1 });
  expect(readdirSync(parent)).toEqual(['broken.tar.gz']);
});

test.each([
  ['doctor', '--all'],
  ['status', 'everything'],
  ['export', '--format', 'xml'],
  ['abstracts'],
  ['table', 'a.ods'],
  ['table', 'a.csv', '--sheet', 'everything'],
  ['report'],
  ['backup'],
  ['reconcile', '--days', 'many'],
  ['person', 'forget', 'ada@example.org'],
  ['cancel'],
  ['cancel', 'PS26-7K3M-9QXW', '--all'],
  ['cancel', '--all', '--amount', '5.00'],
  ['cancel', 'PS26-7K3M-9QXW', '--undo', '--amount', '5.00'],
  ['invite'],
])('wrong use exits with 2: %s %s', async (...words) => {
  expect(await refusal(words)).toMatchObject({ exitCode: 2 });
});
