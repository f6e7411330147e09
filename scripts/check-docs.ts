import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import * as z from 'zod/mini';
import { settingNames } from '#server/env.ts';
import { claimsIn, type Claim } from './doc-claims.ts';
import { settingsInExample, settingsInTable, unlistedSettings } from './listed-settings.ts';
import { numbersIn, requirementsIn, unshownRequirements } from './named-requirements.ts';

/**
 * Checks that every path and npm script named in a .md file exists, that every requirement is in the name of a test, and that
 * both lists of the settings are complete.
 */
const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(existsSync);
const topLevel = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const mistakes = files
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    claimsIn(readFileSync(file, 'utf8'), topLevel)
      .filter((claim) => !holds(file, claim))
      .map(({ kind, name, line }) =>
        kind === 'path'
          ? `${file}:${line} names ${name}, which is not there`
          : `${file}:${line} names npm run ${name}, which package.json does not have`,
      ),
  );
const named = files
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => [file, numbersIn(readFileSync(file, 'utf8'))] as const);
const requirements = requirementsIn(readFileSync('docs/threat-model.md', 'utf8'));
mistakes.push(...unshownRequirements(requirements, new Map(named)));
for (const [file, read] of [
  ['README.md', settingsInTable],
  ['.env.example', settingsInExample],
] as const) {
  mistakes.push(...unlistedSettings(file, read(readFileSync(file, 'utf8')), settingNames));
}
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;

function holds(file: string, { kind, name }: Claim): boolean {
  if (kind === 'script') return name in scripts;
  const beside = posix.join(posix.dirname(file), name);
  return [name, beside].some(isThere) || isNameOfAFile(name) || isMadeLater(name);
}

/** With a slash at its end it has to be a folder. */
function isThere(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (!path.endsWith('/') || found.isDirectory());
}

/** A bare name, or the end of a path, is enough where the sentence says the folder. */
function isNameOfAFile(name: string): boolean {
  return !name.startsWith('.') && files.some((file) => file.endsWith(`/${name}`));
}

/** Git ignores the output of builds and runs: build/, data/, .env. */
function isMadeLater(name: string): boolean {
  if (name.startsWith('..')) return false;
  return git('check-ignore', '--no-index', '--', name).length > 0;
}

function git(...args: string[]): string[] {
  try {
    return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  } catch (error) {
    // check-ignore says no with 1.
    if (error instanceof Error && Reflect.get(error, 'status') === 1) return [];
    throw error;
  }
}
