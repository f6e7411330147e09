import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** Part of `npm run check`: every link, file and npm script that a .md file names exists. */
const listing = 'ls-files --cached --others --exclude-standard *.md';
const documents = execFileSync('git', listing.split(' '), { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));

const mistakes = documents.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => missing(file, line).map((name) => `${file}:${at + 1} names ${name}`)),
);
for (const mistake of mistakes) console.error(`${mistake}, which does not exist`);
process.exitCode = mistakes.length > 0 ? 1 : 0;

function missing(file: string, line: string): string[] {
  const links = found(line, /\]\(([^):#\s]+)(?:#[^)]*)?\)/g);
  // `server/app.ts` is a file; `text/html` and `server/**/*.ts` are none.
  const files = found(line, /`((?:[\w.-]+\/)+[\w.-]+\.(?:[cm]?tsx?|mjs|ya?ml|json|md|css|svg))`/g);
  const scripts = found(line, /\bnpm run(?: --silent)? ([\w:-]+)/g);
  return [
    ...links.filter((name) => !existsSync(posix.join(posix.dirname(file), name))),
    ...files.filter((name) => !existsSync(name) && !/^(?:build|data|public)\//.test(name)),
    ...scripts.filter((name) => !(name in manifest.scripts)).map((name) => `npm run ${name}`),
  ];
}

function found(line: string, pattern: RegExp): string[] {
  return Array.from(line.matchAll(pattern), ([, name = '']) => name);
}
