import type { MailTraits } from '#server/mail/mail-kinds.ts';
import {
  composeMail,
  labelled,
  type MailLayout,
  mailTo,
  type Reader,
  withSentence,
} from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';

export const visaMailKinds = {
  // The form of the request is open to people with a paid place only.
  'visa-letter-requested': { perDay: 'secretary', isRoutine: true, isAboutMoney: false },
  'visa-letter-issued': { perDay: 'money', isAboutMoney: false },
  'visa-letter-declined': { perDay: 'money', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof visaMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** To the secretary: somebody asks for a letter. No mail has an entry of the form. */
export function visaLetterRequested(
  layout: MailLayout,
  { reference, requestId: event }: { reference: string; requestId: string },
): Message {
  const { visaLetterRequested: text } = layout.words;
  return composeMail(layout, {
    kind: 'visa-letter-requested',
    event,
    reference,
    text,
    line: reference,
  });
}

/** A request for a letter with its participant; `link` leads to the participant's page. */
type Asked = Reader & {
  requestId: string;
  id: string;
  name: string;
  reference: string;
  link: string;
};

/** To the participant: the letter is on the page. The letter itself has passport data, so it goes by no mail. */
export function visaLetterIssued(layouts: MailLayout, asked: Asked, number: string): Message {
  return mailTo(layouts, asked, ({ words }) => ({
    ...about(asked),
    kind: 'visa-letter-issued',
    text: words.visaLetterIssued,
    facts: labelled(words.labels, { reference: number }),
  }));
}

/** To the participant, with the secretary's reason. */
export function visaLetterDeclined(layouts: MailLayout, asked: Asked, reason: string): Message {
  return mailTo(layouts, asked, ({ words }) => ({
    ...about(asked),
    kind: 'visa-letter-declined',
    text: withSentence(words.visaLetterDeclined, reason),
    facts: labelled(words.labels, { reference: asked.reference }),
  }));
}

function about({ requestId, id, name, link }: Asked) {
  return { event: `${requestId}:${id}`, greets: name, link };
}
