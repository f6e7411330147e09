import { globSync } from 'node:fs';
import { describe } from 'vitest';

/**
 * Tests with programs of Debian, by their packages. On a machine without them, or for another user than root where root is
 * needed, they are skipped, and the log says why.
 */
export function withPrograms(
  name: string,
  packages: Readonly<Record<string, string>>,
  tests: () => void,
  { asRoot = false } = {},
): void {
  const missing = Object.entries(packages)
    .filter(([, path]) => globSync(path).length === 0)
    .map(([needed]) => needed);
  if (asRoot && process.getuid?.() !== 0) missing.push('the rights of root');
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name}: SKIPPED, because the machine lacks ${missing.join(', ')}`, tests);
}
