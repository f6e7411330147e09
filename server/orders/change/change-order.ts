import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { closeChange, insertChange, type OrderChange } from '#server/orders/rows/order-changes.ts';
import {
  addToFee,
  bookProposed,
  insertItems,
  itemsOfChange,
  markReplaced,
  type OrderItem,
  positionedBeside,
} from '#server/orders/rows/order-items.ts';
import { changeTotal, isGroup, type Order, raiseVersion } from '#server/orders/rows/orders.ts';
import type { Quote } from './quote-change.ts';
import { changePart, type Participant } from '#server/orders/rows/participants.ts';
import { itemsFor, productNameOf } from '#server/orders/rows/registration-items.ts';

type Deps = { clock: Clock; newId: NewId } & Pick<PaymentContext, 'wordsIn'>;

/** Writes a proposed change with the items that the change would book. The caller has locked the order. */
export async function proposeChange(
  tx: Tx,
  { clock, newId }: Deps,
  order: Order,
  quote: Quote,
  about: Pick<OrderChange, 'participantId' | 'actor' | 'was' | 'becomes'> &
    Partial<Pick<OrderChange, 'lapsesAt' | 'stay'>>,
): Promise<OrderChange> {
  const change: OrderChange = {
    ...about,
    id: newId(),
    orderId: order.id,
    differenceCents: quote.differenceCents,
    feeDifferenceCents: quote.feeDifferenceCents,
    state: 'proposed',
    token: quote.differenceCents > 0 ? newId() : undefined,
    paidPaymentId: undefined,
    lapsesAt: about.lapsesAt,
    createdAt: timestamp(clock()),
  };
  await insertChange(tx, change);
  const beside = itemsFor(order.items, about.participantId ?? '');
  await insertItems(tx, positionedBeside(beside, quote.added, newId), {
    orderId: order.id,
    createdAt: change.createdAt,
    changeId: change.id,
  });
  await markReplaced(tx, quote.replaced, change.id);
  await raiseVersion(tx, order.id);
  return change;
}

/** Makes a proposed change, in the transaction that has locked its order; false if the change was closed before. */
export async function makeChange(
  tx: Tx,
  { clock, newId }: Deps,
  order: Pick<Order, 'id' | 'fee' | 'currency' | 'productName'>,
  { id, feeDifferenceCents }: Pick<OrderChange, 'id' | 'feeDifferenceCents'>,
): Promise<boolean> {
  const now = timestamp(clock());
  if (!(await closeChange(tx, id, 'made', now))) return false;
  const { proposed } = await itemsOfChange(tx, id);
  await bookProposed(tx, id, proposed.length > 0 ? 'replaced' : 'cancelled');
  await addToFee(tx, newId, order, feeDifferenceCents, { changeId: id, createdAt: now });
  await changeTotal(tx, order.id, order.productName);
  return true;
}

/** Makes a change of one person, also in the person's row; false if the change was closed before. */
export async function changePerson(
  tx: Tx,
  deps: Deps,
  order: Order,
  change: Pick<OrderChange, 'id' | 'feeDifferenceCents'>,
  { person, to }: { person: Participant; to: readonly OrderItem[] },
): Promise<boolean> {
  const registration = to.find(({ kind }) => kind === 'registration');
  if (!registration) throw new Error(`${order.reference} would be for nothing`);
  const { labels } = deps.wordsIn(order.language);
  const productName = isGroup(order)
    ? order.productName
    : productNameOf(labels, registration.label);
  if (!(await makeChange(tx, deps, { ...order, productName }, change))) return false;
  await changePart(tx, person, {
    presentationType: registration.item,
    registrationType: to.some(({ kind }) => kind === 'room') ? 'stay' : 'registration',
  });
  return true;
}
