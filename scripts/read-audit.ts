import * as z from 'zod/mini';

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string(), fixAvailable: z.unknown() }),
  ),
});

/** The result of an audit; `unknown` when the registry gave no usable answer. */
export type Audit =
  | { kind: 'clean' }
  | { kind: 'holes'; lines: string[] }
  | { kind: 'unknown'; why: string };

const COUNTS = ['high', 'critical'];

/** Reads the output of `npm audit --json`. */
export function readAudit(printed: string): Audit {
  const answer = asJson(printed);
  const report = Report.safeParse(answer);
  if (!report.success) return { kind: 'unknown', why: wordsOf(answer) };
  const lines = Object.entries(report.data.vulnerabilities)
    .filter(([, { severity }]) => COUNTS.includes(severity))
    .map(([name, { severity, range, fixAvailable }]) => {
      const mend = fixAvailable === false ? 'no mended version yet' : 'a mended version is there';
      return `${name} ${range}: ${severity}, ${mend}`;
    });
  return lines.length > 0 ? { kind: 'holes', lines } : { kind: 'clean' };
}

const Trouble = z.object({ message: z.string() });

function wordsOf(answer: unknown): string {
  const trouble = Trouble.safeParse(answer);
  return trouble.success ? (trouble.data.message.split(' - ')[0] ?? '') : 'no answer';
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
