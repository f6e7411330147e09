import type { Conference } from '#contract/content/conference-shape.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import type { MailTemplate } from './mail-template.ts';

/** What all mails of the conference have in common. */
export type MailLayout = {
  conference: Conference;
  words: Mails;
  /** Pretend money: mails that speak of money say so. */
  isTest: boolean;
};

/** What is particular to one mail. */
export type Particulars = Pick<
  MailTemplate,
  'facts' | 'button' | 'steps' | 'body' | 'unsubscribe' | 'smallPrint'
> & {
  subject: string;
  reference?: string | undefined;
  /** A name that the reader typed: absent as long as somebody else may have typed it. */
  greets?: string | undefined;
  paragraphs: string[];
  isAboutMoney: boolean;
  /** Nothing is paid yet. */
  isBeforePayment?: boolean;
  isForSecretary?: boolean;
};

/** Adds to a mail what all mails have in common: its subject with the reference, who writes, and how to answer. */
export function withMailLayout(
  { conference, words, isTest }: MailLayout,
  particulars: Particulars,
): { reference: string | undefined; subject: string; template: MailTemplate } {
  const { subject, reference, greets, isAboutMoney, isForSecretary = false } = particulars;
  const { paragraphs, body, facts, button, steps, smallPrint, unsubscribe, isBeforePayment } =
    particulars;
  const { name, accent, dates, venue, city, secretary } = conference;
  const isPretend = isTest && isAboutMoney;
  const about = reference === undefined ? subject : `${subject}, ${reference}`;
  return {
    reference,
    subject: `${isPretend ? `${words.testModeSubject} ` : ''}${name}: ${about}`,
    template: {
      accent,
      heading: subject,
      notice: isPretend ? (isBeforePayment ? words.testModeBefore : words.testMode) : undefined,
      greeting: greets === undefined ? undefined : `${words.greeting} ${greets},`,
      paragraphs: isForSecretary && facts.length > 0 ? [...paragraphs, words.typed] : paragraphs,
      ...(body && { body }),
      facts,
      button,
      steps,
      ...(smallPrint && { smallPrint }),
      closing: isForSecretary
        ? undefined
        : `${reference === undefined ? words.closingWithoutReference : words.closing} ${secretary.email}.`,
      signature: [name, `${dates.text}, ${venue.name}, ${city}`, secretary.email],
      ...(unsubscribe && { unsubscribe }),
    },
  };
}

/** What a mail says, in one line of a digest. */
export function entryText(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}
