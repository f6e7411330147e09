import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';

/**
 * The folder of a project. Its fake npm records its arguments and installs the Node of `NODE_OF_NPM`, if there is one.
 */
let root: string;
const fakeNpm = `
import { appendFileSync, existsSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('npm-shrinkwrap.json')) cpSync('npm-shrinkwrap.json', 'npm-read');
if (process.env.FAKE_NPM_ANSWERS) console.error('npm http fetch GET 200 somewhere 12ms');
await new Promise((done) => setTimeout(done, 100));
if (process.env.FAKE_NPM_FAILS) { console.error('no registry'); process.exit(1); }
mkdirSync('node_modules/.bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '{}');
if (process.cwd().endsWith('.node-24') && process.env.NODE_OF_NPM) {
  const folder = 'node_modules/node-' + process.platform + '-' + process.arch + '/bin';
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/node', process.env.NODE_OF_NPM, { mode: 0o755 });
}
`;
const sayingVersion = (version: string) => `#!/bin/sh\necho ${version}\n`;

beforeEach(() => {
  root = testFolder();
  mkdirSync(join(root, 'scripts'));
  cpSync('scripts/bootstrap.mjs', join(root, 'scripts/bootstrap.mjs'));
  mkdirSync(join(root, 'npm'));
  writeFileSync(join(root, 'npm/npm-cli.js'), fakeNpm);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'package-lock.json'), '{}');
  cpSync('packages/node-24', join(root, 'packages/node-24'), { recursive: true });
});

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
  expect(calls()[0]).toContain('install --no-save --omit=dev');
});

test('the packages of tests and checks come when they are needed, and stay', async () => {
  await bootstrap();
  await bootstrap({}, {}, ['--all']);
  await bootstrap();
  expect(calls()).toHaveLength(2);
  appendFileSync(join(root, 'package-lock.json'), '\n');
  await bootstrap();
  expect(calls().map((call) => /--(?:include|omit)=dev/.exec(call)?.[0])).toEqual([
    '--omit=dev',
    '--include=dev',
    '--include=dev',
  ]);
});

test('npm reads the address of each package in a file that nobody keeps', async () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
    'node_modules/alias': { name: 'original', version: '3.0.0' },
    'node_modules/sandbox': { link: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await bootstrap();
  const addressed = readFileSync(join(root, 'npm-read'), 'utf8');
  expect(addressed.match(/https:[^"]+/g)).toEqual([
    'https://registry.invalid/zod/-/zod-4.6.7.tgz',
    'https://registry.invalid/@b/c/-/c-2.0.0.tgz',
    'https://registry.invalid/original/-/original-3.0.0.tgz',
  ]);
  expect(calls()[0]).toContain('--replace-registry-host=always');
  expect(existsSync(join(root, 'npm-shrinkwrap.json'))).toBe(false);
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(JSON.stringify({ packages }));
});

test('prints nothing when there is nothing to do', async () => {
  await bootstrap();
  expect(await bootstrap()).toEqual({ code: 0, output: '' });
});

test('a failed install prints npm’s output and a remedy, and is tried again', async () => {
  const { code, output } = await bootstrap({ FAKE_NPM_FAILS: '1' });
  expect(code).toBe(1);
  expect(output).toContain('no registry');
  expect(output).toContain('The packages could not be installed');
  expect(await bootstrap()).toMatchObject({ code: 0 });
  expect(calls()).toHaveLength(2);
});

test('a message reports a registry that does not answer, and only such a registry', async () => {
  const patience = { BOOTSTRAP_UNANSWERED_MS: '30' };
  const { output } = await bootstrap(patience);
  expect(output.split('Still waiting for the package registry …')).toHaveLength(2);
  rmSync(join(root, 'node_modules'), { recursive: true });
  const answered = await bootstrap({ ...patience, FAKE_NPM_ANSWERS: '1' });
  expect(answered.output).toMatch(/^Installing the packages.* … done in .* s\n$/);
});

test('before a command nothing is installed twice, and no lock delays it', async () => {
  const before = () => bootstrap({}, {}, ['--commands']);
  expect((await before()).output).toContain('Installing the packages');
  // Another process has the lock.
  symlinkSync(String(process.pid), join(root, 'node_modules/.plenary-lock'));
  expect(await before()).toEqual({ code: 0, output: '' });
  expect(calls()).toHaveLength(1);
});

test('--installed installs nothing and prints an instruction', async () => {
  const { code, output } = await bootstrap({}, {}, ['--installed']);
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^The packages are not installed: run npm run build first/),
  });
  await bootstrap();
  expect(await bootstrap({}, {}, ['--installed'])).toEqual({ code: 0, output: '' });
});

test('of several concurrent starts, one installs and the others wait for it', async () => {
  const all = await Promise.all([bootstrap(), bootstrap(), bootstrap()]);
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(calls()).toHaveLength(1);
  expect(readdirSync(join(root, 'node_modules'))).not.toContain('.plenary-lock');
});

test('the lock of a dead process is ignored', async () => {
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(String(2 ** 22 + 1), join(root, 'node_modules/.plenary-lock'));
  const all = await Promise.all([bootstrap(), bootstrap(), bootstrap()]);
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(calls()).toHaveLength(1);
});

test('a folder that only its owner may write to works after its setup', async () => {
  chmodSync(root, 0o755);
  expect(await bootstrap({}, guest())).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^This user may not write to \S+, .* run npm run build as its owner, .*\n$/,
    ),
  });
  chmodSync(root, 0o755);
  await bootstrap();
  chmodSync(join(root, 'node_modules'), 0o555);
  expect(await bootstrap({}, guest())).toEqual({ code: 0, output: '' });
  chmodSync(root, 0o755);
  chmodSync(join(root, 'node_modules'), 0o755);
});

describe('a start from an image without the tools', () => {
  const packages = (more: object) =>
    JSON.stringify({ packages: { '': {}, 'node_modules/fastify': { version: '5.0.0' }, ...more } });
  const installed = () => join(root, 'node_modules/.package-lock.json');
  beforeEach(() => {
    const tool = { 'node_modules/vite': { version: '8.0.0', dev: true } };
    writeFileSync(join(root, 'package-lock.json'), packages(tool));
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(installed(), packages({}));
    writeFileSync(
      join(root, 'scripts/build-site.ts'),
      "import { existsSync } from 'node:fs'; process.exit(existsSync('build/content') ? 0 : 1);",
    );
    mkdirSync(join(root, 'build/content'), { recursive: true });
  });
  const start = () => bootstrap({}, {}, ['--build', '--serve']);

  test('installs and builds nothing', async () => {
    expect(await start()).toEqual({ code: 0, output: '' });
    expect(existsSync(join(root, 'npm-calls'))).toBe(false);
  });

  test('installs if a package is missing or has another version', async () => {
    writeFileSync(installed(), packages({ 'node_modules/fastify': { version: '4.0.0' } }));
    await start();
    expect(calls()).toHaveLength(1);
  });

  test('installs if the site has something to build, and bundles nothing', async () => {
    rmSync(join(root, 'build/content'), { recursive: true });
    const note =
      "import { appendFileSync } from 'node:fs'; appendFileSync('calls', process.argv.slice(1).join(' ') + '\\n');";
    for (const script of ['run-program.mjs', 'build-programs.ts'])
      writeFileSync(join(root, 'scripts', script), note);
    const started = () => readFileSync(join(root, 'calls'), 'utf8').match(/[\w-]+\.m?[jt]s.*/g);
    await start();
    expect(calls()).toHaveLength(1);
    expect(started()).toEqual(['run-program.mjs build --quick']);
    await bootstrap({}, {}, ['--build']);
    expect(started()?.toSorted()).toEqual([
      'build-programs.ts',
      'run-program.mjs build',
      // The bundle, which is new, keeps what it reads of the conference's folder.
      'run-program.mjs build',
      'run-program.mjs build --quick',
    ]);
  });

  test('runs an organiser’s command without an installation', async () => {
    expect(await bootstrap({}, {}, ['--commands'])).toEqual({ code: 0, output: '' });
    expect(existsSync(join(root, 'npm-calls'))).toBe(false);
  });

  test('installs all packages for other commands', async () => {
    await bootstrap();
    expect(calls()).toHaveLength(1);
  });
});

describe('a machine with Node 24', () => {
  test('installs no other Node', async () => {
    await bootstrap();
    expect(existsSync(join(root, 'node_modules/.node-24'))).toBe(false);
  });

  test('uses its own instead of a packaged one that does not run here', async () => {
    await bootstrap();
    const packaged = join(root, 'node_modules/.bin/node');
    writeFileSync(packaged, 'made for another machine', { mode: 0o755 });
    expect(await bootstrap()).toMatchObject({ code: 0 });
    expect(existsSync(packaged)).toBe(false);
  });
});

describe('a machine with an older Node', () => {
  const NODE_OF_NPM = sayingVersion('v24.0.0');
  let PATH: string;
  beforeEach(() => {
    mkdirSync(join(root, 'old'));
    writeFileSync(join(root, 'old/node'), sayingVersion('v20.1.0'), { mode: 0o755 });
    PATH = [join(root, 'node_modules/.bin'), join(root, 'old'), '/usr/bin', '/bin'].join(':');
  });
  const nodeOfScripts = () => execFileSync('node', ['--version'], { env: { PATH } }).toString();

  test('gets Node 24 beside the packages, once', async () => {
    await bootstrap({ PATH, NODE_OF_NPM });
    expect(nodeOfScripts()).toBe('v24.0.0\n');
    expect(await bootstrap({ PATH, NODE_OF_NPM })).toEqual({ code: 0, output: '' });
  });

  test('gets it again after a change of the requested version or its removal', async () => {
    await bootstrap({ PATH, NODE_OF_NPM });
    appendFileSync(join(root, 'packages/node-24/package-lock.json'), '\n');
    await bootstrap({ PATH, NODE_OF_NPM: sayingVersion('v24.0.1') });
    expect(nodeOfScripts()).toBe('v24.0.1\n');
    rmSync(join(root, 'node_modules/.node-24'), { recursive: true });
    await bootstrap({ PATH, NODE_OF_NPM });
    expect(nodeOfScripts()).toBe('v24.0.0\n');
  });

  test('gets one sentence if npm installs no Node that runs', async () => {
    for (const none of ['', 'made for another machine']) {
      const { code, output } = await bootstrap({ PATH, NODE_OF_NPM: none });
      expect(code).toBe(1);
      expect(output).toContain('Plenary needs Node 24 or later');
    }
  });

  test.each(['v24.30.1', 'v26.0.0'])('that later got %s uses its own', async (own) => {
    await bootstrap({ PATH, NODE_OF_NPM });
    writeFileSync(join(root, 'old/node'), sayingVersion(own), { mode: 0o755 });
    expect(await bootstrap({ PATH, NODE_OF_NPM })).toEqual({ code: 0, output: '' });
    expect(nodeOfScripts()).toBe(`${own}\n`);
  });
});

function calls(): string[] {
  return readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n');
}

/** A user who may read the folder but not write to it. Permissions do not restrict the superuser. */
function guest(): { uid?: number } {
  if (process.getuid?.() === 0) return { uid: 65534 };
  chmodSync(root, 0o555);
  return {};
}

function bootstrap(
  variables: Record<string, string> = {},
  who: { uid?: number } = {},
  flags: string[] = [],
) {
  const env = {
    PATH: [join(process.execPath, '..'), '/usr/bin', '/bin'].join(':'),
    npm_execpath: join(root, 'npm/npm-cli.js'),
    ...variables,
  };
  const child = spawn(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...flags], {
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
