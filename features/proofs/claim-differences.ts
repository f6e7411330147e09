import { amountWithCode, asCents } from '#contract/money.ts';
import type { Content } from '#contract/content.ts';
import { withIncluded } from '#contract/content/combinations.ts';
import { timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { act } from '#server/operations/act.ts';
import { proposeChange } from '#server/orders/change/change-order.ts';
import { CLAIMING, openChanges } from '#server/orders/rows/order-changes.ts';
import { getOrder, lockOrderRows } from '#server/orders/rows/orders.ts';
import { lapseOfChange, linkOfChange, payableBy } from '#server/orders/rows/payment-links.ts';
import { proofMissing } from './mails.ts';
import { neededProof } from './proof-needs.ts';
import { claimDifference, findProof } from './proofs.ts';
import { lacksProof, listUnproved } from './unproved-people.ts';
import { changeOf, itemsAfter, quoteChange } from '#server/orders/change/quote-change.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';

export type Claiming = {
  payments: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
  origin: string;
};

/**
 * Claims the difference to the full price from everybody whose price needs a proof that was not accepted in time. Each
 * participant is asked once, however many servers run this. Returns the number of claims.
 */
export async function claimDifferences(
  claiming: Claiming,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { payments, content } = claiming;
  // Nobody pays more for a conference that does not take place.
  if (content.conference.status?.is === 'cancelled') return 0;
  const now = timestamp(payments.clock());
  const due = content.prices.presentationTypes
    .filter(({ proof }) => proof && proof.until.at <= now)
    .map(({ id }) => id);
  let claims = 0;
  for (const { orderId, participantId } of await listUnproved(payments.db, due)) {
    if (stopped.aborted) return claims;
    if (await claim(claiming, orderId, participantId)) claims += 1;
  }
  return claims;
}

/** Whether this call has claimed the difference. */
async function claim(
  { payments, content, mailLayout, origin }: Claiming,
  orderId: string,
  participantId: string,
): Promise<boolean> {
  const claiming = { payments, actor: CLAIMING };
  return act(claiming, async ({ tx, now, moment, post, record }) => {
    await lockOrderRows(tx, [orderId]);
    const order = await getOrder(tx, orderId);
    const needed = neededProof(content.prices, order, participantId);
    const proof = await findProof(tx, participantId);
    if (!needed || !(await lacksProof(tx, proof))) return false;
    // A change that waits for its payment would not fit the changed order; it lapses or is paid soon.
    if ((await openChanges(tx, orderId, [participantId])).length > 0) return false;
    const from = itemsFor(order.items, participantId);
    const before = choiceOf(from);
    const quote =
      before &&
      quoteChange(
        content.prices,
        order,
        participantId,
        withIncluded(content.prices, { ...before, presentation: needed.otherwise }),
      );
    // Nothing is due now; a later change may make the price of the type the lower one.
    if (!quote || quote.differenceCents <= 0) return false;
    const about = changeOf(from, itemsAfter(order, participantId, quote));
    // Nobody else can have the place of this person, so a full type does not stop the claim.
    const change = await proposeChange(tx, payments, order, quote, {
      participantId,
      actor: CLAIMING,
      ...about,
      lapsesAt: lapseOfChange(moment, false),
    });
    const claimed = { now, changeId: change.id, insteadOf: proof?.changeId };
    if (!(await claimDifference(tx, participantId, claimed))) {
      throw new Error(`${order.reference} was claimed twice`);
    }
    const toPay = payableBy(linkOfChange(change), { order, change }, payments, origin);
    await post(proofMissing(mailLayout, toPay));
    const difference = amountWithCode(asCents(quote.differenceCents), order.currency);
    const words = `not proved in time: ${difference} for ${about.becomes}`;
    await record({ action: 'proofs', reference: order.reference, participantId, words });
    return true;
  });
}
