/** Hands one mail over for delivery; resolves once somebody else answers for it. */
export interface Mailer {
  send(mail: {
    /** Made of the outbox id, so that a mail sent twice can be told by its reader. */
    messageId: string;
    from: { name: string; address: string };
    to: string;
    subject: string;
    text: string;
  }): Promise<void>;
}
