import { expect, test } from 'vitest';
import { readAudit } from './read-audit.ts';

const report = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      'left-pad': { severity, range: '<1.3.1', fixAvailable: true, via: ['left-pad'] },
    },
    metadata: {},
  });

test.each(['high', 'critical'])(
  'R53: a %s hole is told with its package and versions',
  (severity) => {
    expect(readAudit(report(severity))).toEqual({
      kind: 'holes',
      lines: [`left-pad <1.3.1: ${severity}, a mended version is there`],
    });
  },
);

test('R53: a lower severity, or none, is clean', () => {
  expect(readAudit(report('moderate'))).toEqual({ kind: 'clean' });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual({ kind: 'clean' });
});

test.each([
  ['nothing', ''],
  ['a page', '<html>'],
  ['no report', '{}'],
  ['an error', JSON.stringify({ message: '405 Method Not Allowed - POST https://r.example/x' })],
])('R53: an answer of %s is unknown, never clean', (_, printed) => {
  expect(readAudit(printed)).toMatchObject({ kind: 'unknown', why: expect.stringMatching(/./) });
});

test('R53: the reason for an unknown result contains no address', () => {
  const message = '405 Method Not Allowed - POST https://r.example/x';
  expect(readAudit(JSON.stringify({ message }))).toEqual({
    kind: 'unknown',
    why: '405 Method Not Allowed',
  });
});
