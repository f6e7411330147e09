import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTENT_STAMP, stampOf } from '#server/content/stamp.ts';
import { copyProject } from '#tests/support/project-copy.ts';
import { weekly } from '#tests/support/weekly.ts';

test('a start with a mistake in content/ reports only this mistake, before the build begins', async () => {
  const project = copyProject();
  try {
    project.edit('content/prices.yaml', "price: '199.00'", 'price: free');
    project.edit('content/speakers.yaml', 'portrait.svg', 'ilse.svg');
    const run = project.run(['scripts/build-site.ts']);
    expect(await run.ended).toBe(1);
    expect(run.output().trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^content\/prices\.yaml:\d+ presentation_types\[4\]\.price: expected an amount in EUR/,
      ),
      'content/speakers.yaml:12 speakers[0].image_url: there is no file content/public/portraits/ilse.svg',
    ]);
    expect(existsSync(join(project.root, 'build'))).toBe(false);
  } finally {
    await project.remove();
  }
});

weekly(
  'pages are built again after a quick build',
  async () => {
    // The template of this checkout, which `npm test` has made, is that of the copy: the sources are the same.
    execFileSync(process.execPath, ['scripts/build-template.ts'], { stdio: 'ignore' });
    const project = copyProject(['package-lock.json', 'build/template']);
    try {
      const run = (...args: string[]) => project.run(['scripts/build-site.ts', ...args]).ended;
      const sizes = () =>
        globSync(join(project.root, 'build/content/client/assets/*.br'))
          .map((file) => statSync(file).size)
          .reduce((sum, size) => sum + size, 0);
      expect(await run('--quick')).toBe(0);
      expect(await run('--check')).toBe(0);
      const quick = sizes();
      expect(await run()).toBe(0);
      expect(sizes()).toBeLessThan(quick * 0.97);
    } finally {
      await project.remove();
    }
  },
  180_000,
);

weekly(
  'pages are built again from a template that the build of another folder has made',
  async () => {
    const project = copyProject();
    try {
      const run = (...args: string[]) => project.run(args).ended;
      expect(await run('scripts/build-site.ts', '--quick')).toBe(0);
      project.edit('site/root.tsx', 'export default', 'console.log();\nexport default');
      expect(await run('scripts/build-template.ts')).toBe(0);
      expect(await run('scripts/build-site.ts', '--check')).toBe(1);
    } finally {
      await project.remove();
    }
  },
  180_000,
);

test('a build that fails prints its words', async () => {
  const project = copyProject();
  try {
    const broken = "throw new Error('The settings are wrong.');\nexport default";
    project.edit('vite.config.ts', 'export default', broken);
    const run = project.run(['scripts/build-site.ts']);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /Error: The settings are wrong\.[^]*\nThe site could not be built: the output above says why\.\n$/,
    );
  } finally {
    await project.remove();
  }
});

test('a server does not start with pages that were built from another content/', async () => {
  const project = copyProject();
  try {
    const client = join(project.root, 'build/content/client');
    mkdirSync(client, { recursive: true });
    for (const page of ['index.html', '__spa-fallback.html']) writeFileSync(join(client, page), '');
    writeFileSync(
      join(project.root, 'build/content', CONTENT_STAMP),
      stampOf(join(project.root, 'content'), ['.']),
    );
    const before = project.run(['server/main.ts'], { PORT: '0' });
    await expect.poll(before.output).toContain('is ready');
    before.signal('SIGTERM');
    expect(await before.ended).toBe(0);

    appendFileSync(join(project.root, 'content/prices.yaml'), '# edited\n');
    const after = project.run(['server/main.ts'], { PORT: '0' });
    expect(await after.ended).toBe(1);
    expect(after.output()).toMatch(/^content\/ has changed since the site was built: .*\n$/);
  } finally {
    await project.remove();
  }
});
