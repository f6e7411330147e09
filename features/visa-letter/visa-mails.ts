import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';

/** A participant, as a mail addresses them. */
type Reader = { id: string; name: string; email: string; reference: string; language: string };

/** To the secretary: somebody asks for a letter. No mail has an entry of the form. */
export function visaLetterRequested(
  layout: MailLayout,
  { reference, requestId }: { reference: string; requestId: string },
): Message {
  const { visaLetterRequested: text } = layout.words;
  return composeMail(layout, {
    kind: 'visa-letter-requested',
    event: requestId,
    reference,
    text,
    digestEntry: { label: text.subject, text: reference },
  });
}

/** To the participant: the letter is on the page. The letter itself has passport data, so it goes by no mail. */
export function visaLetterIssued(
  layouts: MailLayout,
  reader: Reader,
  { number, requestId, link }: { number: string; requestId: string; link: string },
): Message {
  const layout = layouts.in(reader.language);
  const { visaLetterIssued: text, labels } = layout.words;
  return composeMail(layout, {
    ...about(reader, requestId),
    kind: 'visa-letter-issued',
    text,
    facts: [{ label: labels.reference, text: number }],
    link,
  });
}

/** To the participant, with the secretary's reason. */
export function visaLetterDeclined(
  layouts: MailLayout,
  reader: Reader,
  { reason, requestId, link }: { reason: string; requestId: string; link: string },
): Message {
  const layout = layouts.in(reader.language);
  const { visaLetterDeclined: text, labels } = layout.words;
  return composeMail(layout, {
    ...about(reader, requestId),
    kind: 'visa-letter-declined',
    text: { ...text, paragraphs: [...text.paragraphs, reason] },
    facts: [{ label: labels.reference, text: reader.reference }],
    link,
  });
}

function about({ id, name, email, reference }: Reader, requestId: string) {
  return { event: `${requestId}:${id}`, to: email, reference, greets: name };
}
