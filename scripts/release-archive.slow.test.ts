import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, startProgram } from '#tests/support/project-copy.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import manifest from '../package.json' with { type: 'json' };
import { freePort } from './free-port.ts';

const name = `plenary-${manifest.version}`;
const project = copyProject(
  'deploy docs organiser tests LICENSE CHANGELOG.md .env.example package-lock.json'.split(' '),
);
afterAll(() => project.remove());
/** The folder of a machine that has Node and nothing else. */
let machine: string;

async function run(...args: string[]): Promise<string> {
  const started = project.run(args);
  expect(await started.ended, started.output()).toBe(0);
  return started.output();
}

beforeAll(async () => {
  for (const each of ['programs', 'template', 'dashboard']) await run(`scripts/build-${each}.ts`);
  await run('scripts/release-archive.ts');
  machine = realpathSync(testFolder());
  mkdirSync(join(machine, 'bin'));
  symlinkSync(process.execPath, join(machine, 'bin/node'));
  const archive = join(project.root, 'build', `${name}.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '-C', machine]);
}, 300_000);

/** Runs `./plenary` without the packages, and without any other program. */
function plenary(args: string[], variables: Record<string, string> = {}) {
  const PATH = join(machine, 'bin');
  const root = join(machine, name);
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
    await expect.poll(server.output, { timeout: 60_000 }).toContain('is ready');
    expect(server.output()).not.toContain('Building');
    expect(await run('scripts/try-registration.ts', `http://localhost:${port}`)).toContain('paid');
    expect(await printed(['organiser', 'status'])).toContain(`Plenary ${manifest.version}`);
    const badges = join(machine, 'badges.pdf');
    await printed(['organiser', 'badges', badges]);
    expect(readFileSync(badges, 'latin1')).toMatch(/^%PDF/);
  } finally {
    server.signal('SIGTERM');
    await server.ended;
  }
});

test('it builds a folder of one’s own', async () => {
  const folder = join(machine, 'conference');
  await printed(['organiser', 'new', folder]);
  const CONTENT_DIR = folder;
  expect(await printed(['build'], { CONTENT_DIR })).toMatch(/Building the site … done in/);
  expect(await printed(['build'], { CONTENT_DIR })).toBe('');
});

test('it has the licences of the packages, and two archives are the same', async () => {
  const licences = readFileSync(join(machine, name, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const each of ['fastify', 'react-dom', '@tanstack/react-table', '@resvg/resvg-wasm']) {
    expect(licences).toMatch(new RegExp(`^${each} \\d`, 'm'));
  }
  expect(existsSync(join(machine, name, 'server/main.ts'))).toBe(false);
  const sum = () => readFileSync(join(project.root, 'build', `${name}.tar.gz.sha256`), 'utf8');
  const first = sum();
  await run('scripts/release-archive.ts');
  expect(sum()).toBe(first);
});
