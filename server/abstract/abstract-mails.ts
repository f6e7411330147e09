import { sizeInWords } from '#contract/abstract.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainFileName, plainName } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import type { Abstract, KeptAbstract } from './abstracts.ts';
import type { Decision } from './decisions.ts';

/** The names behind the ids of an abstract. */
type Titles = { session: string; interestArea: string };

/**
 * The mails about an abstract that has arrived. The author's mail identifies the abstract and proves its contents; the
 * secretary's mail also names the author. Anybody can type the address of a stranger, so the author's mail repeats
 * typed entries only if they are plain names.
 */
export function abstractReceived(
  layout: MailLayout,
  abstract: Abstract,
  { session, interestArea }: Titles,
): Message[] {
  const { words, conference } = layout;
  const { labels } = words;
  const { id, reference, fileName, sha256, email } = abstract;
  const { proof, ...text } = words.abstractReceived;
  const about = [
    { label: labels.size, text: sizeInWords(abstract.bytes) },
    { label: labels.session, text: session },
    { label: labels.interestArea, text: interestArea },
  ];
  return composeMails(layout, {
    kind: 'abstract-received',
    event: id,
    reference,
    to: email,
    person: {
      text,
      greets: plainName(abstract.name),
      facts: known([
        { label: labels.reference, text: reference },
        { label: labels.file, text: plainFileName(fileName) },
        ...about,
        { label: labels.decisionBy, text: conference.deadlines.abstractDecisions },
      ]),
      smallPrint: [proof, `${labels.digest}: ${sha256}`],
    },
    secretary: {
      facts: known([
        { label: labels.reference, text: reference },
        { label: labels.file, text: fileName },
        ...about,
        { label: labels.digest, text: sha256 },
        { label: labels.name, text: `${abstract.titlePrefix} ${abstract.name}` },
        { label: labels.email, text: email },
        { label: labels.phone, text: abstract.phone },
        { label: labels.organization, text: abstract.organizationName },
        { label: labels.country, text: abstract.country },
        { label: labels.activeContent, text: abstract.activeContent },
      ]),
      line: [reference, abstract.name, email, session],
    },
  });
}

/** The mail to the secretary about a finding of the scanner. The secretary asks the author for another file. */
export function abstractInfected(
  layout: MailLayout,
  { id, reference }: { id: string; reference: string },
  finding: string,
): Message {
  const { abstractInfected: text, labels } = layout.words;
  const paragraphs = [...text.paragraphs, `${labels.finding}: ${finding}`];
  const mail = { kind: 'abstract-infected', event: id, reference } as const;
  return composeMail(layout, { ...mail, text: { ...text, paragraphs } });
}

/** The mail to an author about the decision. If the abstract is accepted, the mail has a link for the answer. */
export function abstractDecided(
  layout: MailLayout,
  { id, reference, email, name, token }: KeptAbstract,
  { outcome, presentation, slot, decidedAt }: Omit<Decision, 'confirmedAt'>,
  { session, origin }: { session: string; origin: string },
): Message {
  const { labels, abstractAccepted, abstractRejected } = layout.words;
  return composeMail(layout, {
    kind: 'abstract-decided',
    event: `${id}:${decidedAt}`,
    to: email,
    reference,
    text: outcome === 'ACCEPTED' ? abstractAccepted : abstractRejected,
    greets: name,
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.session, text: session },
      { label: labels.presentation, text: presentation },
      { label: labels.slot, text: slot },
    ]),
    link: `${origin}/abstract/${token}`,
  });
}

/** The mail to the secretary, who plans the programme: an author withdraws, or presents after all. */
export function abstractAnswered(
  layout: MailLayout,
  { reference, name, email, fileName }: KeptAbstract,
  { presentation, slot }: Decision,
  { answer, id, session }: { answer: 'CONFIRMED' | 'WITHDRAWN'; id: string; session: string },
): Message {
  const { labels, secretary } = layout.words;
  const { abstractWithdrawn, abstractConfirmed } = secretary;
  const subject = answer === 'WITHDRAWN' ? abstractWithdrawn : abstractConfirmed;
  return composeMail(layout, {
    kind: 'abstract-answered',
    event: id,
    replyTo: email,
    reference,
    text: { subject, paragraphs: [] },
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.name, text: name },
      { label: labels.email, text: email },
      { label: labels.session, text: session },
      { label: labels.file, text: fileName },
      { label: labels.presentation, text: presentation },
      { label: labels.slot, text: slot },
    ]),
  });
}

/** Facts without a text are left out. */
function known(facts: readonly { label: string; text: string | undefined }[]) {
  return facts.flatMap(({ label, text = '' }) => (text === '' ? [] : [{ label, text }]));
}
