import * as z from 'zod/mini';

/** What is kept for a time, as privacy.yaml names it. */
export const periodNames = [
  'unpaid',
  'participant',
  'abstract',
  'mail',
  'payment',
  'log',
  'backup',
] as const;
export type PeriodName = (typeof periodNames)[number];

const units = { day: 'days', month: 'months', year: 'years' } as const;
type Unit = keyof typeof units;

/** How long something is kept; `text` is how the pages say it. */
export type Period = { count: number; unit: Unit; text: string };

const PERIOD = /^([1-9]\d{0,3}) (day|month|year)s?$/;

/** "90 days", "1 month", "10 years" */
export const period = z.pipe(
  z.string().check(z.regex(PERIOD, 'expected a number of days, months or years, such as 90 days')),
  z.transform((text): Period => {
    const [, count = '', unit = 'day'] = PERIOD.exec(text) ?? [];
    const number = Number(count);
    return {
      count: number,
      unit: unit as Unit,
      text: `${count} ${number === 1 ? unit : units[unit as Unit]}`,
    };
  }),
);
