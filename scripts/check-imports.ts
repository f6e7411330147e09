import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { importsOf } from './imports-of.ts';
import { importMistake } from './import-mistake.ts';

/** Part of `npm run lint`: checks every import of every file against scripts/import-rules.ts. */
const listing = 'ls-files --cached --others --exclude-standard *.ts *.tsx *.mjs';
const files = execFileSync('git', listing.split(' '), { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));

const mistakes = files.flatMap((file) =>
  importsOf(file, readFileSync(file, 'utf8')).flatMap(({ specifier, line }) => {
    const mistake = importMistake(file, specifier);
    return mistake === undefined ? [] : `${file}:${line} ${mistake}`;
  }),
);
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
