/** Delivers mails. `send` resolves when the mail server has accepted the mail, and otherwise throws NotDelivered. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** The number of mails that it delivers at the same time; 1 if absent. */
  atOnce?: number;
}

export type Mail = {
  /** The Message-ID. It contains the outbox id, so that mail programs recognise a mail that was sent twice. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  /** The address to which the mail comes back if it cannot be delivered; absent: `from`. */
  returnTo?: string | undefined;
  replyTo: string;
  /** For the header Content-Language. */
  language: string;
  subject: string;
  text: string;
  html: string | undefined;
  attachments: readonly Attachment[];
  /** The address where one POST unsubscribes the reader; absent for mails that everybody needs. */
  unsubscribe?: string | undefined;
};

/** A small text file that is attached to a mail. */
export type Attachment = { fileName: string; type: string; content: string };

/**
 * The mail server did not accept a mail. The message is for logs and commands: it has the codes of the mail server's answer
 * and not its text, which may quote the address.
 */
export class NotDelivered extends Error {
  /** True if the mail server will never accept a mail to this address. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}
