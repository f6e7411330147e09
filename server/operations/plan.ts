import type { Content } from '#contract/content.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';

/** The things that the actions of organisers need, from the command line and from the dashboard. */
export type Organising = {
  payments: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
  receipts: ReceiptDeps;
  /** The address at which visitors reach the site; links in mails begin with it. */
  origin: string;
  /** The system user who acts. */
  actor: string;
};

/**
 * Something an organiser wants done: first it is said, then done. What was true when it was planned is looked at again, in
 * the transaction that does it.
 */
export type Plan = {
  /** Sentences that say what it would do. */
  words: string[];
  /** The text of the button that does it, with the deed, the person and the amount: “Refund 120.00 EUR to Bo Fibre”. */
  button: string;
  /** Does it, notes it in the log, and says what was done. */
  perform: () => Promise<string[]>;
};

/** It cannot be done; the message is a sentence for the organiser. */
export class ActionImpossible extends Error {
  /** The field of the same action that helps: it overrules the refusal, or says what is missing. */
  readonly remedy: string | undefined;
  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** The input cannot be read. */
export class NotUnderstood extends ActionImpossible {}
