import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/**
 * A warning or an error that no test asked for fails the test that it came in. A test that expects one takes the line
 * for itself: `vi.spyOn(console, 'error').mockImplementation(() => undefined)`.
 */
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const kind of ['error', 'warn'] as const) {
    console[kind] = (...words: unknown[]) => {
      unexpected.push(`console.${kind}: ${format(...words)}`);
    };
  }
});

afterEach(() => {
  if (unexpected.length > 0) throw new Error(`Unexpected lines:\n${unexpected.join('\n')}`);
});
