import { countryIn } from '#contract/country-name.ts';
import { sizeText } from '#contract/size-text.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainFileName, plainName, plainTitle } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Decision } from '#features/programme/decisions.ts';
import { type Slot, slotWords } from '#features/programme/slots.ts';

import { type About, known, linkOf, nameOf, type Titles } from '#server/abstract/abstract-mails.ts';

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
