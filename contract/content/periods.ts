import * as z from 'zod/mini';

/** The kinds of data that the server keeps for a period, as privacy.yaml names them. */
export const periodNames = [
  'unpaid',
  'participant',
  'answers',
  'abstract',
  'mail',
  'visa',
  'proof',
  'payment',
  'log',
  'backup',
] as const;
export type PeriodName = (typeof periodNames)[number];

const Unit = z.enum(['day', 'month', 'year']);

/** A retention period; `text` is its wording on the pages. */
export type Period = { count: number; unit: z.output<typeof Unit>; text: string };

const PERIOD = /^([1-9]\d{0,3}) (day|month|year)s?$/;

/** "90 days", "1 month", "10 years" */
export const period = z.pipe(
  z.string().check(z.regex(PERIOD, 'expected a number of days, months or years, such as 90 days')),
  z.transform((written): Period => {
    const [, number, one] = PERIOD.exec(written) ?? [];
    const count = Number(number);
    const unit = Unit.parse(one);
    return { count, unit, text: `${count} ${unit}${count === 1 ? '' : 's'}` };
  }),
);
