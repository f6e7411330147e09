import { type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { pathOfSurvey, type SurveyLink } from './survey-links.ts';

export const surveyMailKinds = {
  'survey-invitation': { perDay: 'organiser', rank: 'last', isUnasked: true, isAboutMoney: false },
  'survey-reminder': { perDay: 'organiser', rank: 'last', isUnasked: true, isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof surveyMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

type About = {
  kind: keyof Kinds;
  link: Pick<SurveyLink, 'participantId' | 'token' | 'language'>;
  origin: string;
  /** The end of the address on which the reader unsubscribes. */
  unsubscribe: string;
};

/** The link to the survey, or the one reminder of it. */
export function surveyMail(
  layouts: MailLayout,
  { email, name }: { email: string; name: string },
  { kind, link, origin, unsubscribe }: About,
): Message {
  const { language } = link;
  return mailTo(layouts, { email, language }, (layout) => {
    const { words, base } = layout;
    // The address belongs to no registration, so the link names the language of its page.
    const query = base === '' ? '' : `?language=${layout.language}`;
    return {
      kind,
      event: link.participantId,
      text: kind === 'survey-reminder' ? words.surveyReminder : words.surveyInvitation,
      greets: name,
      link: `${origin}${pathOfSurvey(link)}`,
      unsubscribe: {
        words: words.news.unsubscribe,
        address: `${origin}/unsubscribe/${unsubscribe}${query}`,
      },
    };
  });
}
