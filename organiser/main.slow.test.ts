import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { commands } from './commands.ts';

type Result = { code?: number; stdout: string; stderr: string };

const parent = testFolder();

async function organiser(...args: string[]): Promise<Result> {
  const env = { ...process.env, DATA_DIR: join(parent, 'data'), DATABASE_URL: '' };
  const run = promisify(execFile)(
    process.execPath,
    ['scripts/run-program.mjs', 'organiser', ...args],
    { env },
  );
  return run.catch((error: Result) => error);
}

test('the list of commands has the help of each, and --help prints the help of one', async () => {
  const { stdout } = await organiser('--help');
  for (const { name } of commands) expect(stdout).toContain(`organiser -- ${name}`);
  const alone = await organiser('doctor', '--help');
  expect(alone).toMatchObject({ stderr: '' });
  expect(alone.code).toBeUndefined();
  expect(alone.stdout).toMatch(/organiser -- doctor /);
  expect(alone.stdout).not.toContain('They read the same settings');
});

test('an impossible command exits with 1 and a sentence, and makes no folder', async () => {
  expect(await organiser('export')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no installation in DATA_DIR .*\n$/),
  });
  expect(readdirSync(parent)).toEqual([]);
});

test('a wrong call exits with 2', async () => {
  expect(await organiser('forget')).toMatchObject({ code: 2, stdout: '' });
});
