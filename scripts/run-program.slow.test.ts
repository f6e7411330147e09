import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '#tests/support/project-copy.ts';
import { VERSION } from '#server/version.ts';
import { weekly } from '#tests/support/weekly.ts';
import { freePort } from './free-port.ts';

const project = copyProject(['organiser', 'package-lock.json']);
afterAll(() => project.remove());

/** The output of `--version`, and the path of the program that gave it. */
async function runVersion(imported = "process.on('exit', () => console.log(process.argv[1]))") {
  const hook = `data:text/javascript,${encodeURIComponent(imported)}`;
  const run = project.run(['--import', hook, 'scripts/run-program.mjs', 'organiser', '--version']);
  await run.ended;
  return run.output();
}

async function build(): Promise<string> {
  const run = project.run(['scripts/build-programs.ts']);
  expect(await run.ended, run.output()).toBe(0);
  return run.output();
}

const typescript = join(realpathSync(project.root), 'organiser/main.ts');
const made = () =>
  readdirSync(join(project.root, 'build/programs')).filter((name) => !name.includes('.'));
const bundles = () => made().filter((name) => name !== 'compiled');

test('a bundle runs if there is one, and its errors name the sources', async () => {
  expect(await runVersion()).toBe(`Plenary ${VERSION}\n${typescript}\n`);

  expect(await build()).toMatch(/^Bundling the programs … done in [\d.]+ s\n$/);
  const [first = ''] = bundles();
  expect(await runVersion()).toMatch(
    new RegExp(
      `^Plenary ${VERSION.replaceAll('.', '\\.')}\n.*/build/programs/${first}/organiser\\.mjs\n$`,
    ),
  );
  expect(made()).toContain('compiled');
  const broken = `import child from 'node:child_process';
    import { syncBuiltinESMExports } from 'node:module';
    child.execFileSync = () => { process.stdout.write(new Error('broken').stack); process.exit(); };
    syncBuiltinESMExports();`;
  const line = `${join(project.root, 'organiser/version-and-commit.ts')}:17:`;
  expect(await runVersion(broken)).toContain(`at versionAndCommit (${line}`);
  // Stripe's package asks for such a stack at each request.
  expect(await runVersion(broken.replace("'broken'", ''))).not.toContain(line);
  expect(await build()).toBe('');
});

test('an older Node reads which one is needed', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '20.19.2' } })`;
  const hook = `data:text/javascript,${encodeURIComponent(older)}`;
  for (const program of [
    ['run-program.mjs', 'server'],
    ['plenary.mjs', 'start'],
  ]) {
    const [name, ...args] = program;
    const run = project.run(['--import', hook, `scripts/${name}`, ...args]);
    expect(await run.ended).toBe(2);
    expect(run.output()).toMatch(
      /^Plenary needs Node 24 or later, and this is v\S+: .*nodejs.org\n$/,
    );
  }
});

weekly(
  'after a change the TypeScript runs until the next build, which leaves the bundle before',
  async () => {
    const [first = ''] = bundles();
    project.edit('server/version.ts', 'VERSION =', 'VERSION = /* edited */');
    expect(await runVersion()).toBe(`Plenary ${VERSION}\n${typescript}\n`);
    await build();
    expect(made()).not.toContain('compiled');
    expect(bundles()).toHaveLength(2);
    expect(bundles()).toContain(first);
    expect(await runVersion()).not.toContain(first);

    project.edit('server/version.ts', ' /* edited */', '');
    await build();
    expect(bundles()).toHaveLength(2);
    expect(await runVersion()).toContain(first);
  },
);

weekly(
  'a server started by npm start bundles the programs when it has served its first answer',
  async () => {
    project.edit('server/version.ts', 'VERSION =', 'VERSION = /* edited again */');
    const port = String(await freePort());
    const args = ['scripts/run-program.mjs', 'server', '--calls-only', '--bundle'];
    const DATA_DIR = join(project.root, 'data');
    const server = project.run(args, { DATA_DIR, PORT: port, HOST: '127.0.0.1' });
    await expect.poll(server.output, { timeout: 60_000 }).toContain('the calls are ready');
    expect(await runVersion()).toContain(typescript);

    await fetch(`http://127.0.0.1:${port}/readyz`);
    await expect
      .poll(() => runVersion(), { timeout: 120_000, interval: 2000 })
      .not.toContain(typescript);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  },
  180_000,
);
