import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { refuseFull } from '#server/orders/sell/places-left.ts';
import type { Content } from '#contract/content.ts';
import { add, asCents, feeOn } from '#contract/money.ts';
import { lockKey } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { digestOf, timestamp } from '#server/identity.ts';
import { giveFreePlace } from '#server/orders/sell/free-place.ts';
import { type Invitation, useInvitation } from './invitations.ts';
import { lockPeople, registrationPath } from '#server/orders/rows/orders.ts';
import { dedupeKeyOf, findPaidOrder } from '#server/orders/rows/participants.ts';
import { paidAlready, placeOrder } from '#server/orders/sell/place-order.ts';
import { placesOfItems } from '#server/orders/sell/places.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import {
  ALONE,
  priceOfNew,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import type { Organising } from '#server/operations/plan.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { orderRegistration } from '#server/registration/order-registration.ts';
import type { RegistrationDeps } from '#server/registration/register.ts';

export type InvitationDeps = {
  context: PaymentContext;
  content: Content;
  receipts: Organising['receipts'];
  recording: RegistrationDeps;
};

/** The price of an invitation; undefined if the conference has its type no longer, or is cancelled. */
export function invitedPrice(
  { context, content: { prices, conference } }: Pick<InvitationDeps, 'context' | 'content'>,
  { presentation, unitCents }: Invitation,
): RegistrationPrice | undefined {
  if (conference.status?.is === 'cancelled') return undefined;
  const now = timestamp(context.clock());
  const usual = priceOfNew(prices, { ...ALONE, presentation }, now);
  if (!usual) return undefined;
  const feeCents = unitCents === 0 ? asCents(0) : feeOn(unitCents, prices.fee, prices.currency);
  return {
    ...usual,
    phase: undefined,
    presentationCents: unitCents,
    feeCents,
    totalCents: add(unitCents, feeCents),
  };
}

/** The entries of the page; the address is the invited one, to which all mails go. */
export type InvitedDetails = { name: string; phone: string; institute: string; country: string };

/**
 * Registers the person who used a personal link first, in the transaction that marks the link as used. A price of 0.00
 * gives a confirmed place at once. Returns the path of the registration's page; undefined if the link is used or over.
 */
export async function acceptInvitation(
  { context, content, receipts, recording }: InvitationDeps,
  invitation: Invitation,
  details: InvitedDetails,
  { price, origin }: { price: RegistrationPrice; origin: string },
): Promise<string | undefined> {
  const { email, lapsesAt } = invitation;
  const person = { ...details, email };
  const accepted = await context
    .commit(async (tx) => {
      await lockKey(tx, dedupeKeyOf({ ...person, presentationType: price.presentation }));
      await lockPlaces(tx, content.prices);
      await lockPeople(tx, [person]);
      const paid = await findPaidOrder(tx, person);
      if (paid) throw paidAlready(person.name, paid.reference, context.secretary);
      const now = timestamp(context.clock());
      if (price.totalCents > 0) {
        const deps = { context, deps: recording };
        const { order } = await orderRegistration(tx, deps, person, { price, origin }, (purchase) =>
          placeOrder(tx, context, {
            ...purchase,
            dedupeKey: digestOf('invited-order', { invitation: invitation.id }),
            invitedUntil: lapsesAt,
          }),
        );
        if (await useInvitation(tx, invitation, { orderId: order.id, now })) return order;
        throw new LinkIsUsed();
      }
      const id = context.newId();
      const items = itemsOf(price, id);
      await refuseFull(tx, content, placesOfItems(items));
      const order = await giveFreePlace(
        tx,
        { payments: context, content, receipts, origin },
        { id, person, price, items, createdAt: now, invitedUntil: lapsesAt },
      );
      if (await useInvitation(tx, invitation, { orderId: order.id, now })) return order;
      throw new LinkIsUsed();
    })
    .catch((error: unknown) => {
      if (error instanceof LinkIsUsed) return undefined;
      throw error;
    });
  if (!accepted) return undefined;
  await closeOvertaken(context, accepted.id, 'organiser');
  return registrationPath(accepted);
}

/** Takes everything back that the transaction of a used link has written. */
class LinkIsUsed extends AppError {
  constructor() {
    super('closed', () => 'This link has been used.');
  }
}
