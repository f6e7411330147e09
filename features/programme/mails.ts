import { endAt } from '#contract/content/moments.ts';
import { labelled, type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import { plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Block } from '#server/mail/rich-text.ts';
import type { Message } from '#server/mail/message.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { type About, linkOf } from '#server/abstract/mails.ts';
import type { Decision } from './decisions.ts';
import { slotWords } from './slots.ts';

export const decisionMailKinds = {
  'abstract-decided': {
    perDay: 'organiser',
    rank: 'last',
    isAboutMoney: false,
    isAboutAbstracts: true,
    endsWithAbstract: true,
  },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof decisionMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** `isChange`: the author has the mail about the acceptance, and reads what has changed since. */
type AboutDecision = About & { event?: string; isChange?: boolean };

/** The mail to an author about the decision. If the abstract is accepted, the mail has a link for the answer. */
export function abstractDecided(
  layouts: MailLayout,
  abstract: KeptAbstract,
  {
    outcome,
    reviseUntil,
    presentation,
    comment,
    decidedAt,
    toldAt,
    ...slot
  }: Omit<Decision, 'confirmedAt'>,
  // A letter that was withdrawn before it went out may be sent later.
  { session, origin, event = toldAt ?? decidedAt, isChange = false }: AboutDecision,
): Message {
  const { id, reference, name, title } = abstract;
  const isAccepted = outcome === 'ACCEPTED';
  return mailTo(layouts, abstract, (layout) => {
    const { labels, abstractAccepted, abstractRejected, abstractToRevise } = layout.words;
    const texts = {
      ACCEPTED: isChange ? layout.words.abstractChangedSlot : abstractAccepted,
      REJECTED: abstractRejected,
      REVISE: abstractToRevise,
    };
    return {
      kind: 'abstract-decided',
      event: `${id}:${event}`,
      text: texts[outcome],
      // The committee rejects advertising, too, and its sender may have entered the address of a stranger.
      greets: isAccepted ? name : plainName(name),
      body: comment === undefined ? undefined : [commentBlock(labels.comment, comment)],
      facts: labelled(labels, {
        reference,
        contribution: isAccepted ? title : title && plainTitle(title),
        session,
        presentation,
        slot: slotWords(slot, layout),
        deadline: reviseUntil && endAt(reviseUntil, layout.conference.dates).label,
        answerBy: isAccepted ? layout.conference.abstracts.answersUntil.label : undefined,
      }),
      link: linkOf(abstract, origin),
    };
  });
}

/** The comments of the reviewers, below a line of their own. */
function commentBlock(heading: string, comment: string): Block {
  const lines = comment.split('\n').flatMap((text) => [{ text: '\n' }, { text }]);
  return { kind: 'paragraph', items: [[{ text: heading, isBold: true }, ...lines]] };
}
