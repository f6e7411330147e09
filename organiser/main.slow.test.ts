import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const LONG = { timeout: 120_000 };

type Result = { code?: number; stdout: string; stderr: string };

async function organiser(dataDir: string, ...args: string[]): Promise<Result> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const run = promisify(execFile)(process.execPath, ['organiser/main.ts', ...args], { env });
  return run.catch((error: Result) => error);
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'plenary-commands-'));

test('a command without an installation says so and makes none', LONG, async () => {
  for (const words of [
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
  ]) {
    const parent = newFolder();
    const dataDir = join(parent, 'data');
    const answer = await organiser(dataDir, ...words);
    expect(answer, words.join(' ')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no installation in DATA_DIR .*\n$/),
    });
    expect(readdirSync(parent)).toEqual([]);
  }
  expect(existsSync(join(tmpdir(), 'plenary-nowhere'))).toBe(false);
});

test('an empty database file is no installation either', LONG, async () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'plenary.sqlite'), '');
  expect(await organiser(dataDir, 'doctor')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no installation in DATA_DIR'),
  });
});

test('a backup that is not there, or is none, leaves no database behind', LONG, async () => {
  const parent = newFolder();
  const dataDir = join(parent, 'data');
  const missing = join(parent, 'missing.tar.gz');
  expect(await organiser(dataDir, 'restore', missing)).toMatchObject({
    code: 1,
    stderr: `There is no file ${missing}.\n`,
  });
  const broken = join(parent, 'broken.tar.gz');
  writeFileSync(broken, 'no archive');
  expect(await organiser(dataDir, 'restore', broken)).toMatchObject({ code: 1 });
  expect(readdirSync(parent)).toEqual(['broken.tar.gz']);
});

test('a command that is not understood exits with 2, and help with 0', LONG, async () => {
  for (const [words, code] of [
    [['forget'], 2],
    [['doctor', '--all'], 2],
    [['doctor', '--help'], undefined],
  ] as const) {
    const answer = await organiser(newFolder(), ...words);
    expect([words, answer.code]).toEqual([words, code]);
    expect(answer[code === 2 ? 'stdout' : 'stderr']).toBe('');
    expect(answer[code === 2 ? 'stderr' : 'stdout']).toContain('npm run --silent organiser -- ');
  }
});
