import { StatementRefused } from './statement.ts';

/** A booked row with the balance behind it. */
export type Step = {
  row: number;
  bookedOn: string;
  currency: string;
  cents: number;
  feeCents: number;
  balanceCents: number | undefined;
};

/**
 * Compares the entries with the balances of a file. It refuses a file whose balances say that an amount goes the other
 * way, and returns a note if its balances leave some entries unproved.
 */
export function balanceNotes(steps: readonly Step[]): string[] {
  const [first = '', last = ''] = [steps[0]?.bookedOn, steps.at(-1)?.bookedOn];
  const [best] = [
    ...(first <= last ? [compare(steps)] : []),
    ...(first >= last ? [compare(steps.toReversed())] : []),
  ].toSorted((one, other) => other.proved - one.proved || one.wrong.length - other.wrong.length);
  if (!best) return [];
  const [wrong] = best.wrong;
  if (wrong) {
    throw new StatementRefused(
      `has in row ${wrong.row} an amount that ${wrong.cents > 0 ? 'comes in' : 'goes out'}, and the balance in this row says the opposite: name the columns with --columns, among them direction or debit and credit`,
    );
  }
  return best.open > 0 && best.proved > best.open
    ? [
        `The balances in the file do not show ${best.open} of its entries: make sure that the file has all entries of these days.`,
      ]
    : [];
}

/** Compares each amount with the two balances around it; the oldest row is first. */
function compare(steps: readonly Step[]): { proved: number; open: number; wrong: Step[] } {
  const result: ReturnType<typeof compare> = { proved: 0, open: 0, wrong: [] };
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    if (before?.balanceCents === undefined || step.balanceCents === undefined) continue;
    if (before.currency !== step.currency || step.cents === 0) continue;
    const moved = step.balanceCents - before.balanceCents;
    if (moved === step.cents || moved === step.cents - step.feeCents) result.proved += 1;
    else if (moved === 0 - step.cents) result.wrong.push(step);
    else result.open += 1;
  }
  return result;
}
