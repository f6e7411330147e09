import * as z from 'zod/mini';
import { Fact, MailTemplate, mailAsHtml, mailAsText } from './mail-template.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Attachment, Mail } from './mailer.ts';

/** A mail that has to go out because of something that was committed together with it. */
export type Message = {
  /** One mail per event: `payment-confirmed:<order id>`. */
  key: string;
  kind: MailKind;
  recipient: string;
  /** Whom an answer goes to; absent: the conference's own address. */
  replyTo?: string;
  /** The order or abstract that it is about. */
  reference?: string | undefined;
  subject: string;
  template: MailTemplate;
  attachments?: Attachment[];
  /** The mail says that something is unpaid: once this is paid (`unpaidKeyOf` of an order), the mail is not sent any more. */
  untilPaid?: string;
  /** It waits until then, because what it says may be replaced by more (`replaceWaiting`). */
  notBefore?: Date;
  /** Its line in the secretary's digest. */
  digestEntry?: Fact;
};

/** A mail as it is sent. */
export type MessageContent = Pick<
  Mail,
  'subject' | 'text' | 'html' | 'attachments' | 'unsubscribe'
> & {
  replyTo: string | undefined;
};

const Attachments = z.optional(
  z.array(z.object({ fileName: z.string(), type: z.string(), content: z.string() })),
);
const Content = z.union([
  z.object({
    subject: z.string(),
    template: MailTemplate,
    replyTo: z.optional(z.string()),
    attachments: Attachments,
    digestEntry: z.optional(Fact),
  }),
  // A message that is plain text.
  z.object({ subject: z.string(), text: z.string() }),
]);

/** The part of a message that the outbox keeps. */
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

/** The line of a mail in a digest; its subject, where it has none. */
export function digestEntryOf(payload: string): Fact {
  const content = Content.parse(JSON.parse(payload));
  const entry = 'digestEntry' in content ? content.digestEntry : undefined;
  return entry ?? { label: content.subject, text: '' };
}

/** The mail that a payload is for; `entries` are the lines of a digest. */
export function contentOf(payload: string, entries: readonly Fact[] = []): MessageContent {
  const content = Content.parse(JSON.parse(payload));
  const { subject } = content;
  if ('text' in content) {
    return { subject, text: content.text, html: undefined, attachments: [], replyTo: undefined };
  }
  const { replyTo, attachments = [] } = content;
  const template = { ...content.template, facts: [...content.template.facts, ...entries] };
  const [text, html] = [mailAsText(template), mailAsHtml(subject, template)];
  return { subject, text, html, replyTo, attachments, unsubscribe: template.unsubscribe?.address };
}
