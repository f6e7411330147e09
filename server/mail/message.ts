import * as z from 'zod/mini';
import { Fact, MailTemplate, mailAsHtml, mailAsText } from './mail-template.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Attachment, Mail } from './mailer.ts';

/** A mail that is written in the transaction of its cause. */
export type Message = {
  /** One mail per event: `payment-confirmed:<order id>`. */
  key: string;
  kind: MailKind;
  recipient: string;
  /** The address for answers; absent: the conference's own. */
  replyTo?: string;
  /** The order or abstract that the mail is about. */
  reference?: string | undefined;
  subject: string;
  template: MailTemplate;
  attachments?: Attachment[];
  /** For a mail about a missing payment: the key of the payment (`unpaidKeyOf` of an order), after which the mail is not sent. */
  untilPaid?: string | undefined;
  /** The mail waits until this time, because `replaceWaiting` may replace it by a more complete one. */
  notBefore?: Date;
  /** How many mails of these kinds the recipient gets in a day; absent: any number. A copy has the limit of its mail. */
  limit?: { most: number; kinds: readonly string[] };
  /** The line in the secretary's digest. */
  digestEntry?: Fact;
};

/** A mail in full, for an organiser who is about to send it. */
export function inFull({ subject, template }: Message): string[] {
  return ['', `Subject: ${subject}`, '', mailAsText(template)];
}

/** A mail as it is sent. */
export type MessageContent = Pick<
  Mail,
  'language' | 'subject' | 'text' | 'attachments' | 'unsubscribe'
> & {
  html: string;
  replyTo: string | undefined;
};

const Attachments = z.optional(
  z.array(z.object({ fileName: z.string(), type: z.string(), content: z.string() })),
);
const Content = z.object({
  subject: z.string(),
  template: MailTemplate,
  replyTo: z.optional(z.string()),
  attachments: Attachments,
  digestEntry: z.optional(Fact),
});

/** The content of a message for the outbox. */
export function payloadOf(message: Message): string {
  const { subject, template, replyTo, attachments, digestEntry } = message;
  const content: z.input<typeof Content> = {
    subject,
    template,
    replyTo,
    attachments,
    digestEntry,
  };
  return JSON.stringify(content);
}

/** The line of a mail in a digest; its subject if it has no line. */
export function digestEntryOf(payload: string): Fact {
  const { digestEntry, subject } = Content.parse(JSON.parse(payload));
  return digestEntry ?? { label: subject, text: '' };
}

/** The mail that is stored in a payload; `entries` are the lines of a digest. */
export function contentOf(payload: string, entries: readonly Fact[] = []): MessageContent {
  const content = Content.parse(JSON.parse(payload));
  const { subject, replyTo, attachments = [] } = content;
  const template = { ...content.template, facts: [...content.template.facts, ...entries] };
  const [text, html] = [mailAsText(template), mailAsHtml(subject, template)];
  const { language } = template;
  return {
    language,
    subject,
    text,
    html,
    replyTo,
    attachments,
    unsubscribe: template.unsubscribe?.address,
  };
}
