/**
 * Visits pages of the built site with a slow phone (phone.ts), in turns with a bare page of the same words and headers.
 * Then it scores the pages with Lighthouse, and prints a table with the limits for each page.
 *
 *     npm run measure -- pages [--no-lighthouse] [rounds; default: 5] [paths; default: all pages]
 *
 * ORIGIN=http://localhost:3000 measures the server that runs at this address instead of starting one.
 * BESIDE=http://localhost:4000 is another build of the site, measured in the same turns: React has to answer as early as
 * in that build. The measurement needs a Chromium (CHROMIUM_PATH, or the machine's) and, for Lighthouse, the package
 * registry once. A round takes about 10 s a page, Lighthouse 30 s. Each visit waits for an idle machine; the figures vary
 * if other work starts later.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod/mini';
import { startServerProcess } from '#tests/support/server-process.ts';
import { serveBarePages } from './bare-pages.ts';
import { closeWith, medianOf, reportWorst, tableOf } from './figures.ts';
import { browserPath, openPhone, type Visit } from './phone.ts';

const { values: options, positionals } = parseArgs({
  options: { 'no-lighthouse': { type: 'boolean' } },
  allowPositionals: true,
});
const [rounds = '5', ...wanted] = positionals;
const built = globSync('**/index.html', { cwd: 'build/content/client' }).map((file) =>
  file === 'index.html' ? '/' : `/${dirname(file)}`,
);
const paths = wanted.length > 0 ? wanted : built.toSorted();

type Measure = {
  name: string;
  of: (visit: Visit) => number;
  digits?: number;
  /** Whether the table shows the ratio to the other columns. */
  isCompared?: true;
  /** The limit. `bare` and `beside` are the other pages' figures; without BESIDE, `beside` is infinite. */
  most?: (facts: { path: string; hasForm: boolean; bare: number; beside: number }) => number;
};
const measures: Measure[] = [
  {
    name: 'first paint, ms',
    of: ({ firstPaint }) => firstPaint,
    isCompared: true,
    most: ({ bare }) => bare * 1.3,
  },
  { name: 'largest paint, ms', of: ({ largestPaint }) => largestPaint, isCompared: true },
  {
    name: 'all laid out, ms after the first paint',
    of: ({ laidOut, firstPaint }) => laidOut - firstPaint,
    most: () => 150,
  },
  {
    name: 'React answers, ms',
    of: ({ answers }) => answers,
    isCompared: true,
    most: ({ beside }) => beside * 1.05,
  },
  { name: 'layout shift', of: ({ shift }) => shift, digits: 4, most: () => 0.02 },
  {
    name: 'scripts, kB with gzip',
    of: ({ scripts }) => scripts,
    digits: 1,
    most: ({ hasForm }) => (hasForm ? 155 : 120),
  },
  {
    name: 'everything, kB as sent',
    of: ({ everything }) => everything,
    most: ({ path }) => (path === '/' ? 200 : Infinity),
  },
  {
    name: 'height, px',
    of: ({ height }) => height,
    most: ({ path }) => (path === '/' ? 11_000 : Infinity),
  },
  { name: 'form answers a tap or a key, ms', of: ({ taps }) => taps, most: () => 100 },
];
const Report = z.object({ categories: z.record(z.string(), z.object({ score: z.number() })) });
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const lighthouseRuns = [
  { name: 'Lighthouse, phone', flags: [], least: [95, 100, 100, 100] },
  { name: 'Lighthouse, desktop', flags: ['--preset=desktop'], least: [100, 100, 100, 100] },
];

const { ORIGIN, BESIDE } = process.env;
const started = ORIGIN ? undefined : await startServerProcess();
// The page with the link is at 127.0.0.1. For a browser, localhost is another site.
const site = started?.origin.replace('127.0.0.1', 'localhost') ?? ORIGIN ?? '';
const phone = await openPhone();
const bare = await serveBarePages(site, paths);
const columns = [
  { name: 'site', origin: site },
  { name: 'bare', origin: bare.origin },
  ...(BESIDE ? [{ name: 'beside', origin: BESIDE }] : []),
];
const missed: string[] = [];
try {
  for (const path of paths) await measure(path);
} finally {
  phone.close();
  bare.close();
  await started?.close();
}
closeWith(missed);

async function measure(path: string): Promise<void> {
  const visits = columns.map((): Visit[] => []);
  for (let round = 1; round <= Number(rounds); round++) {
    process.stderr.write(`${path}: round ${round} of ${rounds}\n`);
    for (const [at, { origin }] of columns.entries()) {
      visits[at]?.push(await phone.visit(`${origin}${path}`));
    }
  }
  const rows = measures.map((one) => rowOf(one, path, visits));
  if (!options['no-lighthouse']) {
    for (const { name, flags, least } of lighthouseRuns) {
      const scores = await lighthouse(`${site}${path}`, flags);
      const isMet = scores.every((score, at) => score >= (least[at] ?? 100));
      if (!isMet) missed.push(`${path}: ${name} ${scores.join(' ')}`);
      for (const [at, score] of scores.entries()) {
        reportWorst(`${name}: ${categories[at]}`, score, { least: least[at] ?? 100 }, path);
      }
      const beside = columns.slice(1).flatMap(() => ['', '']);
      rows.push([name, `${scores.join(' ')}${isMet ? '' : ' ✗'}`, ...beside, least.join(' ')]);
    }
  }
  const others = columns.slice(1).flatMap(({ name }) => [name, 'ratio']);
  console.log(`\n${tableOf([path, 'site', ...others, 'limit'], rows)}`);
}

function rowOf(
  { name, of, digits = 0, isCompared, most }: Measure,
  path: string,
  visits: Visit[][],
) {
  const medians = visits.map((all) => medianOf(all.map(of)));
  const [value = NaN, bareValue = NaN, beside = Infinity] = medians;
  const hasForm = visits[0]?.[0]?.hasForm ?? false;
  const limit = most?.({ path, hasForm, bare: bareValue, beside }) ?? Infinity;
  // A page without a form or a button has no figure.
  const isMet = Number.isNaN(value) || value <= limit;
  const shown = (number: number) => (Number.isFinite(number) ? number.toFixed(digits) : '');
  if (!isMet) missed.push(`${path}: ${name} ${shown(value)}`);
  if (isCompared && Number.isFinite(limit / bareValue)) {
    reportWorst(
      `${name}, of the bare page's`,
      value / bareValue,
      { most: limit / bareValue },
      path,
    );
  } else if (most && Number.isFinite(limit) && !Number.isNaN(value)) {
    reportWorst(hasForm ? `${name}, with a form` : name, value, { most: limit }, path);
  }
  const others = medians.slice(1).flatMap((theirs) => {
    const ratio = isCompared && theirs > 0 ? (value / theirs).toFixed(2) : '';
    return [shown(theirs), ratio];
  });
  return [name, `${shown(value)}${isMet ? '' : ' ✗'}`, ...others, shown(limit)];
}

/** The four scores from 0 to 100, of one run with the throttling that Lighthouse computes. */
async function lighthouse(url: string, flags: readonly string[], tries = 2): Promise<number[]> {
  const own = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
  const args = [
    ...'--yes --package lighthouse@13.5.0 -- lighthouse'.split(' '),
    ...'--quiet --output=json --disable-full-page-screenshot'.split(' '),
    ...flags,
    url,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${own}`,
  ];
  const env = { ...process.env, CHROME_PATH: browserPath() };
  try {
    const { stdout } = await promisify(execFile)('npx', args, { env, maxBuffer: 1 << 26 });
    const { categories: scored } = Report.parse(JSON.parse(stdout));
    return categories.map((category) => Math.round((scored[category]?.score ?? 0) * 100));
  } catch (cause) {
    // A busy machine starts a browser too slowly now and then.
    if (tries > 1) return lighthouse(url, flags, tries - 1);
    throw new Error(`Lighthouse could not score ${url}`, { cause });
  }
}
