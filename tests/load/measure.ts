/**
 * Measures everything that has a limit, one part after the other, and writes the figures into the table of
 * tests/load/measured.md. With names of parts it measures these, and the other lines of the table stay.
 *
 *     npm run measure -- [parts] [arguments of a single part]
 *
 * Run it on a machine that has nothing else to do; all parts together take some twenty-five minutes.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Figure } from './figures.ts';

/** The scripts of the parts with their usual arguments, in the order of the table. */
const parts: Record<string, { script: string; args: string[] }> = {
  'first-start': { script: 'first-start', args: [] },
  // Three visits are enough for medians, and Lighthouse needs half a minute a page.
  pages: {
    script: 'pages',
    args: ['3', '/', '/speakers', '/conference-registration', '/abstract-submission', '/privacy'],
  },
  server: { script: 'load', args: ['server'] },
  writes: { script: 'load', args: ['writes'] },
  uploads: { script: 'load', args: ['uploads'] },
  attacks: { script: 'load', args: ['attacks'] },
  dashboard: { script: 'dashboard', args: [] },
  rows: { script: 'rows', args: [] },
  contributions: { script: 'contributions', args: [] },
  against: { script: 'against', args: [] },
};
const DOCUMENT = 'tests/load/measured.md';
const HEAD = ['part', 'what', 'figure', 'limit', 'date'];
const [BEGIN, END] = ['<!-- measured -->', '<!-- end of measured -->'];

const given = process.argv.slice(2);
const isPart = (word: string) => Object.hasOwn(parts, word);
const names = given.filter(isPart);
const further = given.filter((word) => !isPart(word));
if (further.length > 0 && names.length !== 1) {
  throw new Error(
    `"${further.join(' ')}" is no part. The parts are ${Object.keys(parts).join(', ')}.`,
  );
}
const today = new Date().toISOString().slice(0, 10);
const measured = new Map<string, string[][]>();
let isMissed = false;
for (const [name, { script, args }] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`\n${name} …\n`);
  const own = script === 'load' ? [...args, ...further] : further.length > 0 ? further : args;
  const figures = await run(script, own);
  if (figures.length === 0) throw new Error(`${name} gave no figures`);
  measured.set(
    name,
    figures.map(({ what, figure, limit }) => [name, what, figure, limit, today]),
  );
}
// A part with arguments of its own is not comparable with the other figures of the table.
if (further.length === 0) writeTable();
if (isMissed) process.exitCode = 1;

/** Runs the script of a part in a process of its own, and returns its figures. */
async function run(script: string, args: string[]): Promise<Figure[]> {
  const child = fork(`tests/load/${script}.ts`, args);
  let figures: Figure[] = [];
  child.on('message', (message) => (figures = message as Figure[]));
  const [code] = await once(child, 'exit');
  if (code !== 0) isMissed = true;
  return figures;
}

/** Replaces the lines of the measured parts in the document. */
function writeTable(): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, table, after] = [
    text.slice(0, text.indexOf(BEGIN)),
    text.slice(text.indexOf(BEGIN), text.indexOf(END)),
    text.slice(text.indexOf(END)),
  ];
  const known = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rows = Object.keys(parts).flatMap(
    (name) => measured.get(name) ?? known.filter(([part]) => part === name),
  );
  const lines = [HEAD, ['---', '---', '---:', '---:', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  const [{ model = '' } = {}] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus().length} processors (${model.trim()}), ${gib} GiB, Node ${process.versions.node}.`;
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${machine}\n\n${lines.join('\n')}\n\n${after}`);
  execFileSync('node_modules/.bin/oxfmt', [DOCUMENT]);
}
