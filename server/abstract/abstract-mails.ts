import { countryIn } from '#contract/country-name.ts';
import { sizeText } from '#contract/size-text.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import type { Moment } from '#contract/content/opening.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainFileName, plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Block } from '#server/mail/rich-text.ts';
import type { Message } from '#server/mail/message.ts';
import type { Abstract, KeptAbstract } from './abstracts.ts';
import type { Decision } from '#features/programme/decisions.ts';
import { abstractPath } from './own-abstract.ts';
import { type Slot, slotWords } from '#features/programme/slots.ts';

/** The names behind the ids of an abstract. */
type Titles = { session: string; interestArea: string };
/** The session, and the origin of the author's page. */
type About = { session: string; origin: string };

/**
 * The mails about an abstract that has arrived. The author's mail identifies the abstract and proves its contents; the
 * secretary's mail also names the author. Anybody can type the address of a stranger, so the author's mail repeats
 * typed entries only if they are plain names.
 */
export function abstractReceived(
  layouts: MailLayout,
  abstract: Abstract,
  { session, interestArea, origin }: Titles & { origin?: string | undefined },
): Message[] {
  const layout = layouts.in(abstract.language);
  const { words, conference } = layout;
  const { labels } = words;
  const { id, reference, fileName, sha256, email } = abstract;
  const { proof, ...text } = words.abstractReceived;
  const about = ({ words: { labels: said }, language }: MailLayout) => [
    { label: said.size, text: sizeText(abstract.bytes, language) },
    { label: said.session, text: session },
    { label: said.interestArea, text: interestArea },
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
        ...about(layout),
        { label: labels.decisionBy, text: conference.deadlines.abstractDecisions },
      ]),
      smallPrint: [proof, `${labels.digest}: ${sha256}`],
      link: origin === undefined ? undefined : linkOf(abstract, origin),
    },
    secretary: (first) => ({
      facts: known([
        { label: first.words.labels.reference, text: reference },
        ...about(first),
        { label: first.words.labels.digest, text: sha256 },
        { label: first.words.labels.activeContent, text: abstract.activeContent },
      ]),
      typed: known([
        { label: first.words.labels.file, text: fileName },
        { label: first.words.labels.name, text: nameOf(abstract) },
        { label: first.words.labels.email, text: email },
        { label: first.words.labels.phone, text: abstract.phone },
        { label: first.words.labels.organization, text: abstract.organizationName },
        { label: first.words.labels.country, text: countryIn(abstract.country, first) },
      ]),
      line: [reference, abstract.name, email, session],
    }),
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

/** To an author who has not done something before its deadline: `task` names it. */
export function authorReminder(
  layouts: MailLayout,
  { id, reference, email, name, title, token, language }: KeptAbstract,
  about: {
    task: keyof Mails['authorReminder'];
    event: string;
    session: string;
    deadline: Moment;
    origin: string;
    /** Anybody may have typed name and title, until the committee has accepted the abstract. */
    isAccepted: boolean;
  },
): Message {
  const layout = layouts.in(language);
  const { labels, authorReminder: words } = layout.words;
  const { task, event, session, deadline, origin, isAccepted } = about;
  const path =
    task === 'registration' ? `${layout.base}/conference-registration` : abstractPath({ token });
  return composeMail(layout, {
    kind: 'author-reminder',
    event: `${id}:${event}`,
    to: email,
    reference,
    text: words[task],
    greets: isAccepted ? name : plainName(name),
    facts: known([
      { label: labels.reference, text: reference },
      { label: labels.contribution, text: isAccepted ? title : title && plainTitle(title) },
      { label: labels.session, text: session },
      { label: labels.deadline, text: deadline.label },
    ]),
    link: `${origin}${path}`,
  });
}

/**
 * The mails about another version of the file: the author's proves its contents. Somebody with the link may have entered
 * the address of a stranger, so the author's mail repeats typed entries only if they are plain names.
 */
export function abstractFileReplaced(
  layouts: MailLayout,
  { reference, email, name, token, language, fileId, fileKind, fileName, ...file }: KeptAbstract,
  { session, origin }: About,
): Message[] {
  const layout = layouts.in(language);
  const { words } = layout;
  const { labels } = words;
  const { proof, ofFinal, ...text } = words.abstractFileReplaced;
  const about = (said: MailLayout['words']['labels']) => [
    { label: said.size, text: sizeText(file.bytes, layout.language) },
    { label: said.session, text: session },
  ];
  return composeMails(layout, {
    kind: 'abstract-replaced',
    event: fileId,
    reference,
    to: email,
    person: {
      text: fileKind === 'final' ? { ...text, ...ofFinal } : text,
      greets: plainName(name),
      facts: known([
        { label: labels.reference, text: reference },
        { label: labels.file, text: plainFileName(fileName) },
        ...about(labels),
      ]),
      smallPrint: [proof, `${labels.digest}: ${file.sha256}`],
      link: linkOf({ token }, origin),
    },
    secretary: ({ words: { labels: said } }) => ({
      facts: known([
        { label: said.reference, text: reference },
        ...about(said),
        { label: said.digest, text: file.sha256 },
        { label: said.activeContent, text: file.activeContent },
      ]),
      typed: known([
        { label: said.file, text: fileName },
        { label: said.name, text: name },
        { label: said.email, text: email },
      ]),
      line: [reference, name, session, fileName],
    }),
  });
}

/** The routine mail to the secretary about corrected entries: each with its earlier text. */
export function abstractChanged(
  layout: MailLayout,
  {
    before,
    after,
    titles: [was, is],
    event,
  }: {
    before: KeptAbstract;
    after: KeptAbstract;
    /** The names of session and interest area, before and after. */
    titles: readonly [Titles, Titles];
    event: string;
  },
): Message {
  const { labels, secretary } = layout.words;
  const pairs = [
    [labels.name, nameOf(before), nameOf(after)],
    [labels.email, before.email, after.email],
    [labels.phone, before.phone, after.phone],
    [labels.organization, before.organizationName, after.organizationName],
    [labels.country, countryIn(before.country, layout), countryIn(after.country, layout)],
    [labels.session, was.session, is.session],
    [labels.interestArea, was.interestArea, is.interestArea],
  ] as const;
  const changed = pairs.filter(([, from, to]) => from !== to);
  const { reference } = after;
  return composeMail(layout, {
    kind: 'abstract-changed',
    event,
    replyTo: after.email,
    reference,
    text: { subject: secretary.abstractChanged, paragraphs: [] },
    facts: [{ label: labels.reference, text: reference }],
    typed: changed.map(([label, from, to]) => ({ label, text: `${from} → ${to}` })),
    digestEntry: {
      label: secretary.abstractChanged,
      text: [reference, after.name, ...changed.map(([label]) => label)].join(', '),
    },
  });
}

/** The mails after a change of the author's address: the new one gets the link, the old one is told. */
export function abstractAddressChanged(
  layouts: MailLayout,
  {
    before,
    after,
    event,
    origin,
  }: {
    before: KeptAbstract;
    after: KeptAbstract;
    event: string;
    origin: string;
  },
): Message[] {
  const layout = layouts.in(after.language);
  const { words } = layout;
  const { reference } = after;
  const facts = [{ label: words.labels.reference, text: reference }];
  return [
    composeMail(layout, {
      kind: 'abstract-link',
      event,
      to: after.email,
      reference,
      text: words.abstractLink,
      // Somebody typed the address, and it may be a stranger's.
      greets: plainName(after.name),
      facts,
      link: linkOf(after, origin),
    }),
    composeMail(layout, {
      kind: 'address-replaced',
      event: `${event}:abstract`,
      to: before.email,
      reference,
      text: words.addressReplaced.ofAbstract,
      // The old address may be a stranger's, too.
      greets: plainName(before.name),
      facts,
    }),
  ];
}

/**
 * The mails about a withdrawal, or about its end: to the author, and to the secretary, who plans the programme. Before
 * an acceptance the address may be a stranger's, so the author's mail repeats typed entries only if they are plain.
 */
export function abstractAnswered(
  layouts: MailLayout,
  { reference, name, email, fileName, title, token, language }: KeptAbstract,
  decision: (Slot & Pick<Decision, 'outcome' | 'presentation'>) | undefined,
  { isWithdrawn, event, session, origin }: About & { isWithdrawn: boolean; event: string },
): { author: Message; secretary: Message } {
  const layout = layouts.in(language);
  const first = layouts.first();
  const { labels, abstractWithdrawn, abstractRestored } = layout.words;
  const { labels: said, secretary } = first.words;
  const kind = 'abstract-answered';
  const isAccepted = decision?.outcome === 'ACCEPTED';
  const place = (of: MailLayout) => [
    { label: of.words.labels.presentation, text: decision?.presentation },
    { label: of.words.labels.slot, text: decision && slotWords(decision, of) },
  ];
  return {
    author: composeMail(layout, {
      kind,
      event: `${event}:author`,
      to: email,
      reference,
      text: isWithdrawn ? abstractWithdrawn : abstractRestored,
      greets: isAccepted ? name : plainName(name),
      facts: known([
        { label: labels.reference, text: reference },
        { label: labels.contribution, text: isAccepted ? title : title && plainTitle(title) },
        { label: labels.session, text: session },
        { label: labels.file, text: isAccepted ? fileName : plainFileName(fileName) },
        ...place(layout),
      ]),
      link: linkOf({ token }, origin),
    }),
    secretary: composeMail(first, {
      kind,
      event,
      replyTo: email,
      reference,
      text: {
        subject: isWithdrawn ? secretary.abstractWithdrawn : secretary.abstractRestored,
        paragraphs: [],
      },
      facts: known([
        { label: said.reference, text: reference },
        { label: said.session, text: session },
        ...place(first),
      ]),
      typed: known([
        { label: said.contribution, text: title },
        { label: said.name, text: name },
        { label: said.email, text: email },
        { label: said.file, text: fileName },
      ]),
    }),
  };
}

function nameOf({ titlePrefix, name }: Pick<Abstract, 'titlePrefix' | 'name'>): string {
  return `${titlePrefix} ${name}`;
}

function linkOf(abstract: Pick<KeptAbstract, 'token'>, origin: string): string {
  return `${origin}${abstractPath(abstract)}`;
}

/** Facts without a text are left out. */
function known(facts: readonly { label: string; text: string | undefined }[]) {
  return facts.flatMap(({ label, text = '' }) => (text === '' ? [] : [{ label, text }]));
}
