import type { KeptAbstract } from './abstracts.ts';
import { type MailLayout, withMailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import type { Decision } from './decisions.ts';

/** What was decided about an abstract, to its author; an accepted one with a link to answer. */
export function abstractDecided(
  mailLayout: MailLayout,
  { id, reference, email, name }: KeptAbstract,
  { outcome, presentation, slot, decidedAt, token }: Decision,
  { session, origin }: { session: string; origin: string },
): Message {
  const { words } = mailLayout;
  const isAccepted = outcome === 'ACCEPTED';
  const { subject, paragraphs } = isAccepted ? words.abstractAccepted : words.abstractRejected;
  return {
    key: `abstract-decided:${id}:${decidedAt}`,
    kind: 'abstract-decided',
    recipient: email,
    ...withMailLayout(mailLayout, {
      subject,
      paragraphs,
      reference,
      greets: name,
      facts: [
        { label: words.labels.reference, text: reference },
        { label: words.labels.session, text: session },
        { label: words.labels.presentation, text: presentation ?? '' },
        { label: words.labels.slot, text: slot ?? '' },
      ].filter(({ text }) => text !== ''),
      ...(isAccepted && {
        button: { words: words.abstractAccepted.button, address: `${origin}/abstract/${token}` },
      }),
      isAboutMoney: false,
    }),
  };
}

/** An author withdraws, or presents after all: to the secretary, who plans the programme. */
export function abstractAnswered(
  mailLayout: MailLayout,
  { reference, name, email, fileName }: KeptAbstract,
  { presentation, slot }: Decision,
  { answer, id, session }: { answer: 'CONFIRMED' | 'WITHDRAWN'; id: string; session: string },
): Message {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { abstractWithdrawn, abstractConfirmed } = words.secretary;
  return {
    key: `abstract-answered:${id}`,
    kind: 'abstract-answered-for-secretary',
    recipient: conference.secretary.email,
    replyTo: email,
    ...withMailLayout(mailLayout, {
      subject: answer === 'WITHDRAWN' ? abstractWithdrawn : abstractConfirmed,
      reference,
      paragraphs: [],
      facts: [
        { label: labels.reference, text: reference },
        { label: labels.name, text: name },
        { label: labels.email, text: email },
        { label: labels.session, text: session },
        { label: labels.file, text: fileName },
        { label: labels.presentation, text: presentation ?? '' },
        { label: labels.slot, text: slot ?? '' },
      ].filter(({ text }) => text !== ''),
      isAboutMoney: false,
      isForSecretary: true,
    }),
  };
}
