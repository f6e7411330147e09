import { DAY } from '#contract/time-spans.ts';
import type { Content } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';

/** Content with rules for refunds: 100 % for a day from `now` on, 50 % less the fee for another day, then nothing. */
export function withRules(content: Content, now = new Date()): Content {
  const until = (days: number) =>
    momentAt(new Date(now.getTime() + days * DAY).toISOString(), content.conference.dates);
  const cancellation = [
    { until: until(1), refundPercent: 100, keepsFee: false },
    { until: until(2), refundPercent: 50, keepsFee: true },
  ];
  return { ...content, conference: { ...content.conference, cancellation } };
}
