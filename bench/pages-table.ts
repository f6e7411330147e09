import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Reading } from './pages-lighthouse.ts';

type Cell = {
  name: string;
  value: number | undefined;
  /** None where a figure only explains its neighbour. */
  limit: number | undefined;
  unit: string;
  digits: number;
  atLeast?: true;
};
export type Summary = { path: string; cells: Cell[] };

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The medians of a page beside the limits, in the order of the columns. */
export function summaryOf(path: string, all: readonly Reading[]): Summary {
  const of = (whose: Reading['of'], way: Reading['way']) =>
    all.filter((reading) => reading.path === path && reading.of === whose && reading.way === way);
  const ratio = (way: Reading['way'], beside: Reading['of'] = 'bare') =>
    quotient(
      median(of('site', way).map(({ lcp }) => lcp)),
      median(of(beside, way).map(({ lcp }) => lcp)),
    );
  const [applied, simulated, desktop] = [
    of('site', 'devtools'),
    of('site', 'simulate'),
    of('site', 'desktop'),
  ];
  const score = (readings: Reading[], name: string) =>
    median(readings.map(({ scores }) => scores[name] ?? 0));
  const heaviest = simulated.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
  const scripts = heaviest && kilobytes(scriptBytes(heaviest));
  const hasForm = existsSync(pageFile(path)) && /<form[\s\S]*<\/main>/.test(mainOf(path));

  return {
    path,
    cells: [
      { name: 'LCP, applied', value: ratio('devtools'), limit: 1.15, unit: '×', digits: 2 },
      {
        name: 'LCP, applied, same guards',
        value: ratio('devtools', 'guarded'),
        limit: undefined,
        unit: '×',
        digits: 2,
      },
      { name: 'LCP, simulated', value: ratio('simulate'), limit: 1.25, unit: '×', digits: 2 },
      {
        name: 'TBT',
        value: median(applied.map(({ tbt }) => tbt)),
        limit: 50,
        unit: ' ms',
        digits: 0,
      },
      {
        name: 'CLS',
        value: median([...applied, ...desktop].map(({ cls }) => cls)),
        limit: 0.01,
        unit: '',
        digits: 4,
      },
      ...categories.flatMap((name): Cell[] => [
        {
          name: `${name}, phone`,
          value: score(simulated, name),
          limit: 100,
          unit: '',
          digits: 0,
          atLeast: true,
        },
        {
          name: `${name}, desk`,
          value: score(desktop, name),
          limit: 100,
          unit: '',
          digits: 0,
          atLeast: true,
        },
      ]),
      { name: 'scripts', value: scripts, limit: hasForm ? 150 : 125, unit: ' kB', digits: 1 },
      {
        name: 'all',
        value: heaviest && kilobytes(weightOf(heaviest)),
        limit: 400,
        unit: ' kB',
        digits: 0,
      },
    ],
  };
}

export function tableOf(summaries: readonly Summary[]): string {
  const first = summaries[0];
  if (!first) return '';
  const limits = first.cells.map(({ limit, unit, atLeast, name }) =>
    name === 'scripts'
      ? '≤ 125, forms 150 kB'
      : limit === undefined
        ? ''
        : `${atLeast ? '' : '≤ '}${limit}${unit}`,
  );
  const rows = [
    ['page', ...first.cells.map(({ name }) => name)],
    ['---', ...first.cells.map(() => '---:')],
    ['_limit_', ...limits],
    ...summaries.map(({ path, cells }) => [path, ...cells.map((cell) => textOf(cell))]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function failures({ path, cells }: Summary): string[] {
  return cells
    .filter((cell) => !isKept(cell))
    .map((cell) => `${path}: ${cell.name} is ${textOf(cell).replace(' ✗', '')}`);
}

function textOf(cell: Cell): string {
  if (cell.value === undefined) return '?';
  return `${cell.value.toFixed(cell.digits)}${cell.unit}${isKept(cell) ? '' : ' ✗'}`;
}

function isKept({ value, limit, atLeast }: Cell): boolean {
  if (value === undefined) return false;
  if (limit === undefined) return true;
  return atLeast ? value >= limit : value <= limit;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

function quotient(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || !b ? undefined : a / b;
}

function weightOf({ files }: Reading): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Packed with gzip, as the limit is worded; what goes over the wire is brotli and less. */
function scriptBytes({ files }: Reading): number {
  const scripts = files.filter(({ isScript }) => isScript);
  return scripts.reduce((sum, { url, bytes }) => {
    const file = join('build/client', new URL(url).pathname);
    const isOurs = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    return sum + (isOurs ? gzipSync(readFileSync(file), { level: 9 }).length : bytes);
  }, 0);
}

function kilobytes(bytes: number): number {
  return bytes / 1000;
}

function pageFile(path: string): string {
  return join('build/client', path, 'index.html');
}

function mainOf(path: string): string {
  return /<main[\s\S]*<\/main>/.exec(readFileSync(pageFile(path), 'utf8'))?.[0] ?? '';
}
