import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { type CopiedEvent, type MailEvent, mailEvents, subjectOfCopy } from './mail-kinds.ts';
import type { Fact, MailTemplate } from './mail-template.ts';
import type { Message } from './message.ts';

/** The conference and the texts that all its mails are made of. */
export type MailLayout = {
  conference: Conference;
  words: Mails;
  /** Pretend money: mails that speak of money say so. */
  isTest: boolean;
};

/** One mail: to whom it goes, and what it says. Its kind knows the rest. */
type MailEntry = Pick<
  Message,
  'reference' | 'replyTo' | 'attachments' | 'untilPaid' | 'digestEntry'
> &
  Partial<Pick<MailTemplate, 'facts' | 'steps' | 'body' | 'unsubscribe' | 'smallPrint'>> & {
    kind: MailEvent;
    /** One mail goes out for each. */
    event: string;
    /** Absent: it goes to the secretary. */
    to?: string;
    /** From content/mails.yaml. */
    text: { subject: string; paragraphs: readonly string[]; button?: string };
    /** The address behind the button. */
    link?: string | undefined;
    /** A name that the reader typed: absent as long as somebody else may have typed it. */
    greets?: string | undefined;
  };

/** Makes a mail: adds the subject with the reference, who writes, how to answer, and what test mode says. */
export function composeMail(layout: MailLayout, entry: MailEntry): Message {
  const { conference, words, isTest } = layout;
  const { kind, event, to, reference, text, link, greets, facts = [], steps, untilPaid } = entry;
  const { replyTo, attachments, digestEntry, body, smallPrint, unsubscribe } = entry;
  const { name, accent, dates, venue, city, secretary } = conference;
  const { isAboutMoney = true } = mailEvents[kind];
  const isPretend = isTest && isAboutMoney;
  const isForSecretary = to === undefined;
  const about = reference === undefined ? text.subject : `${text.subject}, ${reference}`;
  return {
    key: `${kind}:${event}`,
    kind: isForSecretary ? `${kind}-for-secretary` : kind,
    recipient: to ?? secretary.email,
    ...(replyTo && { replyTo }),
    reference,
    subject: `${isPretend ? `${words.testModeSubject} ` : ''}${name}: ${about}`,
    template: {
      accent,
      heading: text.subject,
      notice: isPretend ? (untilPaid ? words.testModeBefore : words.testMode) : undefined,
      greeting: greets === undefined ? undefined : `${words.greeting} ${greets},`,
      paragraphs: [
        ...text.paragraphs,
        ...(isForSecretary && facts.length > 0 ? [words.typed] : []),
      ],
      ...(body && { body }),
      facts,
      button: text.button && link ? { words: text.button, address: link } : undefined,
      steps,
      ...(smallPrint && { smallPrint }),
      closing: isForSecretary
        ? undefined
        : `${reference === undefined ? words.closingWithoutReference : words.closing} ${secretary.email}.`,
      signature: [name, `${dates.text}, ${venue.name}, ${city}`, secretary.email],
      ...(unsubscribe && { unsubscribe }),
    },
    ...(attachments && { attachments }),
    ...(untilPaid && { untilPaid }),
    ...(digestEntry && { digestEntry }),
  };
}

/** The mails of one event, to the person and to the secretary. An answer to either reaches the other. */
export function composeMails(
  layout: MailLayout,
  {
    person,
    secretary: { facts, paragraphs = [], line },
    ...both
  }: {
    kind: CopiedEvent;
    event: string;
    reference: string | undefined;
    to: string;
    person: Omit<MailEntry, 'kind' | 'event' | 'reference' | 'to'>;
    secretary: {
      facts: Fact[];
      paragraphs?: string[] | undefined;
      /** Its line in the digest. */
      line: readonly (string | undefined)[];
    };
  },
): [person: Message, secretary: Message] {
  const { kind, event, reference, to: replyTo } = both;
  const subject = subjectOfCopy(layout.words, kind);
  return [
    composeMail(layout, { ...person, ...both }),
    composeMail(layout, {
      kind,
      event: `${event}:secretary`,
      reference,
      replyTo,
      text: { subject, paragraphs },
      facts,
      digestEntry: { label: subject, text: line.filter(Boolean).join(', ') },
    }),
  ];
}
