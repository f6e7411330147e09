import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { appendFileSync, chmodSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A project with two packages, and an npm that only records its arguments. */
let root: string;
const fakeNpm = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
await new Promise((done) => setTimeout(done, 300));
if (process.env.FAKE_NPM_FAILS) { console.error('no registry'); process.exit(1); }
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '{}');
`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plenary-bootstrap-'));
  mkdirSync(join(root, 'scripts'));
  cpSync('scripts/bootstrap.mjs', join(root, 'scripts/bootstrap.mjs'));
  mkdirSync(join(root, 'npm'));
  writeFileSync(join(root, 'npm/npm-cli.js'), fakeNpm);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'package-lock.json'), '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

test('installs once, and again when the requested or the installed packages change', async () => {
  await bootstrap();
  await bootstrap();
  expect(calls()).toHaveLength(1);
  appendFileSync(join(root, 'package-lock.json'), '\n');
  await bootstrap();
  expect(calls()).toHaveLength(2);
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{ "pruned": true }');
  await bootstrap();
  expect(calls()).toHaveLength(3);
  expect(calls()[0]).toContain('install --no-save --include=dev');
});

test('prints nothing when there is nothing to do', async () => {
  await bootstrap();
  expect(await bootstrap()).toEqual({ code: 0, output: '' });
});

test('a failed install prints npm’s output and what to do, and is tried again', async () => {
  const { code, output } = await bootstrap({ FAKE_NPM_FAILS: '1' });
  expect(code).toBe(1);
  expect(output).toContain('no registry');
  expect(output).toContain('The packages could not be installed');
  expect(await bootstrap()).toMatchObject({ code: 0 });
  expect(calls()).toHaveLength(2);
});

test('of several concurrent starts, one installs and the others wait for it', async () => {
  const all = await Promise.all([bootstrap(), bootstrap(), bootstrap()]);
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(calls()).toHaveLength(1);
  expect(existsSync(join(root, 'node_modules/.plenary-bootstrap'))).toBe(false);
});

test('the lock of a dead process is ignored', async () => {
  const lock = join(root, 'node_modules/.plenary-bootstrap');
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, 'owner'), `${2 ** 22 + 1} ${hostname()}`);
  expect(await bootstrap()).toMatchObject({ code: 0 });
});

test('a folder that only its owner may write to works once it was set up', async () => {
  chmodSync(root, 0o755);
  expect(await bootstrap({}, guest())).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^\S+ is not for this user to write to, .* run npm run build as its owner, .*\n$/,
    ),
  });
  chmodSync(root, 0o755);
  await bootstrap();
  chmodSync(join(root, 'node_modules'), 0o555);
  expect(await bootstrap({}, guest())).toEqual({ code: 0, output: '' });
  chmodSync(root, 0o755);
  chmodSync(join(root, 'node_modules'), 0o755);
});

test('a Node that is too old is reported in one sentence', async () => {
  const bin = join(root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 });
  const { code, output } = await bootstrap();
  expect(code).toBe(1);
  expect(output).toContain('Plenary needs Node 24 or later');
});

test('the machine’s own Node replaces a packaged one that does not run here', async () => {
  const bin = join(root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), 'made for another machine', { mode: 0o755 });
  expect(await bootstrap()).toMatchObject({ code: 0 });
  expect(existsSync(join(bin, 'node'))).toBe(false);
});

function calls(): string[] {
  return readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n');
}

/** A user who may read the folder and not write to it. Permissions do not restrict the superuser. */
function guest(): { uid?: number } {
  if (process.getuid?.() === 0) return { uid: 65534 };
  chmodSync(root, 0o555);
  return {};
}

function bootstrap(variables: Record<string, string> = {}, who: { uid?: number } = {}) {
  const env = {
    PATH: [join(process.execPath, '..'), '/usr/bin', '/bin'].join(':'),
    npm_execpath: join(root, 'npm/npm-cli.js'),
    ...variables,
  };
  const child = spawn(process.execPath, [join(root, 'scripts/bootstrap.mjs')], {
    env,
    ...who,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}
