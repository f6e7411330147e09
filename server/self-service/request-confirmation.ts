import { lockKey } from '#server/database/database.ts';
import type { ConfirmationKind } from '#server/database/order-tables.ts';
import { DAY } from '#contract/time-spans.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import {
  type AddressConfirmation,
  confirmationPath,
  countConfirmations,
  insertConfirmation,
  openConfirmations,
} from '#server/orders/rows/address-confirmations.ts';
import { confirmationAsked } from '#server/orders/change/mails.ts';
import { FIELDS } from '#server/orders/change/correct-person.ts';
import { refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { lockOrderRows } from '#server/orders/rows/orders.ts';
import { withdrawConfirmations } from '#server/orders/change/withdraw-confirmations.ts';
import { isForMember, type Subject, whoseOf } from './subject.ts';

/** The mails in a day about one person, and to one address: with more, a stranger could bother somebody. */
const MOST_ABOUT_ONE = 5;
const MOST_TO_ONE = 3;
/** Within this time the same request is a second click. */
const REPEATED_MS = 10 * 60_000;

/**
 * Asks for the yes of a new address, or of a colleague, by a mail with a link. An earlier request about the same person
 * is withdrawn. False if too many mails were sent in a day; the registration does not change in any case.
 */
export async function requestConfirmation(
  organising: Organising,
  subject: Subject,
  kind: ConfirmationKind,
  entries: AddressConfirmation['entries'],
): Promise<boolean> {
  const { payments, mailLayout, origin } = organising;
  const { newId } = payments;
  const { order } = subject;
  const whose = whoseOf(subject);
  return act(organising, async ({ tx, now, moment, post }) => {
    await lockKey(tx, `confirmation:${normalised(entries.email)}`);
    await lockOrderRows(tx, [order.id]);
    // A link that was replaced meanwhile asks for nothing any more.
    await refuseChanged(tx, order);
    const [known] = await openConfirmations(tx, whose);
    const isRepeated =
      known?.kind === kind &&
      known.createdAt > timestamp(moment, -REPEATED_MS) &&
      FIELDS.every((field) => known.entries[field] === entries[field]);
    if (isRepeated) return true;
    const since = timestamp(moment, -DAY);
    const aboutOne = await countConfirmations(tx, whose, since);
    const toOne = await countConfirmations(tx, { email: entries.email }, since);
    if (aboutOne >= MOST_ABOUT_ONE || toOne >= MOST_TO_ONE) return false;
    await withdrawConfirmations(tx, whose, moment);
    const confirmation: AddressConfirmation = {
      ...whose,
      id: newId(),
      token: newId(),
      kind,
      entries,
      state: 'open',
      isByPayer: isForMember(subject),
      createdAt: now,
    };
    await insertConfirmation(tx, confirmation);
    const link = `${origin}${confirmationPath(confirmation)}`;
    await post(confirmationAsked(mailLayout, confirmation, order, link));
    return true;
  });
}
