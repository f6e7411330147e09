/**
 * Builds the documentation as a site with a search, into `build/docs`: the pages of the project at the addresses of their
 * files, and a page of each command made of its definition. VitePress is installed in its own folder, so that nothing else
 * waits for it.
 *
 *     npm run docs
 *     npm run docs -- dev     shows the site while its looks are changed
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { features } from '#features/index.ts';
import { registerFeatures } from '#server/features.ts';
import { subjects } from '#server/operations/subjects.ts';

const PROJECT = join(import.meta.dirname, '..');
const SITE = join(PROJECT, 'packages/docs-site');
const PAGES = join(SITE, 'pages');
/** Pages of conferences belong to their sites, and these lists of fonts to nobody's reading. */
const EXCLUDED = ['{content,docs/site,tests,.github}/**', '**/fonts/README.md'];

registerFeatures(features);
const { commands } = await import('#organiser/commands.ts');
const { runCommand } = await import('#organiser/run-command.ts');

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: SITE, stdio: 'inherit' });
rmSync(PAGES, { recursive: true, force: true });
copyPages();
await writeCommands();
run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
const [task = 'build', ...more] = process.argv.slice(2);
run('node_modules/.bin/vitepress', task, '.', ...more);

/** The pages that are in the repository, and the pictures of docs/. */
function copyPages(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '*.md', 'docs/images', 'docs/*.svg'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    if (EXCLUDED.some((pattern) => matchesGlob(file, pattern))) continue;
    cpSync(join(PROJECT, file), join(PAGES, file));
  }
}

async function writeCommands(): Promise<void> {
  const folder = join(PAGES, 'commands');
  mkdirSync(folder);
  const typed = commands.filter(({ isForPages }) => !isForPages);
  for (const name of new Set(typed.map((command) => command.name))) {
    let help = '';
    await runCommand(commands, [name, '--help'], async (text) => void (help += text));
    const fence = '```';
    writeFileSync(join(folder, `${name}.md`), `# ${name}\n\n${fence}text\n${help}${fence}\n`);
  }
  const chapters = [...subjects, undefined].flatMap((subject) => [
    `## ${subject ?? 'The server and its folder'}\n`,
    ...typed
      .filter((command) => command.subject === subject)
      .map(
        ({ name, when = '', summary }) =>
          `- [\`${`${name} ${when}`.trim()}\`](${name}.md): ${summary}`,
      ),
    '',
  ]);
  const note = 'Each command explains itself with `--help`.\n';
  writeFileSync(join(folder, 'index.md'), ['# Commands\n', note, ...chapters].join('\n'));
}
