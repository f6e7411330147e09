/** Hands one mail over for delivery; resolves once another server has accepted it, else throws NotDelivered. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export type Mail = {
  /** The Message-ID. It contains the outbox id, so that a reader recognises a mail that was sent twice. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string | undefined;
  attachments: readonly Attachment[];
  /** The address where one POST unsubscribes the reader; absent for mails that everybody needs. */
  unsubscribe?: string | undefined;
};

/** A small file of text that comes with a mail. */
export type Attachment = { fileName: string; type: string; content: string };

/**
 * A mail was not taken. The message is for logs and for the command line: what the other side said, without its words,
 * because they quote the address.
 */
export class NotDelivered extends Error {
  /** The mail server will never take a mail to this address. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}
