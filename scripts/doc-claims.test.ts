import { expect, test } from 'vitest';
import { claimsIn } from './doc-claims.ts';

const topLevel = ['server', 'docs', 'README.md', '.ci'];
const claims = (markdown: string) =>
  claimsIn(markdown, topLevel).map(({ kind, name }) => `${kind} ${name}`);

test.each([
  ['`server/payments/sync-payment.ts` settles', ['path server/payments/sync-payment.ts']],
  ['`settle.ts:12`, `server/payments/`', ['path settle.ts', 'path server/payments/']],
  ['run `node bench/kill.ts 20`', ['path bench/kill.ts']],
  ['`.ci/run` and `../README.md`', ['path .ci/run', 'path ../README.md']],
  ['[guide](docs/guide.md#part "Guide"), [x]: not', ['path docs/guide.md']],
  ['[guide]: docs/guide.md', ['path docs/guide.md']],
  ['`npm run kill-under-writes -- 5`', ['script kill-under-writes']],
  ['`npm run --silent organiser -- export`', ['script organiser']],
  ['`npm start`, then `npm test`', ['script start', 'script test']],
])('%s', (markdown, expected) => {
  expect(claims(markdown)).toEqual(expected);
});

test.each([
  '[site](https://example.org/a.md) [mail](mailto:a@b.org) [part](#part)',
  '`/api/status`, `/speakers`, `text/html`, `@fastify/helmet`, `*.test.ts`, `docs/decisions/NNNN-*.md`',
  '`z.object()`, `import.meta.main`, `-page.tsx`, `.ts`, `node:fs`, `http://localhost:3000/x.json`',
  'server/none.ts without backticks',
])('%s names no path and no script', (markdown) => {
  expect(claims(markdown)).toEqual([]);
});

test('in a code block only npm commands are read, and lines are still counted', () => {
  const markdown = ['```sh', 'npm run dev # `server/none.ts`', '```', '', '`docs/a.md`'].join('\n');
  expect(claimsIn(markdown, topLevel)).toEqual([
    { kind: 'script', name: 'dev', line: 2 },
    { kind: 'path', name: 'docs/a.md', line: 5 },
  ]);
});
