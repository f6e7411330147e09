import { readFileSync } from 'node:fs';
import { judgePackages, Lock, Manifest } from './judge-packages.ts';

/** Part of `npm run check`: what is installed is exactly known, runs nothing by itself, and has a reason. */
const read = (file: string) => readFileSync(file, 'utf8');
const mistakes = judgePackages(
  Manifest.parse(JSON.parse(read('package.json'))),
  Lock.parse(JSON.parse(read('package-lock.json'))),
  read('docs/packages.md'),
);
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
