import { countryIn } from '#contract/country-name.ts';
import { sizeText } from '#contract/size-text.ts';
import { composeMail, composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainFileName, plainName } from '#server/mail/plain-words.ts';
import type { Message } from '#server/mail/message.ts';
import { type Abstract, type KeptAbstract, abstractPath } from './abstracts.ts';

/** The names behind the ids of an abstract. */
export type Titles = { session: string; interestArea: string };
/** The session, and the origin of the author's page. */
export type About = { session: string; origin: string };

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

export function nameOf({ titlePrefix, name }: Pick<Abstract, 'titlePrefix' | 'name'>): string {
  return `${titlePrefix} ${name}`;
}

export function linkOf(abstract: Pick<KeptAbstract, 'token'>, origin: string): string {
  return `${origin}${abstractPath(abstract)}`;
}

/** Facts without a text are left out. */
export function known(facts: readonly { label: string; text: string | undefined }[]) {
  return facts.flatMap(({ label, text = '' }) => (text === '' ? [] : [{ label, text }]));
}
