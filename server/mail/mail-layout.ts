import { abstractContact } from '#contract/content/abstract-contact.ts';
import { aroundAddress, inOneLine, withColon } from '#contract/content/languages.ts';
import type { PresentationType } from '#contract/content.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import type { Shades } from '#contract/content/palette.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import {
  type CopiedEvent,
  limitOf,
  type MailEvent,
  mailEvents,
  subjectOfCopy,
} from './mail-kinds.ts';
import type { Fact, MailTemplate } from './mail-template.ts';
import type { Message } from './message.ts';

/** The conference and the texts of its mails. */
export type MailLayout = {
  conference: Conference;
  words: Mails;
  language: string;
  labels: Labels;
  /** The beginning of the paths of the site in this language. */
  base: string;
  /** The sentence about what is exempt from tax (prices.yaml). */
  taxExemption?: string | undefined;
  /** The sentences about the proof that each type needs, by the id of the type. */
  proofs?: Readonly<Record<string, { words: string } & Pick<PresentationType, 'price' | 'proof'>>>;
  /** The purposes that features have for the page of a participant. */
  purposes?: readonly string[];
  /** True if no money is real: mails about money then have a notice. */
  isTest: boolean;
  /** False in load tests: an address may get any number of mails. */
  isLimited: boolean;
  /** The same in another language; in the first language if the conference has no such translation. */
  in: (language: string) => MailLayout;
  /** The same in the first language, which the secretary reads. */
  first: () => MailLayout;
};

/** One mail: its kind, its event, and the parts that differ. Its kind decides the rest. */
export type MailEntry = Pick<Message, 'reference' | 'replyTo' | 'attachments' | 'untilPaid'> &
  Partial<
    Pick<MailTemplate, 'facts' | 'links' | 'steps' | 'body' | 'unsubscribe' | 'smallPrint'>
  > & {
    kind: MailEvent;
    /** There is one mail for each kind and event. */
    event: string;
    /** The address for questions and answers; absent: that of the kind. */
    contact?: string | undefined;
    /** Whether answers go to the chair of the abstracts; absent: as the kind says. */
    isAboutAbstracts?: boolean;
    /** The recipient; absent: the secretary. */
    to?: string;
    /** From content/mails.yaml. */
    text: { subject: string; paragraphs: readonly string[]; button?: string };
    /** The address behind the button. */
    link?: string | undefined;
    /** The line below the button. */
    linkNote?: string | undefined;
    /** The address of the reader's own page, to which every mail about an order leads. */
    page?: string | undefined;
    /** The reader's name for the greeting; absent while somebody else may have typed it. */
    greets?: string | undefined;
    /** Nobody else can have typed the address, so the kind of the mail has no limit. */
    isKnown?: boolean;
    /** The entries of a visitor, which the secretary reads in a table of their own. */
    typed?: readonly Fact[];
    /** The line in the secretary's digest, behind the subject. */
    line?: string;
  };

/** Makes a mail: adds the subject with the reference, the signature, the closing, and the notice of test mode. */
export function composeMail(layout: MailLayout, entry: MailEntry): Message {
  const { conference, words, isTest, isLimited } = layout;
  const { kind, event, to, reference, text, link, page, greets, untilPaid } = entry;
  const { facts = [], links = [], typed = [], isKnown = false } = entry;
  const { attachments, line, body, steps, smallPrint, unsubscribe } = entry;
  const { name, looks, dates, status, venue, city, secretary } = conference;
  const { isAboutMoney = true } = mailEvents()[kind];
  const limit = isLimited && !isKnown && to !== undefined ? limitOf(kind) : undefined;
  const isPretend = isTest && isAboutMoney;
  const isForSecretary = to === undefined;
  const contact = isForSecretary ? secretary.email : contactOf(conference, entry);
  // Without it answers go to the secretary.
  const replyTo = entry.replyTo ?? (contact === secretary.email ? undefined : contact);
  const others =
    page === undefined || page === link
      ? links
      : [...links, { words: words.ownPage, address: page }];
  const about =
    reference === undefined
      ? text.subject
      : inOneLine([text.subject, reference], conference.language);
  const [before, after] = aroundAddress(conference.language);
  const closing = reference === undefined ? words.closingWithoutReference : words.closing;
  return {
    key: `${kind}:${event}`,
    kind: isForSecretary ? `${kind}-for-secretary` : kind,
    recipient: to ?? secretary.email,
    ...(limit && { limit }),
    ...(replyTo && { replyTo }),
    reference,
    subject: `${isPretend ? `${words.testModeSubject} ` : ''}${withColon(name, about, layout.language)}`,
    template: {
      language: layout.language,
      colours: { light: coloursOf(looks.palette.light), dark: coloursOf(looks.palette.dark) },
      heading: text.subject,
      notice: isPretend ? (untilPaid ? words.testModeBefore : words.testMode) : undefined,
      greeting:
        greets === undefined ? undefined : fillPlaceholders(words.greeting, { person: greets }),
      paragraphs: [...text.paragraphs],
      body,
      facts,
      typed: typed.length > 0 ? { words: words.typed, facts: [...typed] } : undefined,
      button:
        text.button && link
          ? { words: text.button, address: link, note: entry.linkNote }
          : undefined,
      links: others.length > 0 ? others : undefined,
      steps,
      smallPrint,
      closing: isForSecretary ? undefined : `${closing}${before}${contact}${after}`,
      signature: [
        name,
        inOneLine([dates.text, venue.name, city], conference.language),
        ...(status ? [status.text] : []),
        contact,
      ],
      unsubscribe,
    },
    ...(attachments && { attachments }),
    ...(untilPaid && { untilPaid }),
    ...(line !== undefined && { digestEntry: { label: text.subject, text: line } }),
  };
}

function contactOf(conference: Conference, { kind, contact, isAboutAbstracts }: MailEntry): string {
  if (contact !== undefined) return contact;
  const isAsked = isAboutAbstracts ?? mailEvents()[kind].isAboutAbstracts;
  return (isAsked ? abstractContact(conference) : conference.secretary).email;
}

/** The colours that a mail uses, so that a stored mail has no others. */
function coloursOf(shades: Shades): MailTemplate['colours']['light'] {
  const { paper, raised, ink, soft, rule, accent, accentDeep, onAccent } = shades;
  return { paper, raised, ink, soft, rule, accent, accentDeep, onAccent };
}

/** The reader of a mail: the payer of an order, a participant, an author. */
export type Reader = { email: string; language: string; reference?: string | undefined };

/** A mail to a reader, in the reader's language. */
export function mailTo(
  layouts: MailLayout,
  { email: to, language, reference }: Reader,
  entryIn: (layout: MailLayout) => MailEntry,
): Message {
  const layout = layouts.in(language);
  return composeMail(layout, { to, reference, ...entryIn(layout) });
}

/** An entry with the secretary's copy: what it has besides the reference, or instead of the reader's parts. */
export type CopiedEntry = Omit<MailEntry, 'kind'> & {
  kind: CopiedEvent;
  copy: {
    facts: Fact[];
    typed: Fact[];
    paragraphs?: string[];
    /** The line in the digest. */
    line: readonly (string | undefined)[];
  };
};

/**
 * The two mails of an event: an answer to the person's mail reaches the secretary, and the other way round. The
 * secretary's copy is in the first language.
 */
export function mailsTo(
  layouts: MailLayout,
  reader: Reader,
  entryIn: (layout: MailLayout) => CopiedEntry,
): [person: Message, secretary: Message] {
  const first = layouts.first();
  const { kind, event, copy } = entryIn(first);
  const { facts, typed, paragraphs = [], line } = copy;
  const subject = subjectOfCopy(first.words, kind);
  return [
    mailTo(layouts, reader, entryIn),
    composeMail(first, {
      kind,
      event: `${event}:secretary`,
      reference: reader.reference,
      replyTo: reader.email,
      text: { subject, paragraphs },
      facts,
      typed,
      line: inOneLine(line, first.conference.language),
    }),
  ];
}

/** Facts by the names of their labels; those without a text are left out. */
export function labelled<Texts extends { [label: string]: string | undefined }>(
  labels: Readonly<Record<keyof Texts, string>>,
  texts: Texts,
): Fact[] {
  const facts: Fact[] = [];
  for (const label in texts) {
    const text = texts[label] ?? '';
    if (text !== '') facts.push({ label: labels[label], text });
  }
  return facts;
}

/** A text with further paragraphs. */
export function withSentence<T extends MailEntry['text']>(
  text: T,
  ...sentences: (string | undefined)[]
): T {
  const more = sentences.filter((sentence) => sentence !== undefined);
  return { ...text, paragraphs: [...text.paragraphs, ...more] };
}
