import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import { withColon } from '#contract/content/languages.ts';
import { countryIn } from '#contract/country-name.ts';
import { sizeText } from '#contract/size-text.ts';
import {
  composeMail,
  labelled,
  type MailLayout,
  mailsTo,
  withSentence,
} from '#server/mail/mail-layout.ts';
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
  const { id, reference, fileName: file, sha256: digest, activeContent, email } = abstract;
  return mailsTo(layouts, abstract, (layout) => {
    const { labels, abstractReceived: words } = layout.words;
    const { proof, blind, ...text } = words;
    const { hidesAuthors } = layout.conference;
    const about = { size: sizeText(abstract.bytes, layout.language), session, interestArea };
    const decisionBy = layout.conference.deadlines.abstractDecisions;
    return {
      kind: 'abstract-received',
      event: id,
      text: hidesAuthors ? withSentence(text, blind) : text,
      greets: plainName(abstract.name),
      facts: labelled(labels, { reference, file: plainFileName(file), ...about, decisionBy }),
      smallPrint: [proof, withColon(labels.digest, digest, layout.language)],
      link: origin === undefined ? undefined : linkOf(abstract, origin),
      copy: {
        facts: labelled(labels, { reference, ...about, digest, activeContent }),
        typed: labelled(labels, {
          file,
          name: nameOf(abstract, layout.labels),
          email,
          phone: abstract.phone,
          organization: abstract.organizationName,
          country: countryIn(abstract.country, layout),
        }),
        line: [reference, abstract.name, email, session],
      },
    };
  });
}

/** The mail to the secretary about a finding of the scanner. The secretary asks the author for another file. */
export function abstractInfected(
  layout: MailLayout,
  { id: event, reference }: { id: string; reference: string },
  finding: string,
): Message {
  const { abstractInfected: words, labels } = layout.words;
  const text = withSentence(words, withColon(labels.finding, finding, layout.language));
  return composeMail(layout, { kind: 'abstract-infected', event, reference, text });
}

export function nameOf(
  { titlePrefix, name }: Pick<Abstract, 'titlePrefix' | 'name'>,
  labels: Labels,
): string {
  return `${titleIn(titlePrefix, labels)} ${name}`.trim();
}

/** A title in the language of the reader: the form sends the English ones. */
export function titleIn(title: string, { forms: { mr, ms, dr, prof } }: Labels): string {
  const titles = new Map(Object.entries({ Mr: mr, Ms: ms, Dr: dr, Prof: prof }));
  return titles.get(title) ?? title;
}

export function linkOf(abstract: Pick<KeptAbstract, 'token'>, origin: string): string {
  return `${origin}${abstractPath(abstract)}`;
}
