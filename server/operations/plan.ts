import type { Content } from '#contract/content.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';

/** The dependencies of the organisers' actions, in commands and in the dashboard. */
export type Organising = {
  payments: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
  receipts: ReceiptDeps;
  /** The origin of the site; links in mails begin with it. */
  origin: string;
  /** The system user who acts. */
  actor: string;
};

/**
 * An action of an organiser: `words` describe it first, then `perform` does it. The transaction of `perform` checks again
 * whether the action is still possible.
 */
export type Plan = {
  /** Sentences about the effect of the action. */
  words: string[];
  /** The text of the button names the deed, the person and the amount: “Refund 120.00 EUR to Bo Fibre”. */
  button: string;
  /** Performs the action, records it, and returns sentences about the result. */
  perform: () => Promise<string[]>;
};

/** The action is not possible; the message is a sentence for the organiser. */
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
