import { readFileSync } from 'node:fs';
import { packageMistakes, Lock, Manifest } from './package-mistakes.ts';

/** Part of `npm run check`: every package has an exact version, no install script, and a reason. */
const read = (file: string) => readFileSync(file, 'utf8');
const mistakes = packageMistakes(
  Manifest.parse(JSON.parse(read('package.json'))),
  Lock.parse(JSON.parse(read('package-lock.json'))),
  read('docs/packages.md'),
);
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
