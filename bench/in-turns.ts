/** The programs that are compared; each gives one figure a round. */
type Contenders<Name extends string> = Record<Name, () => Promise<number>>;

/**
 * Measures every contender once a round, one after the other, so that other load on the machine affects all of them alike.
 * Returns the medians.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  contenders: Contenders<Name>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const figure = await contenders[name]();
      figures.get(name)?.push(figure);
      process.stderr.write(`round ${round} of ${rounds}, ${name}: ${Math.round(figure)}\n`);
    }
  }
  const medians = names.map((name) => [name, medianOf(figures.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

export function medianOf(figures: readonly number[]): number {
  return quantileOf(figures, 0.5);
}

/** The figure below which `share` of all lie; 0.5 is the median. */
export function quantileOf(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const figure = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (figure === undefined) throw new Error('there is no quantile of no figures');
  return figure;
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Ends a measurement: prints which bars were missed, and sets the exit code. */
export function closeWith(missed: readonly string[]): void {
  console.log(missed.length === 0 ? '\nEvery bar is met.' : `\nNot met: ${missed.join('; ')}.`);
  if (missed.length > 0) process.exitCode = 1;
}
