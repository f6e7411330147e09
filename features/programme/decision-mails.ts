import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Block } from '#server/mail/rich-text.ts';
import type { Message } from '#server/mail/message.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Decision } from './decisions.ts';
import { slotWords } from './slots.ts';

import { type About, known, linkOf } from '#server/abstract/abstract-mails.ts';

/** The mail to an author about the decision. If the abstract is accepted, the mail has a link for the answer. */
export function abstractDecided(
  layouts: MailLayout,
  { id, reference, email, name, title, token, language }: KeptAbstract,
  { outcome, presentation, comment, decidedAt, toldAt, ...slot }: Omit<Decision, 'confirmedAt'>,
  // A letter that was withdrawn before it went out may be sent later.
  { session, origin, event = toldAt ?? decidedAt }: About & { event?: string },
): Message {
  const layout = layouts.in(language);
  const { labels, abstractAccepted, abstractRejected } = layout.words;
  const { answersUntil } = layout.conference.abstracts;
  const isAccepted = outcome === 'ACCEPTED';
  return composeMail(layout, {
    kind: 'abstract-decided',
    event: `${id}:${event}`,
    to: email,
    reference,
    text: isAccepted ? abstractAccepted : abstractRejected,
    // The committee rejects advertising, too, and its sender may have entered the address of a stranger.
    greets: isAccepted ? name : plainName(name),
    ...(comment !== undefined && { body: [commentBlock(labels.comment, comment)] }),
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.contribution, text: isAccepted ? title : title && plainTitle(title) },
      { label: labels.session, text: session },
      { label: labels.presentation, text: presentation },
      { label: labels.slot, text: slotWords(slot, layout) },
      { label: labels.answerBy, text: isAccepted ? answersUntil.label : undefined },
    ]),
    link: linkOf({ token }, origin),
  });
}

/** The comments of the reviewers, below a line of their own. */
function commentBlock(heading: string, comment: string): Block {
  const lines = comment.split('\n').flatMap((text) => [{ text: '\n' }, { text }]);
  return { kind: 'paragraph', items: [[{ text: heading, isBold: true }, ...lines]] };
}
