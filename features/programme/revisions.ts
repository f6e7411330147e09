import { dayOf } from '#contract/content/calendar-days.ts';
import { endIn, type Locale, moment } from '#contract/content/moments.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { timestamp } from '#server/identity.ts';
import type { ReadCell } from './slot-cells.ts';

/** Whether a new version of the file has come since the committee asked for it. */
export function isRevised(
  { fileAt }: Pick<KeptAbstract, 'fileAt'>,
  decision: { outcome: string; decidedAt: string } | undefined,
): boolean {
  return decision?.outcome === 'REVISE' && fileAt > decision.decidedAt;
}

/**
 * Reads the day until which an author may revise, such as 2026-03-10 or 2026-03-10 18:00, as the moment at which it ends.
 */
export function readReviseUntil(typed: string, locale: Locale): ReadCell {
  const { data } = moment.safeParse(typed);
  if (data) return { value: endIn(locale, data).at };
  return {
    mistake: `"${typed}" is no day such as 2026-03-10, and no moment such as 2026-03-10 18:00`,
  };
}

/** The same moment as a cell of the sheet. */
export function reviseUntilCell(at: string, locale: Locale): string {
  const day = dayOf(timestamp(new Date(at), -1), locale.timezone);
  if (endIn(locale, { day }).at === at) return day;
  const clock = { dateStyle: 'short', timeStyle: 'short', timeZone: locale.timezone } as const;
  return new Intl.DateTimeFormat('sv-SE', clock).format(new Date(at));
}
