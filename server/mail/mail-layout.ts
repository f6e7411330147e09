import { inOneLine } from '#contract/content/languages.ts';
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

/** The parts of one mail. Its kind decides the rest. */
type MailEntry = Pick<
  Message,
  'reference' | 'replyTo' | 'attachments' | 'untilPaid' | 'digestEntry'
> &
  Partial<
    Pick<MailTemplate, 'facts' | 'links' | 'steps' | 'body' | 'unsubscribe' | 'smallPrint'>
  > & {
    kind: MailEvent;
    /** There is one mail for each kind and event. */
    event: string;
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
  };

/** Makes a mail: adds the subject with the reference, the signature, the closing, and the notice of test mode. */
export function composeMail(layout: MailLayout, entry: MailEntry): Message {
  const { conference, words, isTest, isLimited } = layout;
  const { kind, event, to, reference, text, link, greets, facts = [], steps, untilPaid } = entry;
  const { page, links = [], linkNote, typed = [], isKnown = false } = entry;
  const { replyTo, attachments, digestEntry, body, smallPrint, unsubscribe } = entry;
  const { name, looks, dates, status, venue, city, secretary } = conference;
  const { isAboutMoney = true } = mailEvents()[kind];
  const limit = isLimited && !isKnown && to !== undefined ? limitOf(kind) : undefined;
  const isPretend = isTest && isAboutMoney;
  const isForSecretary = to === undefined;
  const others =
    page === undefined || page === link
      ? links
      : [...links, { words: words.ownPage, address: page }];
  const about = reference === undefined ? text.subject : `${text.subject}, ${reference}`;
  return {
    key: `${kind}:${event}`,
    kind: isForSecretary ? `${kind}-for-secretary` : kind,
    recipient: to ?? secretary.email,
    ...(limit && { limit }),
    ...(replyTo && { replyTo }),
    reference,
    subject: `${isPretend ? `${words.testModeSubject} ` : ''}${name}: ${about}`,
    template: {
      language: layout.language,
      colours: { light: coloursOf(looks.palette.light), dark: coloursOf(looks.palette.dark) },
      heading: text.subject,
      notice: isPretend ? (untilPaid ? words.testModeBefore : words.testMode) : undefined,
      greeting:
        greets === undefined ? undefined : fillPlaceholders(words.greeting, { person: greets }),
      paragraphs: [...text.paragraphs],
      ...(body && { body }),
      facts,
      ...(typed.length > 0 && { typed: { words: words.typed, facts: [...typed] } }),
      button:
        text.button && link ? { words: text.button, address: link, note: linkNote } : undefined,
      ...(others.length > 0 && { links: others }),
      steps,
      ...(smallPrint && { smallPrint }),
      closing: isForSecretary
        ? undefined
        : `${reference === undefined ? words.closingWithoutReference : words.closing} ${secretary.email}.`,
      signature: [
        name,
        inOneLine([dates.text, venue.name, city], conference.language),
        ...(status ? [status.text] : []),
        secretary.email,
      ],
      ...(unsubscribe && { unsubscribe }),
    },
    ...(attachments && { attachments }),
    ...(untilPaid && { untilPaid }),
    ...(digestEntry && { digestEntry }),
  };
}

/** The colours that a mail uses, so that a stored mail has no others. */
function coloursOf(shades: Shades): MailTemplate['colours']['light'] {
  const { paper, raised, ink, soft, rule, accent, accentDeep, onAccent } = shades;
  return { paper, raised, ink, soft, rule, accent, accentDeep, onAccent };
}

/** The two mails of an event: an answer to the person's mail reaches the secretary, and the other way round. */
export function composeMails(
  layout: MailLayout,
  {
    person,
    secretary,
    ...both
  }: {
    kind: CopiedEvent;
    event: string;
    reference: string | undefined;
    to: string;
    person: Omit<MailEntry, 'kind' | 'event' | 'reference' | 'to'>;
    /** The secretary's copy is in the first language. */
    secretary: (layout: MailLayout) => {
      facts: Fact[];
      typed: Fact[];
      paragraphs?: string[] | undefined;
      /** The line in the digest. */
      line: readonly (string | undefined)[];
    };
  },
): [person: Message, secretary: Message] {
  const { kind, event, reference, to: replyTo } = both;
  const first = layout.first();
  const subject = subjectOfCopy(first.words, kind);
  const { facts, typed, paragraphs = [], line } = secretary(first);
  return [
    composeMail(layout, { ...person, ...both }),
    composeMail(first, {
      kind,
      event: `${event}:secretary`,
      reference,
      replyTo,
      text: { subject, paragraphs },
      facts,
      typed,
      digestEntry: { label: subject, text: line.filter(Boolean).join(', ') },
    }),
  ];
}
