import type { Prices } from '#contract/content.ts';
import { ratesIn } from '#contract/content/tax-rates.ts';
import {
  amountWithCode,
  asCents,
  type Cents,
  feeOn,
  feeWords,
  type OrderFee,
} from '#contract/money.ts';
import { rateText } from '#contract/tax.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { digestOf, normalised, timestamp } from '#server/identity.ts';
import { inFull } from '#server/mail/message.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { unpayableWords } from '#server/payments/offered-ways.ts';
import { recipientWords, typedRecipient } from '#server/orders/change/ask-for-invoice.ts';
import { askedFrom } from '#server/orders/rows/asked-orders.ts';
import { askedPayer } from './asked-payer.ts';
import { orderToPay } from '#server/orders/change/mails.ts';
import type { TypedInvoice } from '#server/orders/rows/invoice-entries.ts';
import { type InvoiceRecipient, saveRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { findOrderToChange } from '#server/orders/rows/find-booked.ts';
import { changedMeanwhile } from '#server/orders/rows/lock-orders.ts';
import { feeIn, feeItem, sumOf } from '#server/orders/rows/order-items.ts';
import {
  amountBeforeFee,
  askedReference,
  isCancelled,
  type Order,
} from '#server/orders/rows/orders.ts';
import {
  goodLinkOf,
  LINK_DAYS,
  lapseOfLink,
  pathOf,
  payableBy,
} from '#server/orders/rows/payment-links.ts';
import { orderOf, placeOrder, type Purchase } from '#server/orders/sell/place-order.ts';
import { readDue } from '#server/orders/sell/typed-due.ts';

export type AskRequest = {
  email: string;
  /** As typed, without the processing fee. */
  amount: string;
  words: string;
  name?: string | undefined;
  institute?: string | undefined;
  country?: string | undefined;
  /** The reference of the order that the amount is about. */
  about?: string | undefined;
  /** The rate of the tax in the amount, in per cent, or `exempt`. */
  tax?: string | undefined;
  /** The language of the mails; absent: the first of the conference. */
  language?: string | undefined;
  /** The recipient of the invoice. */
  invoice?: TypedInvoice | undefined;
  isWithoutFee: boolean;
  /** Whether the same amount is meant a second time. */
  isSecond: boolean;
};

/** The purchase of an asked amount, with the sentence of the log. */
export type Asking = { purchase: Purchase; action: 'ask' | 'refund'; words: string };

export const NO_FEE: OrderFee = { percent: 0, fixed: asCents(0), words: '' };

/** Asks anybody for an amount: an order with one item, which gives no place and is paid by its link. */
export async function planAsking(given: Organising, typed: AskRequest): Promise<Plan> {
  const organising = organisingIn(given, typed.language);
  const { payments, content } = organising;
  const { db, currency } = payments;
  const asked = readDue(currency, typed);
  const { email, amountCents, words } = asked;
  const about = typed.about === undefined ? undefined : await findOrderToChange(db, typed.about);
  const customer = await askedPayer(db, { ...typed, email, about });
  const recipient = typedRecipient(content, { country: customer.country }, typed.invoice ?? {});
  const fee = typed.isWithoutFee ? NO_FEE : feeIn(content.prices);
  const taxBasisPoints = readTax(content.prices, typed.tax);
  const tax = taxBasisPoints === undefined ? undefined : rateText(taxBasisPoints);
  const reference = about?.reference ?? '';
  const same = await askedBefore(db, asked, about);
  if (!typed.isSecond) refuseSame(organising, same);
  const before = same.length;
  const purchase = purchaseOf(organising, {
    customer,
    fee,
    items: [
      {
        kind: 'asked',
        item: reference,
        label: words,
        words: content.prices.words.orders.asked,
        quantity: 1,
        unitCents: amountCents,
        taxBasisPoints,
      },
    ],
    // The same amount may be asked for again, but two organisers at once ask once.
    key: { email: normalised(email), amountCents, words: normalised(words), reference, before },
  });
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const percent = feeWords(fee, currency);
  const total = money(sumOf(purchase.items));
  const withFee =
    percent === undefined
      ? '. No processing fee is added.'
      : `, with the processing fee of ${percent} ${total}.`;
  return planOfAsking(
    organising,
    { purchase, action: 'ask', words: `${total} from ${email}, for: ${words}` },
    [
      `${customer.name}, ${email}, would be asked for ${money(amountCents)}${withFee}`,
      ...(payments.statesTax
        ? [tax === undefined ? 'The amount is exempt from VAT.' : `The amount contains ${tax} VAT.`]
        : []),
      ...(recipient ? [`The invoice is addressed to ${recipientWords(recipient)}.`] : []),
      ...(about
        ? [
            `It is about ${about.reference}, the order of ${about.customer.name || 'somebody erased'}.`,
          ]
        : []),
    ],
    { recipient },
  );
}

/** The orders that ask the same payer for the same. */
async function askedBefore(
  db: Db,
  { email, amountCents, words }: ReturnType<typeof readDue>,
  about: Order | undefined,
): Promise<Order[]> {
  return (await askedFrom(db, email)).filter(
    (order) =>
      amountBeforeFee(order) === amountCents &&
      askedReference(order) === about?.reference &&
      order.items.some(({ label }) => normalised(label) === normalised(words)),
  );
}

/** The plan that makes the order of an asked amount and mails its link; `recheck` looks again in the transaction. */
export function planOfAsking(
  organising: Organising,
  { purchase, action, words }: Asking,
  sentences: readonly string[],
  {
    currency = organising.payments.currency,
    statesTax = organising.payments.statesTax,
    recheck,
    recipient,
  }: {
    currency?: Order['currency'];
    statesTax?: boolean;
    recheck?: (tx: Tx) => Promise<void>;
    recipient?: InvoiceRecipient | undefined;
  } = {},
): Plan {
  const { payments, mailLayout, origin, actor } = organising;
  const context = { ...payments, currency, statesTax };
  const order = orderOf(context, purchase);
  const { customer, amountCents } = order;
  const total = amountWithCode(amountCents, currency);
  refuseUnpayable(organising, order);
  const sample = { ...order, reference: `${payments.referencePrefix}-…` };
  const link = { token: '…', lapsesAt: lapseOfLink(payments.clock()) };
  const mail = orderToPay(mailLayout, payableBy(link, { order: sample }, payments, origin));
  return {
    words: [
      ...sentences,
      `It gives nobody a place. The link can be paid for ${LINK_DAYS} days, and this mail goes to ${customer.email}:`,
      ...inFull(mail),
    ],
    button: `Ask ${customer.name} for ${total}`,
    async perform() {
      return act(organising, async ({ tx, post, record }) => {
        await recheck?.(tx);
        const { order: placed, isNew } = await placeOrder(tx, context, purchase);
        if (!isNew) throw changedMeanwhile(placed.reference);
        if (recipient) await saveRecipient(tx, { ...payments, actor }, placed.id, recipient);
        const good = await goodLinkOf(tx, payments, placed);
        const toPay = payableBy(good, { order: placed }, payments, origin);
        await post(orderToPay(mailLayout, toPay));
        const { reference } = placed;
        await record({ action, reference, words });
        return [
          `${reference}: ${total}, to be paid at ${origin}${pathOf(good)}`,
          `${customer.email} gets a mail with the link.`,
        ];
      });
    },
  };
}

type AskedPurchase = Pick<Purchase, 'customer' | 'fee' | 'items' | 'undoes'> & {
  key: Record<string, unknown>;
};

/** The purchase of asked items, with the fee on their sum. */
export function purchaseOf(
  { payments, content: { language, prices }, actor }: Organising,
  { items, key, ...asked }: AskedPurchase,
): Purchase {
  const { fee } = asked;
  const currency = { ...payments.currency, language };
  return {
    ...asked,
    offeredBy: actor,
    dedupeKey: digestOf('asked-order', key),
    productName: prices.words.orders.asked,
    items: [...items, ...feeItem(fee, feeOn(sumOf(items), fee, currency), currency)],
    language,
    pageToken: '',
  };
}

/** Refuses an amount that no provider can take. */
function refuseUnpayable({ payments }: Organising, { amountCents, language }: Order): void {
  const words = unpayableWords(payments, amountCents, language);
  if (words !== undefined) throw new ActionImpossible(words);
}

/** The rate of the tax in an asked amount: one that prices.yaml has, since documents and lists have its columns. */
function readTax(prices: Prices, typed: string | undefined): number | undefined {
  if (typed === undefined) return prices.taxBasisPoints;
  const rates = ratesIn(prices);
  if (normalised(typed) === 'exempt') {
    if (rates.length === 0 || prices.taxExemption !== undefined) return undefined;
    throw new NotUnderstood(
      'prices.yaml does not say why an amount is exempt: please add the sentence as tax_exemption, which documents print.',
    );
  }
  const rate = rates.find(
    (each) => `${each / 100}` === typed.replace(/[\s%]/g, '').replace(',', '.'),
  );
  if (rate !== undefined) return rate;
  throw new NotUnderstood(
    rates.length === 0
      ? 'prices.yaml states no tax.'
      : `prices.yaml has no tax of "${typed}": ${rates.map((each) => each / 100).join(', ')} or exempt.`,
  );
}

/** Refuses an amount that waits for its payment, or was asked for within a day. */
function refuseSame({ payments: { clock } }: Organising, same: readonly Order[]): void {
  const since = timestamp(clock(), -DAY);
  const last = same.findLast(
    (order) =>
      !isCancelled(order) && (order.paidPaymentId === undefined || order.createdAt > since),
  );
  if (!last) return;
  throw new ActionImpossible(
    last.paidPaymentId === undefined
      ? `${last.reference} asks for the same and is not paid yet: resend ${last.reference} sends its link again. Is this a second one?`
      : `${last.reference} asked for the same within a day, and is paid. Is this a second one?`,
    { remedy: 'isSecond' },
  );
}
