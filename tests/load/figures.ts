/** A line of the table of figures. */
export type Figure = { what: string; figure: string; limit: string };
export type Limit = { least?: number; most?: number };

const figures: Figure[] = [];
const missed: string[] = [];

/** A line of the table at the end; a figure beyond its limit is marked. */
export function report(what: string, figure: number, limit: Limit = {}): void {
  const { least = -Infinity, most = Infinity } = limit;
  const shown = wordsOf(figure);
  const isMet = figure >= least && figure <= most;
  if (!isMet) missed.push(`${what}: ${shown}`);
  const words = Object.entries(limit).map(([kind, value]) => `at ${kind} ${wordsOf(value)}`);
  figures.push({ what, figure: `${shown}${isMet ? '' : ' ✗'}`, limit: words.join() });
}

/** The limit of a figure beside that of an earlier version, of their ratio or of itself. */
export type Bar = { ratio?: number; most?: number };

/** A line with the figures of this version and an earlier one, and their ratio. */
export function reportBeside(
  what: string,
  { now, before }: { now: number; before: number },
  { ratio = Infinity, most = Infinity }: Bar,
): void {
  const isMet = now <= most && now / before <= ratio;
  const [shown, other, times] = [now, before, now / before].map(wordsOf);
  if (!isMet) missed.push(`${what}: ${shown}`);
  const limit =
    ratio < Infinity ? `at most ${ratio} of it` : most < Infinity ? `at most ${wordsOf(most)}` : '';
  figures.push({
    what,
    figure: `${shown}; before ${other} (${times})${isMet ? '' : ' ✗'}`,
    limit,
  });
}

const worst = new Map<string, { figure: number; limit: Limit; where: string }>();

/** The table at the end has one of all figures with one name: the one that is nearest to its limit, or furthest beyond it. */
export function reportWorst(what: string, figure: number, limit: Limit, where: string): void {
  const distance = (value: number, { least, most }: Limit) =>
    least === undefined ? value / (most ?? Infinity) : least / value;
  const before = worst.get(what);
  if (before && distance(before.figure, before.limit) >= distance(figure, limit)) return;
  worst.set(what, { figure, limit, where });
}

function wordsOf(figure: number): string {
  const digits = Math.abs(figure) < 0.1 ? 4 : Math.abs(figure) < 10 ? 2 : 0;
  return figure.toLocaleString('en', { maximumFractionDigits: digits });
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Ends a measurement: prints the figures and the missed limits, hands them to measure.ts, and sets the exit code. */
export function closeWith(more: readonly string[] = []): void {
  missed.push(...more);
  for (const [what, { figure, limit, where }] of worst) report(`${what} (${where})`, figure, limit);
  const rows = figures.map(({ what, figure, limit }) => [what, figure, limit]);
  if (rows.length > 0) console.log(tableOf(['what', 'figure', 'limit'], rows));
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met: ${missed.join('; ')}.`);
  if (missed.length > 0) process.exitCode = 1;
  process.send?.(figures);
}
