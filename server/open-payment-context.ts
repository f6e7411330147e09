import type { Content } from '#contract/content.ts';
import { makeCalendar } from '#documents/calendar.ts';
import type { Database } from './database/database.ts';
import type { Clock, NewId } from './identity.ts';
import type { Attachment } from './mail/mailer.ts';
import type { MailLayout } from './mail/mail-layout.ts';
import { freeProvider } from './payments/free-provider.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import {
  issueCreditNote,
  issueReceipt,
  type ReceiptTools,
  mailReviewRequest,
  writeOfMissedPayment,
} from './receipt/issue-documents.ts';

export type PaymentContextParts = {
  db: Database;
  content: Content;
  /** The providers that are configured; free orders need none. */
  providers: readonly PaymentProvider[];
  quota: PaymentContext['quota'];
  clock: Clock;
  newId: NewId;
  alarm: PaymentContext['alarm'];
};

/** Makes the payment context of this conference, and registers what receipts and mails do at payment events. */
export function openPaymentContext({
  db,
  content,
  clock,
  newId,
  ...parts
}: PaymentContextParts): PaymentContext {
  let calendar: Attachment | undefined;
  const tools: ReceiptTools = {
    mailLayout: mailLayoutOf(content, parts.providers),
    // Made with the first receipt: the tables of time zones take their time, and 8 MB.
    calendar: () =>
      (calendar ??= {
        fileName: 'conference.ics',
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: makeCalendar(content),
      }),
    clock,
    newId,
  };
  return {
    db,
    clock,
    newId,
    providers: new Map(
      [...parts.providers, freeProvider(db)].map((provider) => [provider.name, provider]),
    ),
    seller: content.conference.name,
    referencePrefix: content.conference.referencePrefix,
    alarm: parts.alarm,
    quota: parts.quota,
    events: {
      paid: (...paid) => issueReceipt(tools, ...paid),
      missed: (...missed) => writeOfMissedPayment(tools, ...missed),
      refunded: (...refunded) => issueCreditNote(tools, ...refunded),
      flagged: (...flagged) => mailReviewRequest(tools, ...flagged),
    },
    visitorTimeoutMs: 11_500,
  };
}

/** What the mails of this conference are written on. Where no provider is live, mails and receipts say so. */
export function mailLayoutOf(
  { conference, mails }: Content,
  providers: readonly Pick<PaymentProvider, 'live'>[],
): MailLayout {
  return { conference, words: mails, isTest: !providers.some(({ live }) => live) };
}
