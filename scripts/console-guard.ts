import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/**
 * An unexpected warning or error on the console fails the test in which it occurred. A test that expects one mocks the
 * console: `vi.spyOn(console, 'error').mockImplementation(() => undefined)`.
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

// Vitest restores a stubbed global before the next test, which is after the next file's beforeAll.
afterAll(() => vi.unstubAllGlobals());
