import { openingIn } from '#contract/content/moments.ts';
import { labelled, type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { judgePath, type PosterJudge } from './judges.ts';

export const judgeMailKinds = {
  'judge-link': { perDay: 'organiser', isAboutMoney: false, isAboutAbstracts: true },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof judgeMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

type About = { count: number; event: string; origin: string };

/** To a judge of posters, with the link to the own page. */
export function judgeLinkMail(
  layouts: MailLayout,
  judge: PosterJudge,
  { count, event, origin }: About,
): Message {
  const { email, name, language } = judge;
  return mailTo(layouts, { email, language }, ({ words, conference }) => {
    const { posters: label, ...text } = words.judgeLink;
    const { until } = openingIn(conference.dates, conference.abstracts.posters?.judging ?? {});
    return {
      kind: 'judge-link',
      event: `${judge.id}:${event}`,
      text,
      greets: name,
      facts: [
        { label, text: String(count) },
        ...labelled(words.labels, { deadline: until?.label }),
      ],
      link: `${origin}${judgePath(judge)}`,
    };
  });
}
