import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startProgram } from '#tests/support/project-copy.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { weekly } from '#tests/support/weekly.ts';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../free-port.ts';

const name = `plenary-${manifest.version}`;
const archive = `build/${name}.tar.gz`;
/** The folder of a machine that has Node and nothing else. */
let machine: string;

function run(...args: string[]): string {
  // The archive has the sample, not the conference of the tests.
  const { CONTENT_DIR: _, ...env } = process.env;
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe', env });
}

beforeAll(() => {
  for (const each of ['programs', 'template', 'dashboard']) run(`scripts/build-${each}.ts`);
  run('scripts/release/release-archive.ts');
  machine = realpathSync(testFolder());
  mkdirSync(join(machine, 'bin'));
  symlinkSync(process.execPath, join(machine, 'bin/node'));
  execFileSync('tar', ['-xzf', archive, '-C', machine]);
}, 300_000);

/** Runs `./plenary` without the packages, and without any other program. */
function plenary(args: string[], variables: Record<string, string> = {}) {
  const root = join(machine, name);
  const PATH = join(machine, 'bin');
  return startProgram(root, [join(root, 'plenary'), ...args], { PATH, ...variables });
}

async function printed(args: string[], variables: Record<string, string> = {}): Promise<string> {
  const started = plenary(args, variables);
  expect(await started.ended, started.output()).toBe(0);
  return started.output();
}

test('an unpacked release sells a ticket, and answers commands', async () => {
  const port = String(await freePort());
  const server = plenary(['start'], { PORT: port, HOST: '127.0.0.1' });
  try {
    await expect.poll(server.output).toContain('is ready');
    expect(server.output()).not.toContain('Building');
    expect(run('scripts/try-registration.ts', `http://localhost:${port}`)).toContain('paid');
    expect(await printed(['organiser', 'status'])).toMatch(/^registrations +1$/m);
    const badges = join(machine, 'badges.pdf');
    await printed(['organiser', 'badges', badges]);
    expect(readFileSync(badges, 'latin1')).toMatch(/^%PDF/);
    expect(server.output()).not.toContain('"level":"error"');
  } finally {
    server.signal('SIGTERM');
    await server.ended;
  }
});

test('it builds a folder of one’s own, and names its mistakes', async () => {
  const CONTENT_DIR = join(machine, 'conference');
  expect(await printed(['organiser', 'new', CONTENT_DIR])).toContain('./plenary start');
  // In a container the pages are in a volume of their own.
  const SITE_DIR = join(machine, 'volume');
  mkdirSync(SITE_DIR);
  const folders = { CONTENT_DIR, SITE_DIR };
  expect(await printed(['build'], folders)).toMatch(/Building the site … done in/);
  expect(await printed(['build'], folders)).toBe('');
  expect(readdirSync(SITE_DIR)).toEqual([expect.stringMatching(/^conference-\w{8}$/)]);
  appendFileSync(join(CONTENT_DIR, 'home.yaml'), 'nothing: here\n');
  const failed = plenary(['build'], { CONTENT_DIR });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toMatch(/^conference\/home\.yaml:\d+ nothing: unknown key/m);
});

test('it has the documents, and each file of it to which they lead', () => {
  const root = join(machine, name);
  for (const each of ['README.md', 'SECURITY.md', 'docs/operations.md', 'docs/organising.md']) {
    const text = readFileSync(join(root, each), 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\(([^):#]+\.md)/g)) {
      expect([each, link, existsSync(join(root, each, '..', link))]).toEqual([each, link, true]);
    }
  }
});

test('below a checkout, as after the update from 1.0.0, it does not name the commit of that checkout', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {
      cwd: machine,
      env: process.env,
    });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'Another version');
  symlinkSync(
    execFileSync('which', ['git'], { encoding: 'utf8' }).trim(),
    join(machine, 'bin/git'),
  );
  expect(await printed(['organiser', '--version'])).toBe(`Plenary ${manifest.version}\n`);
});

test('it has the licences of the packages and no sources', () => {
  const licences = readFileSync(join(machine, name, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const each of ['fastify', 'react-dom', '@tanstack/react-table', '@resvg/resvg-wasm']) {
    expect(licences).toMatch(new RegExp(`^${each} \\d`, 'm'));
  }
  expect(licences).toContain('Permission is hereby granted, free of charge');
  expect(existsSync(join(machine, name, 'server/main.ts'))).toBe(false);
});

weekly('two archives are the same', () => {
  const first = readFileSync(archive);
  run('scripts/release/release-archive.ts');
  expect(readFileSync(archive).equals(first)).toBe(true);
});
