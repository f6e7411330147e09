import { sizeInWords } from '#contract/abstract.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { afterLabel, type Moment } from '#contract/content/opening.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainFileName, plainName } from '#server/mail/plain-words.ts';
import type { Block } from '#server/mail/rich-text.ts';
import type { Message } from '#server/mail/message.ts';
import type { Abstract, KeptAbstract } from './abstracts.ts';
import type { Decision } from './decisions.ts';
import { slotWords } from './slots.ts';

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
  { id, reference, email, name, title, token }: KeptAbstract,
  { outcome, presentation, comment, decidedAt, ...slot }: Omit<Decision, 'confirmedAt'>,
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
    ...(comment !== undefined && { body: [commentBlock(labels.comment, comment)] }),
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.contribution, text: title },
      { label: labels.session, text: session },
      { label: labels.presentation, text: presentation },
      { label: labels.slot, text: slotWords(slot) },
    ]),
    link: `${origin}/abstract/${token}`,
  });
}

/** The comments of the reviewers, below a line of their own. */
function commentBlock(heading: string, comment: string): Block {
  const lines = comment.split('\n').flatMap((text) => [{ text: '\n' }, { text }]);
  return { kind: 'paragraph', items: [[{ text: heading, isBold: true }, ...lines]] };
}

/** To an author who has not done something before its deadline: `task` names it. */
export function authorReminder(
  layout: MailLayout,
  { id, reference, email, name, title, token }: KeptAbstract,
  about: {
    task: keyof Mails['authorReminder'];
    event: string;
    session: string;
    deadline: Moment;
    origin: string;
    /** Anybody may have typed the name, until the committee has accepted the abstract. */
    isAccepted: boolean;
  },
): Message {
  const { labels, authorReminder: words } = layout.words;
  const { task, event, session, deadline, origin, isAccepted } = about;
  const path = task === 'registration' ? '/conference-registration' : `/abstract/${token}`;
  return composeMail(layout, {
    kind: 'author-reminder',
    event: `${id}:${event}`,
    to: email,
    reference,
    text: words[task],
    greets: isAccepted ? name : plainName(name),
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.contribution, text: title },
      { label: labels.session, text: session },
      { label: labels.deadline, text: afterLabel(deadline) },
    ]),
    link: `${origin}${path}`,
  });
}

/** The mail to the secretary, who plans the programme: an author withdraws, or presents after all. */
export function abstractAnswered(
  layout: MailLayout,
  { reference, name, email, fileName }: KeptAbstract,
  { presentation, ...slot }: Decision,
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
      { label: labels.slot, text: slotWords(slot) },
    ]),
  });
}

/** Facts without a text are left out. */
function known(facts: readonly { label: string; text: string | undefined }[]) {
  return facts.flatMap(({ label, text = '' }) => (text === '' ? [] : [{ label, text }]));
}
