import type { Content } from '#contract/content.ts';
import { momentAt } from '#contract/content/moments.ts';

/** The same conference after an organiser wrote in conference.yaml that it is cancelled. */
export function asCancelled(content: Content): Content {
  const { conference } = content;
  const closed = { until: momentAt('1970-01-01T00:00:00.000Z', conference.dates) };
  return {
    ...content,
    conference: {
      ...conference,
      status: { is: 'cancelled', text: 'The conference is cancelled.' },
      opening: { registration: closed, abstracts: closed, discounts: closed },
    },
  };
}
