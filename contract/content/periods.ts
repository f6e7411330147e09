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
  'survey',
  'payment',
  'log',
  'backup',
] as const;
export type PeriodName = (typeof periodNames)[number];

const Unit = z.enum(['day', 'month', 'year']);

/** A retention period. */
export type Period = { count: number; unit: z.output<typeof Unit> };

const PERIOD = /^([1-9]\d{0,3}) (day|month|year)s?$/;

/** "90 days", "1 month", "10 years" */
export const period = z.pipe(
  z.string().check(z.regex(PERIOD, 'expected a number of days, months or years, such as 90 days')),
  z.transform((written): Period => {
    const [, number, one] = PERIOD.exec(written) ?? [];
    return { count: Number(number), unit: Unit.parse(one) };
  }),
);

/** "90 days"; in German "90 Tage" */
export function periodText({ count, unit }: Period, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  });
  return format.format(count);
}
