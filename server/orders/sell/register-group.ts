import * as z from 'zod/mini';
import { pluralText } from '#contract/content/plural.ts';
import { amountWithCode, type Cents, feeOn } from '#contract/money.ts';
import { person as personFields } from '#contract/person.ts';
import type { Tx } from '#server/database/database.ts';
import { digestOf, normalised, normalisedPhone, timestamp } from '#server/identity.ts';
import { counted } from '#server/counted.ts';
import { changedMeanwhile, lockOrders } from '#server/orders/rows/lock-orders.ts';
import { placeOrder, type Purchase } from './place-order.ts';
import {
  type Customer,
  findOrderByDedupeKey,
  getOrder,
  isCancelled,
  linesOf,
  type Order,
} from '#server/orders/rows/orders.ts';
import { inOneLine } from '#server/orders/rows/item-words.ts';
import { feeIn, feeItem, sumOf } from '#server/orders/rows/order-items.ts';
import { placesOfItems } from './places.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import {
  findPaymentLink,
  goodLinkOf,
  isGood,
  LINK_DAYS,
  pathOf,
  payableBy,
  type PaymentLink,
} from '#server/orders/rows/payment-links.ts';
import { refuseUsedMemberships, withMemberKeys } from './price-needs.ts';
import { priceOf, type RegistrationPrice } from './registration-price.ts';
import { findPaidOrder, insertParticipant } from '#server/orders/rows/participants.ts';
import { refuseClosedItems } from './on-sale.ts';
import { refuseFull, reservePlaces } from './places-left.ts';
import { act } from '#server/operations/act.ts';
import { columnsNotRead, type GroupPerson, inEachLanguage, readGroup } from './group-people.ts';
import { orderToPay } from '#server/orders/change/mails.ts';
import {
  ActionImpossible,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { type InvoiceRecipient, saveRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { recipientWords, typedRecipient } from '#server/orders/change/ask-for-invoice.ts';
import type { TypedInvoice } from '#server/orders/rows/invoice-entries.ts';
import { possible } from '#server/orders/change/possible.ts';
import { type Cell, passedOverWords } from '#server/files/sheet-table.ts';
import { refuseAtCancelled } from '#server/orders/change/refuse-at-cancelled.ts';
import { typedCountry } from './typed-country.ts';
import { refuseMismatch } from '#server/orders/change/withdraw-order.ts';

export type GroupRequest = {
  /** The sheet, row by row; one of the first rows names the columns. */
  rows: readonly (readonly Cell[])[];
  /** The payer; absent entries are copied from the first person in the sheet. */
  payer: Record<'name' | 'email' | 'institute' | 'country', string | undefined>;
  /** The language of the mails; absent: the first of the conference. */
  language?: string | undefined;
  /** The recipient of the invoice; without entries the group gets a receipt. */
  invoice?: TypedInvoice;
  /** At the registration desk nothing is closed. The registration is followed by `follow`, which returns sentences. */
  atDesk?: { isPaidHere: boolean; follow: (order: Order) => Promise<string[]> };
};

/** A member of the group, with an id for the registration. */
type Member = GroupPerson & {
  id: string;
  price: RegistrationPrice;
  /** The digest of the member whose price it is. */
  memberKey?: string | undefined;
};

/**
 * Registers the people of a sheet as one order, which a payer pays by a link; a second reading of the same sheet finds
 * the same order.
 */
export async function planGroup(given: Organising, request: GroupRequest): Promise<Plan> {
  refuseAtCancelled(given);
  const organising = organisingIn(given, request.language);
  const { payments, content, origin } = organising;
  const { db, currency } = payments;
  const people = readGroup(inEachLanguage(given.content), request.rows);
  const payer = payerOf(people, request.payer);
  const recipient = typedRecipient(content, { country: payer.country }, request.invoice ?? {});
  const { atDesk } = request;
  const priced = (all: readonly GroupPerson[]) => pricedNow(organising, all, atDesk === undefined);
  const members = await withMemberKeys(db, content.prices, priced(people));
  const purchase = purchaseOf(organising, { members, payer });
  const totalCents = sumOf(purchase.items);
  if (totalCents > currency.most) {
    throw new ActionImpossible(
      'Together they cost more than the largest possible payment: make several groups.',
    );
  }
  if (atDesk && totalCents === 0) {
    throw new ActionImpossible('It is free of charge: choose the free place.');
  }
  const known = await findOrderByDedupeKey(db, purchase.dedupeKey);
  if (known && !atDesk) return repeated(organising, known);

  await refusePaid(db, members);
  await refuseUsedMemberships(db, members);
  await possible(() => refuseFull(db, content, placesOfItems(purchase.items)));
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return {
    words: [
      ...members.map(
        ({ row, name, email, institute, country }) =>
          `row ${row}: ${name}, ${email}, ${institute}, ${country}`,
      ),
      ...linesOf(purchase).map(
        ({ words, statedByPayer, cents }) =>
          `${statedByPayer === undefined ? '' : `${statedByPayer}: `}${inOneLine(words)}, ${money(cents)}`,
      ),
      `${purchase.productName}, ${money(totalCents)} together.`,
      ...passedOverWords(columnsNotRead(inEachLanguage(given.content), request.rows)),
      recipient
        ? `The invoice is addressed to ${recipientWords(recipient)}.`
        : `The receipt is made out to ${payer.name}, ${payer.institute}, ${payer.country}.`,
      ...(atDesk?.isPaidHere
        ? []
        : [
            `${payer.name}, ${payer.email}, gets a link to pay it within ${LINK_DAYS} days. No places are reserved yet: opening the payment page reserves them for an hour, and paying keeps them.`,
          ]),
    ],
    button: `Register ${counted(members.length, 'person', 'people')} for ${money(totalCents)}`,
    async perform() {
      refuseOtherPrices(members, priced(members));
      const isMailed = !atDesk?.isPaidHere;
      const about = { members, recipient, isMailed };
      const { order, link } = await registerGroup(organising, purchase, about);
      const words = [linkWords(order, link, origin), `${payer.email} gets a mail with the link.`];
      return [...(isMailed ? words : []), ...((await atDesk?.follow(order)) ?? [])];
    },
  };
}

function refuseOtherPrices(before: readonly Member[], now: readonly Member[]): void {
  const isSame = now.every(({ price }, at) => price.totalCents === before[at]?.price.totalCents);
  if (!isSame)
    throw new ActionImpossible('The prices have changed. Please check them and try again.');
}

/** The present price of each member; refuses closed types, except at the registration desk. */
function pricedNow(
  { payments, content }: Organising,
  people: readonly GroupPerson[],
  mustBeOpen: boolean,
): Member[] {
  const sale = { content, clock: payments.clock };
  const now = timestamp(payments.clock());
  const trouble = new Set<string>();
  const members = people.flatMap((person): Member[] => {
    const price = priceOf(content.prices, person.choice, now);
    if (!price) {
      trouble.add(`row ${person.row}: the conference does not offer this choice`);
      return [];
    }
    try {
      if (mustBeOpen) refuseClosedItems(sale, itemsOf(price, ''));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      trouble.add(`row ${person.row}: ${error.message}`);
    }
    return [{ ...person, id: payments.newId(), price }];
  });
  if (trouble.size > 0) throw new ActionImpossible([...trouble].join('\n'));
  return members;
}

const Payer = z.object({
  name: personFields.name,
  email: personFields.email,
  institute: personFields.instituteOrUniversity,
  country: personFields.country,
});

function payerOf(people: readonly GroupPerson[], typed: GroupRequest['payer']): Customer {
  const [first] = people;
  const read = z.safeParse(Payer, {
    name: typed.name ?? first?.name,
    email: typed.email ?? first?.email,
    institute: typed.institute ?? first?.institute,
    country: typed.country ?? first?.country,
  });
  if (read.success) {
    return { ...read.data, country: typedCountry(read.data.country), phone: '' };
  }
  const fields = [...new Set(read.error.issues.map(({ path: [field] }) => String(field)))];
  throw new ActionImpossible(`The payer cannot be used: please check ${fields.join(', ')}.`);
}

function purchaseOf(
  { payments: { newId }, content: { language, prices }, actor }: Organising,
  { members, payer }: { members: readonly Member[]; payer: Customer },
): Purchase {
  const digests = members.map((member) =>
    digestOf('group-member', {
      name: normalised(member.name),
      email: normalised(member.email),
      phone: normalisedPhone(member.phone),
      institute: normalised(member.institute),
      country: member.country,
      price: member.price.id,
    }),
  );
  const fee = feeIn(prices);
  const { currency } = prices;
  const before = members.flatMap(({ id, name, price, memberKey }) =>
    itemsOf(price, id).map((item) => ({
      ...item,
      participantName: name,
      ...(item.kind === 'registration' && { memberKey }),
    })),
  );
  // There is one fee on the sum.
  const items = [...before, ...feeItem(fee, feeOn(sumOf(before), fee, currency), currency)];
  return {
    offeredBy: actor,
    dedupeKey: digestOf('group-order', {
      payer: normalised(payer.email),
      people: digests.toSorted(),
      totalCents: sumOf(items),
    }),
    fee,
    productName: pluralText(prices.words.orders.ofGroup, members.length, language),
    items,
    customer: payer,
    language,
    pageToken: newId(),
  };
}

async function refusePaid(db: Tx | Organising['payments']['db'], members: readonly Member[]) {
  const trouble: string[] = [];
  for (const member of members) {
    const paid = await findPaidOrder(db, member);
    if (paid) trouble.push(`row ${member.row}: ${member.name} has paid already, ${paid.reference}`);
  }
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
}

async function registerGroup(
  organising: Organising,
  purchase: Purchase,
  group: { members: readonly Member[]; recipient: InvoiceRecipient | undefined; isMailed: boolean },
): Promise<{ order: Order; link: PaymentLink }> {
  const { members, recipient, isMailed } = group;
  const { payments, content, mailLayout, origin, actor } = organising;
  const { newId, currency } = payments;
  return possible(() =>
    act(organising, async ({ tx, moment, post, record }) => {
      const { order, isNew } = await placeOrder(tx, payments, purchase);
      // Another organiser has just ordered the same.
      if (!isNew) return { order, link: await goodLinkOf(tx, payments, order) };
      await refusePaid(tx, members);
      await reservePlaces(tx, content, placesOfItems(order.items), [order.id]);
      for (const [at, member] of members.entries()) {
        const {
          price,
          choice: _c,
          row: _r,
          membershipNumber: _n,
          memberKey: _k,
          ...registrant
        } = member;
        await insertParticipant(tx, {
          ...registrant,
          presentationType: price.presentation,
          registrationType: price.registration,
          pageToken: newId(),
          language: content.language,
          // So lists have the order of the sheet.
          createdAt: timestamp(moment, at),
        });
      }
      if (recipient) await saveRecipient(tx, { ...payments, actor }, order.id, recipient);
      const link = await goodLinkOf(tx, payments, order);
      if (isMailed) {
        const mail = orderToPay(mailLayout, payableBy(link, { order }, payments, origin));
        await post(mail);
      }
      const words = `${order.productName}, ${amountWithCode(order.amountCents, currency)}`;
      await record({ action: 'group', reference: order.reference, words });
      return { order, link };
    }),
  );
}

/** The plan for a sheet that was read before. */
async function repeated(organising: Organising, order: Order): Promise<Plan> {
  const { payments, mailLayout, origin } = organising;
  const { db, clock } = payments;
  if (order.paidPaymentId !== undefined) {
    throw new ActionImpossible(`This group is ${order.reference} already, and paid.`);
  }
  await refuseMismatch(db, { order });
  const link = await findPaymentLink(db, order.id);
  if (link && isGood(link, clock())) {
    const sentence = `This group is ordered already. ${linkWords(order, link, origin)}`;
    return {
      words: [sentence],
      button: undefined,
      perform: async () => ['Nothing is new.'],
    };
  }
  return {
    words: [
      `This group is ${order.reference} already, and its link has lapsed: ${order.customer.email} gets it again.`,
    ],
    button: `Send the link to ${order.customer.name} again`,
    async perform() {
      return act(organising, async ({ tx, post, record }) => {
        await lockOrders(tx, [order.id]);
        const now = await getOrder(tx, order.id);
        if (now.paidPaymentId !== undefined || isCancelled(now)) {
          throw changedMeanwhile(order.reference);
        }
        const renewed = await goodLinkOf(tx, payments, order);
        await post(orderToPay(mailLayout, payableBy(renewed, { order }, payments, origin)));
        await record({ action: 'group', reference: order.reference, words: 'the link again' });
        return [linkWords(order, renewed, origin)];
      });
    },
  };
}

function linkWords(order: Order, link: PaymentLink, origin: string): string {
  const address = origin + pathOf(link);
  return order.amountCents === 0
    ? `${order.reference} is free of charge. It has to be confirmed at ${address}`
    : `${order.reference}: ${amountWithCode(order.amountCents, order.currency)}, to be paid at ${address}`;
}
