import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('Vitest’s counts are read', () => {
  const file = report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, success: false });
  expect(readVitestReport(file)).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test('Playwright’s counts are read; a test that passed at a second try has passed', () => {
  const file = report({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 3 } });
  expect(readPlaywrightReport(file)).toEqual({ passed: 6, failed: 2, skipped: 3 });
});

test('a report without counts is refused', () => {
  expect(() => readVitestReport(report({}))).toThrow('numPassedTests');
});
