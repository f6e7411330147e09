import type { Content } from '#contract/content.ts';
import { makeCalendar } from '#documents/calendar.ts';
import type { Database } from './database/database.ts';
import type { Clock, NewId } from './identity.ts';
import type { Attachment } from './mail/mailer.ts';
import type { Stationery } from './mail/stationery.ts';
import { freeProvider } from './payment/free.ts';
import { findPaymentByRef } from './payment/payments.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';
import type { Till, WhenPaid } from './payment/till.ts';
import {
  issueCreditNote,
  issueReceipt,
  type ReceiptTools,
  writeOfDoubt,
  writeOfMissedPayment,
} from './receipt/issue-papers.ts';

export type TillParts = {
  db: Database;
  content: Content;
  /** The providers that are configured; free orders need none. */
  providers: readonly PaymentProvider[];
  ceiling: Till['ceiling'];
  clock: Clock;
  newId: NewId;
  alarm: Till['alarm'];
};

/** The till of this conference: told what happens when each kind of order is paid. */
export function openTill({ db, content, clock, newId, ...parts }: TillParts): Till {
  const free = freeProvider(async (ref) => (await findPaymentByRef(db, ref))?.orderId);
  let calendar: Attachment | undefined;
  const tools: ReceiptTools = {
    stationery: stationeryOf(content, parts.providers),
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
  const issue: WhenPaid = (...paid) => issueReceipt(tools, ...paid);
  return {
    db,
    clock,
    newId,
    providers: new Map([...parts.providers, free].map((provider) => [provider.name, provider])),
    seller: content.conference.name,
    referencePrefix: content.conference.referencePrefix,
    alarm: parts.alarm,
    ceiling: parts.ceiling,
    whenPaid: { registration: issue, discount: issue },
    whenMissed: (...missed) => writeOfMissedPayment(tools, ...missed),
    whenRefunded: (...refunded) => issueCreditNote(tools, ...refunded),
    whenInDoubt: (...doubtful) => writeOfDoubt(tools, ...doubtful),
    patienceMs: 11_500,
  };
}

/** What the mails of this conference are written on. Where no provider is live, mails and receipts say so. */
export function stationeryOf(
  { conference, mails }: Content,
  providers: readonly Pick<PaymentProvider, 'live'>[],
): Stationery {
  return { conference, words: mails, isTest: !providers.some(({ live }) => live) };
}
