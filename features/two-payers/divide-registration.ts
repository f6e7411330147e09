import { asCents, type Cents, fractionOf } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { recordAct } from '#server/orders/change/record-act.ts';
import {
  closeCheckout,
  partsThatCame,
  refuseMismatch,
  refuseUndecided,
} from '#server/orders/change/withdraw-order.ts';
import { saveRecipient, type InvoiceRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { markAsPart } from '#server/orders/rows/divided-orders.ts';
import { commaOf, noteOfPart, withGuests, withNote } from '#server/orders/rows/item-words.ts';
import { changedMeanwhile, lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import {
  feeItem,
  isFee,
  linesOfItems,
  type OrderItem,
  ownWords,
  priceItem,
  type StoredItem,
  sumOf,
} from '#server/orders/rows/order-items.ts';
import {
  changeTotal,
  type Customer,
  isCancelled,
  isDivided,
  isOwnRegistration,
  keepOwnKey,
  type Order,
} from '#server/orders/rows/orders.ts';
import { lapseOfLink, linkUntil, payableBy } from '#server/orders/rows/payment-links.ts';
import { placeOrder } from '#server/orders/sell/place-order.ts';
import { unpayableWords } from '#server/payments/offered-ways.ts';
import { digestOf } from '#server/identity.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { inLanguage } from '#contract/content.ts';
import { partToPay } from './mails.ts';

/** A line of a registration that has a price: an item, or a room with its guests. */
export type Line = { id: string; words: string; cents: Cents; items: readonly StoredItem[] };

/** The lines of a registration that somebody else can pay. */
export function linesToDivide({ items }: Pick<Order, 'items'>): Line[] {
  const priced = items.filter((item) => !isFee(item) && item.kind !== 'guest');
  return priced
    .map((item) => {
      const guests = item.kind === 'room' ? items.filter(({ kind }) => kind === 'guest') : [];
      const [line] = linesOfItems([item, ...guests], false);
      return {
        id: item.id,
        words: line?.words ?? '',
        cents: sumOf([item, ...guests]),
        items: [item, ...guests],
      };
    })
    .filter(({ cents }) => cents > 0);
}

/** Whether a registration can be divided: it is unpaid, its person's own at the usual price, and has two lines. */
export function canBeDivided(order: Order): boolean {
  return (
    isOwnRegistration(order) &&
    order.invitedUntil === undefined &&
    order.paidPaymentId === undefined &&
    !isCancelled(order) &&
    !isDivided(order) &&
    linesToDivide(order).length > 1
  );
}

export type DivisionRequest = {
  order: Order;
  /** The version that the reader has seen. */
  version: number;
  /** The ids of the lines that somebody else pays. */
  lines: readonly string[];
  payer: Customer;
  invoice: InvoiceRecipient | undefined;
};

/**
 * Lets somebody else pay some lines of an unpaid registration. They become an amount that this payer is asked for, and
 * cost nothing in the registration, where their places stay. The fee is divided as the amounts are, so the sum stays.
 */
export async function divideRegistration(
  organising: Organising,
  { order: seen, version, lines, payer, invoice }: DivisionRequest,
): Promise<void> {
  const { payments, content, mailLayout, origin, actor } = organising;
  const { db } = payments;
  if (!canBeDivided(seen)) throw impossible('notOffered');
  if (seen.version !== version) throw changedMeanwhile(seen.reference);
  const all = linesToDivide(seen);
  const theirs = all.filter(({ id }) => lines.includes(id));
  if (theirs.length === 0 || theirs.length === all.length) throw impossible('notOffered');
  refuseProved(organising, theirs);
  const fees = seen.items.filter(isFee);
  const divided = divideFee(seen, theirs);
  for (const cents of [divided.theirs, divided.own]) {
    if (unpayableWords(payments, cents, seen.language) !== undefined)
      throw impossible('notOffered');
  }
  await refuseUndecided(db, { order: seen });
  if ((await partsThatCame(payments, [{ order: seen }])) > 0) throw impossible('beingPaid');
  await closeCheckout(payments, { order: seen });
  const of = inLanguage(content, seen.language);
  const { twoPayers: said } = of.yourRegistration;
  const name = plainName(seen.customer.name);
  const about = noteOfPart(name, seen.reference);
  const context = { ...payments, currency: seen.currency, statesTax: seen.statesTax };
  await act(organising, async (deed) => {
    const { tx, moment } = deed;
    await lockOrders(tx, [seen.id]);
    const order = await refuseChanged(tx, seen);
    const latest = await refuseMismatch(tx, { order });
    // Another attempt may have begun meanwhile, and its money may be on the way.
    if (latest && !isOver(latest.state)) throw impossible('beingPaid');
    const moved = theirs.flatMap(({ items }) => items);
    const { order: part, isNew } = await placeOrder(tx, context, {
      offeredBy: actor,
      dedupeKey: digestOf('part-of-registration', { order: order.id, version: order.version }),
      fee: order.fee,
      productName: said.product,
      items: [
        ...moved.map((item) => askedFor(order, item, about)),
        ...feeItem(order.fee, divided.theirFee, order.currency),
      ],
      customer: payer,
      language: order.language,
      pageToken: '',
    });
    if (!isNew) throw changedMeanwhile(order.reference);
    await markAsPart(tx, part.id, order.id);
    const prices = part.items.filter(({ kind }) => kind === 'asked');
    const note = fillPlaceholders(said.paidWith, { reference: part.reference });
    for (const [at, item] of moved.entries()) {
      const words = withNote(ownWords(item), note);
      const pricedBy = prices[at]?.id;
      await priceItem(tx, item, { unitCents: asCents(0), words, pricedBy });
    }
    for (const fee of fees) {
      await priceItem(tx, fee, { unitCents: divided.ownFee, words: fee.words });
    }
    await keepOwnKey(tx, order.id);
    await changeTotal(tx, order.id, order.productName);
    if (invoice) await saveRecipient(tx, { ...payments, actor }, part.id, invoice);
    const until = payments.payableUntil({ order }, lapseOfLink(moment));
    const link = await linkUntil(tx, payments, part, until.at);
    await recordAct(deed, organising, order, {
      action: 'divide',
      person: order.customer,
      words: `${part.reference} pays a part`,
    });
    const mail = partToPay(mailLayout, payableBy(link, { order: part }, payments, origin), name);
    if ((await deed.post(mail)) === 0) throw impossible('tooMany');
  });
}

/** A price that has to be proved can still change, which no other payer has agreed to. */
function refuseProved({ content: { prices } }: Organising, lines: readonly Line[]): void {
  const types = lines.flatMap(({ items }) => items.filter(({ kind }) => kind === 'registration'));
  const isProved = types.some(({ item }) =>
    prices.presentationTypes.some(({ id, proof }) => id === item && proof !== undefined),
  );
  if (isProved) throw impossible('notOffered');
}

/** The sums of both payers. The other one's part of the fee is rounded half up, and the rest stays with the person. */
function divideFee(
  { items, currency, amountCents, feeCents }: Order,
  theirs: readonly Line[],
): { theirs: Cents; own: Cents; theirFee: Cents; ownFee: Cents } {
  const price = sumOf(items.filter((item) => !isFee(item)));
  const part = asCents(theirs.reduce((sum, { cents }) => sum + cents, 0));
  const theirFee = fractionOf(feeCents, [part, price], currency);
  const whole = asCents(part + theirFee);
  return {
    theirs: whole,
    own: asCents(amountCents - whole),
    theirFee,
    ownFee: asCents(feeCents - theirFee),
  };
}

/**
 * The item by which an amount asks for the price of another item. Its words are those of the item, with the place of the
 * guests of a room; its label is what the payer reads, where guests are a line of their own.
 */
function askedFor({ reference }: Order, item: StoredItem, about: string): OrderItem {
  const { kind, quantity, unitCents, taxBasisPoints } = item;
  const words = ownWords(item);
  const counted = kind === 'extra' && quantity > 1 ? `${words}${commaOf(words)}${quantity}` : words;
  return {
    kind: 'asked',
    item: reference,
    label: withNote(withGuests(counted, []), about),
    words,
    quantity,
    unitCents,
    ...(taxBasisPoints !== undefined && { taxBasisPoints }),
  };
}

/** Gives the items of a registration their prices back, which another order had. */
export async function uniteItems(tx: Tx, order: Order, part: Order): Promise<void> {
  const prices = new Map(part.items.map((item) => [item.id, item]));
  for (const item of order.items) {
    const price = item.pricedBy === undefined ? undefined : prices.get(item.pricedBy);
    if (!price) continue;
    const words = price.words === item.label ? undefined : price.words;
    await priceItem(tx, item, { unitCents: price.unitCents, words });
  }
  const fee = asCents(order.feeCents + part.feeCents);
  for (const each of order.items.filter(isFee)) {
    await priceItem(tx, each, { unitCents: fee, words: each.words });
  }
  await changeTotal(tx, order.id, order.productName);
}

export function impossible(reason: ActionImpossible['reason']): ActionImpossible {
  return new ActionImpossible('This registration cannot be divided now.', { reason });
}
