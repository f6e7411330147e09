import { type MailLayout, labelled, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { pathOfReviews, type ReviewerPage } from './reviewer-links.ts';

export const reviewMailKinds = {
  'review-invitation': { perDay: 'organiser', isAboutMoney: false },
  'review-assignment': { perDay: 'organiser', isAboutMoney: false },
  'review-reminder': { perDay: 'organiser', rank: 'last', isUnasked: true, isAboutMoney: false },
  'review-discussion': { perDay: 'organiser', rank: 'last', isUnasked: true, isAboutMoney: false },
  'review-thanks': { perDay: 'organiser', rank: 'last', isUnasked: true, isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof reviewMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

export type ReviewMail = {
  kind: keyof Kinds;
  /** Names the mail among those of its kind to this reviewer. */
  event: string;
  page: Pick<ReviewerPage, 'token' | 'language' | 'reviewerId'>;
  origin: string;
  /** The chair, to whom the reviewer answers. */
  contact: string;
  /** The end of the reviews, as each language has it; undefined where it does not matter. */
  deadline: (language: string) => string | undefined;
  /** The number of abstracts that the mail is about. */
  count?: number;
  /** The titles of revised versions among them. */
  revised?: readonly string[];
  /** The titles of abstracts with new notes. */
  notes?: readonly string[];
};

/** A mail to a reviewer: the question, new assignments, the reminder, or thanks. */
export function reviewMail(
  layouts: MailLayout,
  { email, name }: { email: string; name: string },
  { kind, event, page, origin, contact, deadline, count, revised = [], notes = [] }: ReviewMail,
): Message {
  const { language, reviewerId } = page;
  return mailTo(layouts, { email, language }, (layout) => {
    const { words } = layout;
    const texts = {
      'review-invitation': words.reviewInvitation,
      'review-assignment':
        revised.length > 0 && revised.length === count ? words.reviewAgain : words.reviewAssignment,
      'review-reminder': words.reviewReminder,
      'review-discussion': words.reviewDiscussion,
      'review-thanks': words.reviewThanks,
    };
    const text = texts[kind];
    const number =
      'fact' in text && count !== undefined ? { label: text.fact, text: String(count) } : undefined;
    return {
      kind,
      event: `${reviewerId}:${event}`,
      text,
      greets: name,
      contact,
      facts: [
        ...(number ? [number] : []),
        ...labelled({ revised: words.reviewAgain.revised }, { revised: revised.join('; ') }),
        ...labelled({ notes: words.reviewDiscussion.notes }, { notes: notes.join('; ') }),
        ...labelled(words.labels, { deadline: deadline(layout.language) }),
      ],
      link: `${origin}${pathOfReviews(page)}`,
    };
  });
}
