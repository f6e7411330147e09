import type { Tx } from '#server/database/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { Stationery } from '#server/mail/stationery.ts';
import { discountReceived } from './discount-mails.ts';
import { countDiscounts, type DiscountRegistration, insertDiscount } from './discounts.ts';

/** Everything that recording discount registrations needs. */
export type DiscountTools = {
  clock: Clock;
  newId: NewId;
  stationery: Stationery;
  /** Off for load tests: the limit of a mail address does not count. */
  isLimited: boolean;
};

const DAY = 24 * 60 * 60_000;
/** Of one mail address: each is an amount that was agreed with the organisers. */
const MOST_PER_PAYER_AND_DAY = 10;

/** Writes a discount registration down together with its mails; `origin` is where the mail leads back to. */
export async function recordDiscount(
  { clock, newId, stationery, isLimited }: DiscountTools,
  tx: Tx,
  discount: Omit<DiscountRegistration, 'createdAt'>,
  origin: string,
): Promise<void> {
  const now = clock();
  if (isLimited) await refuseBusyPayer(tx, now, discount.email);
  const recorded = { ...discount, createdAt: timestamp(now) };
  await insertDiscount(tx, recorded);
  await postMessages(tx, discountReceived(stationery, recorded, origin), newId, now);
}

async function refuseBusyPayer(tx: Tx, now: Date, email: string): Promise<void> {
  const count = await countDiscounts(tx, timestamp(now, -DAY), email);
  if (count < MOST_PER_PAYER_AND_DAY) return;
  throw new Refusal(
    'too-many-requests',
    'Many payments were begun with this e-mail address today. Please try again tomorrow, or write to us.',
    { retryAfter: 60 * 60 },
  );
}
