import type { Content } from '#contract/content.ts';
import type { Database } from './database/database.ts';
import type { Clock, NewId } from './identity.ts';
import { postMessage } from './mail/outbox.ts';
import { freeProvider } from './payment/free.ts';
import { findPaymentByRef } from './payment/payments.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';
import type { Till, WhenPaid } from './payment/till.ts';
import { paymentConfirmed } from './registration/registration-mails.ts';

export type TillParts = {
  db: Database;
  content: Content;
  /** The providers that are configured; free orders need none. */
  providers: readonly PaymentProvider[];
  clock: Clock;
  newId: NewId;
  /** Pretend money: mails say so. */
  isTest: boolean;
  alarm: Till['alarm'];
};

/** The till of this conference: told what happens when each kind of order is paid. */
export function openTill({ db, content, clock, newId, isTest, ...parts }: TillParts): Till {
  const free = freeProvider(async (ref) => (await findPaymentByRef(db, ref))?.orderId);
  const postReceipt: WhenPaid = (tx, order) =>
    postMessage(tx, paymentConfirmed(order, content.conference, isTest), newId(), clock());
  return {
    db,
    clock,
    newId,
    providers: new Map([...parts.providers, free].map((provider) => [provider.name, provider])),
    seller: content.conference.name,
    referencePrefix: content.conference.referencePrefix,
    alarm: parts.alarm,
    whenPaid: { registration: postReceipt, discount: postReceipt },
  };
}
