import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Outcome } from './step.ts';

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
});
const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

export function readVitestReport(file: string): Outcome {
  const report = VitestReport.parse(read(file));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  };
}

export function readPlaywrightReport(file: string): Outcome {
  const { stats } = PlaywrightReport.parse(read(file));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  };
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
