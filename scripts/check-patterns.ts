import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { patternMistake, patternsIn } from './pattern-mistake.ts';

/**
 * Part of `npm run lint`: checks that no text from a visitor makes a pattern take long. Tests, tools and the sandbox read
 * no such text.
 */
const folders = ['contract', 'documents', 'organiser', 'server', 'site'];

/** These read only trusted text: the built site, and the organiser's content. */
const ofOurOwn = [
  'contract/content/content-facts.ts',
  'server/http/page-frame.ts',
  'server/http/pages.ts',
  'site/entry.server.tsx',
];

const listing = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders];
const files = execFileSync('git', listing, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.(?:tsx?|mjs)$/.test(file) && existsSync(file))
  .filter((file) => !ofOurOwn.includes(file) && !file.startsWith('server/testing/'));

const mistakes = [
  ...ofOurOwn.filter((file) => !existsSync(file)).map((file) => `${file} is gone: take it off`),
  ...files.flatMap((file) =>
    patternsIn(file, readFileSync(file, 'utf8')).flatMap((pattern) => {
      const mistake = patternMistake(pattern);
      return mistake === undefined ? [] : `${file}:${pattern.line} ${mistake}`;
    }),
  ),
];
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
