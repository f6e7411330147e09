import { execFile } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { commands } from './commands.ts';

type Result = { code?: number; stdout: string; stderr: string };

const parent = testFolder();

function organiser(...args: string[]): Promise<Result> {
  return node(['scripts/run-program.mjs', 'organiser', ...args]);
}

function plenary(...args: string[]): Promise<Result> {
  return node(['scripts/plenary.mjs', ...args]);
}

function node(args: string[], variables: Record<string, string> = {}): Promise<Result> {
  const own = { DATA_DIR: join(parent, 'data'), DATABASE_URL: '' };
  const env = { ...process.env, ...own, ...variables };
  return promisify(execFile)(process.execPath, args, { env }).catch((error: Result) => error);
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

test('a command that cannot work, as without its database, exits with 70, and one whose settings are wrong with 1', async () => {
  const doctor = ['scripts/run-program.mjs', 'organiser', 'doctor'];
  const away = await node(doctor, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away).toMatchObject({ code: 70, stdout: '' });
  expect(await node(doctor, { PUBLIC_BASE_URL: 'nowhere' })).toMatchObject({ code: 1 });
});

test('plenary is one program for all, whose words a shell completes', async () => {
  const { stdout: help } = await plenary('--help');
  const { stdout: words } = await plenary('complete', '--', '');
  for (const [, word] of words.matchAll(/^([a-z]+)\t/gm)) expect(help).toContain(`plenary ${word}`);
  expect((await plenary('complete', '--', 'organiser', 'ref')).stdout).toMatch(
    /^refund\tRefunds /m,
  );
  const options = (await plenary('complete', '--', 'organiser', 'refund', '--')).stdout;
  for (const option of ['--amount', '--send', '--undo']) expect(options).toContain(`${option}\t`);
  expect((await plenary('complete', '--', 'dashboard', '--w')).stdout).toContain('--web\t');
  // The shell completes the names of files itself.
  expect((await plenary('complete', '--', 'organiser', 'bank', 'sta')).stdout).toBe('');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await plenary('complete', shell);
    expect(stdout).toContain('complete -- ');
    // Typed words are never run.
    expect(stdout).not.toContain('eval');
  }
  expect(await plenary('complete', 'csh')).toMatchObject({ code: 2, stdout: '' });
  expect((await plenary('--version')).stdout).toBe((await organiser('--version')).stdout);
  expect(await plenary('begin')).toMatchObject({ code: 2, stdout: '' });
});

test('bash completes commands, and runs nothing of what is typed', async () => {
  const folder = testFolder();
  symlinkSync(join(process.cwd(), 'scripts/plenary.mjs'), join(folder, 'plenary'));
  const line = ['plenary', 'organiser', 'refund', '$(touch run)', '>', 'written', '--am'];
  const words = line.map((word) => `'${word}'`).join(' ');
  const script = `source <(plenary complete bash); cd "$0"; COMP_WORDS=(${words}); COMP_CWORD=${line.length - 1}
    _plenary; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const PATH = `${folder}:${dirname(process.execPath)}:${process.env['PATH']}`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script, folder], {
    env: { ...process.env, PATH },
  });
  expect(stdout).toBe('--amount\n');
  expect(readdirSync(folder)).toEqual(['plenary']);
});
