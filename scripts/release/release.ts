import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { checksumOf } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { releasedMigrations } from '#server/database/released-migrations.ts';
import lockFile from '../../package-lock.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { changesOf, releasesIn } from './releases.ts';

/**
 * `node scripts/release/release.ts` freezes the migrations of the version in package.json, and prints the commands that commit and
 * tag it: docs/releasing.md. Until the version is tagged it may run again.
 */
const { version } = manifest;
const MIGRATIONS = 'server/database/released-migrations.ts';
const edited = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'CITATION.cff', MIGRATIONS];

const tag = `v${version}`;
if (git('tag', '--list', tag) !== '' || isRecorded()) {
  fail(`Version ${version} was released. package.json needs the next version.`);
}
if (lockFile.version !== version || lockFile.packages[''].version !== version) {
  fail(`package-lock.json has another version than package.json (${version}).`);
}
const changes = changesOf(version, readFileSync('CHANGELOG.md', 'utf8'));
if (changes === undefined)
  fail(`CHANGELOG.md has no heading such as “## ${version} (2026-11-27)”.`);
// The first two letters of each line are the states of the file.
const others = git('status', '--porcelain')
  .split('\n')
  .filter((line) => line !== '' && !edited.includes(line.slice(3)));
if (others.length > 0) fail(`These changes are not committed:\n${others.join('\n')}`);

const { [version]: _again, ...earlier } = releasedMigrations;
const frozen = new Set(Object.values(earlier).flatMap((checksums) => Object.keys(checksums)));
const added: Record<string, string> = {};
for (const [name, migration] of Object.entries(migrations)) {
  if (!frozen.has(name)) added[name] = await checksumOf(migration);
}
writeFileSync(MIGRATIONS, moduleOf({ ...earlier, [version]: added }));
execFileSync('node_modules/.bin/oxfmt', [MIGRATIONS]);
console.log(`${MIGRATIONS} freezes for ${version}: ${Object.keys(added).join(', ') || 'none'}

When npm test passes:

    git commit --all --message 'Version ${version}'
    git tag --annotate ${tag} --message 'Plenary ${version}'
    git log -1 --format='| ${version.padEnd(7)} | ${changes.date} | %H |' >> docs/releasing.md
    sed -i "s/checkout [0-9a-f]\\{8\\}\\( *# \\)[0-9.]*/checkout $(git rev-parse --short=8 HEAD)\\1${version}/" docs/operations.md deploy/compose.yaml
    git commit --all --message 'The release of ${version} is recorded'
    git push origin main ${tag}

npm run release:archive then writes build/plenary-${version}.tar.gz, which the release brings.`);

function moduleOf(released: typeof releasedMigrations): string {
  const versions = Object.entries(released).map(([each, checksums]) => {
    const lines = Object.entries(checksums).map(([name, sum]) => `    '${name}': '${sum}',\n`);
    return `  '${each}': {${lines.length > 0 ? `\n${lines.join('')}  ` : ''}},\n`;
  });
  return `/**
 * The checksums of the migrations that came with each released version, written by scripts/release/release.ts. A listed migration
 * is never edited.
 */
export const releasedMigrations: Record<string, Record<string, string>> = {
${versions.join('')}};
`;
}

function isRecorded(): boolean {
  const releases = releasesIn(readFileSync('docs/releasing.md', 'utf8'));
  return releases.some((release) => release.version === version);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
