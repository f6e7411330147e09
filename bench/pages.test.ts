import { expect, test } from 'vitest';
import { barePage } from './pages-bare.ts';
import type { Reading } from './pages-lighthouse.ts';
import { failures, summaryOf, tableOf } from './pages-table.ts';

const good = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const reading = (part: Partial<Reading>): Reading => ({
  path: '/talks',
  of: 'site',
  way: 'devtools',
  lcp: 700,
  tbt: 0,
  cls: 0,
  scores: good,
  files: [{ url: 'http://localhost/x.js', isScript: true, bytes: 90_000 }],
  ...part,
});
const round = (part: Partial<Reading> = {}, bare = 700) => [
  reading(part),
  reading({ of: 'bare', lcp: bare }),
  reading({ of: 'guarded', lcp: 800 }),
  reading({ ...part, way: 'simulate' }),
  reading({ of: 'bare', way: 'simulate', lcp: bare }),
  reading({ ...part, way: 'desktop' }),
];

test('a page within its limits has no failures', () => {
  expect(failures(summaryOf('/talks', round()))).toEqual([]);
});

test('medians count, so that one bad round does not', () => {
  const rounds = [...round(), ...round({ lcp: 9000, tbt: 900 }), ...round({ lcp: 720 })];
  expect(failures(summaryOf('/talks', rounds))).toEqual([]);
});

test('a limit that is not kept is named with its figure', () => {
  const summary = summaryOf('/talks', round({ lcp: 840, scores: { ...good, seo: 92 } }));
  expect(failures(summary)).toEqual([
    '/talks: LCP, applied is 1.20×',
    '/talks: seo, phone is 92',
    '/talks: seo, desk is 92',
  ]);
  // Beside a bare page with the same headers: said, and no limit.
  expect(tableOf([summary])).toContain('| 1.20× ✗ | 1.05× |');
});

test('what was not measured is no success', () => {
  expect(failures(summaryOf('/other', round()))).not.toEqual([]);
});

test('the bare page has the words and nothing else', () => {
  const html =
    '<html><head><title>T</title></head><body><svg><path/></svg><h1 class="x">Talks</h1><p>One <b>two</b></p><noscript>No</noscript><script>go()</script></body></html>';
  const bare = barePage(html);
  expect(bare).toContain('<h1>Talks</h1>');
  expect(bare).toMatch(/<p>One\s+two\s*<\/p>/);
  expect(bare).not.toMatch(/<script|<svg|class=/);
});
