import { PARTICIPANT } from '#server/identity.ts';
import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import type { Refusal } from '#contract/refusals.ts';
import type { AppError } from '#server/errors.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Subject } from './subjects.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';

/** The dependencies of the organisers' actions in commands and in the dashboard, and of a participant's own acts. */
export type Organising = {
  payments: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
  receipts: ReceiptDeps;
  /** The origin of the site; links in mails begin with it. */
  origin: string;
  /** The system user who acts, or `PARTICIPANT`. */
  actor: string;
};

/** The same dependencies in another language of the conference, for what is new. */
export function organisingIn(organising: Organising, language: string | undefined): Organising {
  if (language === undefined) return organising;
  const { content, mailLayout } = organising;
  const known = languagesOf(content);
  if (!known.includes(language)) {
    throw new ActionImpossible(
      `The conference has no texts in “${language}”. It has ${known.join(', ')}.`,
    );
  }
  return {
    ...organising,
    content: inLanguage(content, language),
    mailLayout: mailLayout.in(language),
  };
}

/** Whether a participant acts on the own page, and not an organiser. */
export function isByParticipant({ actor }: Pick<Organising, 'actor'>): boolean {
  return actor === PARTICIPANT;
}

/**
 * An action of an organiser: `words` describe it first, then `perform` does it. The transaction of `perform` checks again
 * whether the action is still possible.
 */
export type Plan = {
  /** Sentences about the effect of the action. */
  words: string[];
  /**
   * The text of the button names the deed, the person and the amount: “Refund 120.00 EUR to Bo Fibre”. Undefined if there
   * is nothing to do.
   */
  button: string | undefined;
  /**
   * The money that leaves, in cents of the conference's currency, and the people who get a letter: much of it may need a
   * second person. Prices need a right of their own, and `needs` has rights besides that of the command.
   */
  weighs?: { cents?: number; people?: number; changesPrices?: boolean; needs?: readonly Subject[] };
  /** Performs the action, records it, and returns sentences about the result. */
  perform: () => Promise<string[]>;
};

/** The action is not possible; the message is a sentence for the organiser. */
export class ActionImpossible extends Error {
  /** The reason for readers who get a sentence of their own. */
  readonly reason: Refusal;
  /** The field of the same action that helps: it overrules the refusal, or says what is missing. */
  readonly remedy: string | undefined;
  /** The same refusal for a visitor, if it has details that `reason` does not have. */
  readonly forVisitor: AppError | undefined;

  constructor(
    message: string,
    about: {
      reason?: Refusal | undefined;
      remedy?: string | undefined;
      forVisitor?: AppError | undefined;
    } = {},
  ) {
    super(message);
    this.reason = about.reason ?? 'other';
    this.remedy = about.remedy;
    this.forVisitor = about.forVisitor;
  }
}

/** The input cannot be read. */
export class NotUnderstood extends ActionImpossible {}

/** An output or error lists at most this many of one sort. */
const MOST_NAMED = 20;

/** The first of many, and the number of the others: more would hide what else is said. */
export function firstOf(all: readonly (string | number)[]): (string | number)[] {
  const more = all.length - MOST_NAMED;
  return more > 0 ? [...all.slice(0, MOST_NAMED), `and ${more} more`] : [...all];
}

/** Refuses a sheet or a plan that has mistakes, with a line for each. */
export function refuseMistakes(mistakes: readonly string[], advice?: string): void {
  if (mistakes.length === 0) return;
  const lines = [...firstOf(mistakes), ...(advice === undefined ? [] : [advice])];
  throw new ActionImpossible(lines.join('\n'));
}
