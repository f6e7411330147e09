import type { Requested } from '#contract/requested.ts';
import { lockKey, type Tx } from '#server/database/database.ts';
import { feeIn, feeItem } from '#server/orders/rows/order-items.ts';
import { type Customer, type Order, removed } from '#server/orders/rows/orders.ts';
import {
  completeRegistration,
  dedupeKeyOf,
  findRegistration,
  type Participant,
} from '#server/orders/rows/participants.ts';
import { toPay } from '#server/orders/rows/payment-links.ts';
import type { Purchase } from '#server/orders/sell/place-order.ts';
import { registrationOrderKey } from '#server/orders/rows/purchase-key.ts';
import { itemsOf, productNameOf } from '#server/orders/rows/registration-items.ts';
import type { RegistrationPrice } from '#server/orders/sell/registration-price.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { addOrderToMail, recordRegistration, type RegistrationDeps } from './register.ts';

/** The person who registers, with everything that the form asks. */
export type Registering = Customer &
  Requested & {
    /** The digest of the member whose price it is. */
    memberKey?: string | undefined;
  };

/**
 * Finds or records the registration of a person, and its order, in the caller's transaction. `create` inserts the order
 * or finds the order of the same purchase.
 */
export async function orderRegistration<Created extends { order: Order; isNew: boolean }>(
  tx: Tx,
  { context, deps }: { context: PaymentContext; deps: RegistrationDeps },
  input: Registering,
  sold: { price: RegistrationPrice; origin: string; isConfirming?: boolean },
  create: (purchase: Purchase) => Promise<Created>,
): Promise<Created> {
  const { price, origin, isConfirming } = sold;
  const { presentation: presentationType, registration: registrationType } = price;
  const registrant = { ...input, presentationType, registrationType };
  await lockKey(tx, dedupeKeyOf(registrant));
  const known = await findRegistration(tx, registrant, registrationType);
  const participant = known ?? { id: context.newId(), pageToken: context.newId() };
  const created = await create(purchaseOf(deps, input, price, participant));
  if (!created.isNew) {
    // The order existed already. Once it is paid, its registration does not change any more.
    const {
      paidPaymentId,
      participantIds: [id = ''],
    } = created.order;
    // An erased registration has nothing to complete.
    if (paidPaymentId === undefined) await completeRegistration(tx, id, registrationType, input);
    return created;
  }
  const { language } = deps.mailLayout;
  const where = { origin, toPay: await toPay(tx, context, created, origin), isConfirming };
  if (known === undefined) {
    await recordRegistration(deps, tx, { ...registrant, ...participant, language }, where);
  } else if (await completeRegistration(tx, known.id, registrationType, input)) {
    await addOrderToMail(deps, tx, known.id, where);
  } else {
    throw removed(`the registration ${known.id}`);
  }
  return created;
}

function purchaseOf(
  { mailLayout, prices }: RegistrationDeps,
  input: Registering,
  price: RegistrationPrice,
  { id, pageToken }: Pick<Participant, 'id' | 'pageToken'>,
): Purchase {
  const { name, phone, email, country, institute, memberKey } = input;
  const fee = feeIn(prices);
  const items = itemsOf(price, id).map((item) =>
    item.kind === 'registration' ? { ...item, memberKey } : item,
  );
  return {
    offeredBy: undefined,
    dedupeKey: registrationOrderKey(input, price, memberKey),
    fee,
    productName: productNameOf(price.words, price.label),
    items: [...items, ...feeItem(fee, price.feeCents, prices.currency)],
    customer: { name, email, phone, institute, country },
    language: mailLayout.language,
    pageToken,
  };
}
