import * as z from 'zod/mini';
import { asCents } from '#contract/money.ts';

const Line = z.object({
  /** What it is, for people: "Room, 3 nights, 1 guest". */
  words: z.string(),
  cents: z.pipe(z.number(), z.transform(asCents)),
});

/** One part of what an order is for. The lines of an order add up to its amount, fee included. */
export type OrderLine = z.output<typeof Line>;

/** What was bought, in one sentence, for receipts and for the providers' pages. */
export function describeLines(lines: readonly OrderLine[]): string {
  return lines.map(({ words }) => words).join('; ');
}

/** The lines as the table holds them. */
export function readLines(text: string): OrderLine[] {
  return z.array(Line).parse(JSON.parse(text));
}
