export function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Ends a measurement: prints the missed limits, and sets the exit code. */
export function closeWith(missed: readonly string[]): void {
  console.log(missed.length === 0 ? '\nEvery limit is met.' : `\nNot met: ${missed.join('; ')}.`);
  if (missed.length > 0) process.exitCode = 1;
}
