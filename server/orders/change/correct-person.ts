import type { Prices } from '#contract/content.ts';
import { person } from '#contract/person.ts';
import { AppError } from '#server/errors.ts';
import { sortNameOf } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { changeOfPerson } from '#server/identity.ts';
import {
  ActionImpossible,
  isByParticipant,
  type Organising,
  type Plan,
} from '#server/operations/plan.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { hasInvoice } from '#server/receipts/receipts.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import type { AddressConfirmation } from '#server/orders/rows/address-confirmations.ts';
import { correctMember } from './correct-member.ts';
import { correctPayer } from './correct-payer.ts';
import type { Correcting } from './correcting.ts';
import { hasPersonalPrice, refuseHandOver } from './hand-over.ts';
import {
  findOrderToChange,
  type NamedPerson,
  payerHimself,
  peopleOf,
  presentPerson,
} from '#server/orders/rows/find-booked.ts';
import { changedMeanwhile } from '#server/orders/rows/lock-orders.ts';
import {
  type Customer,
  isAsked,
  isCancelled,
  isDiscount,
  isGroup,
  type Order,
} from '#server/orders/rows/orders.ts';
import { openChanges } from '#server/orders/rows/order-changes.ts';
import {
  findParticipants,
  findSortName,
  isErased,
  type Participant,
} from '#server/orders/rows/participants.ts';
import { openCheckouts, refuseSecondPlace } from '#server/orders/rows/second-places.ts';
import { typedCountry } from '#server/orders/sell/typed-country.ts';
import { features } from '#server/features.ts';
import { closeCheckout, refuseUndecided } from './withdraw-order.ts';

/** The corrected entries as typed; absent entries do not change. An empty sort name is computed from the name again. */
export type Correction = { [field in keyof Customer | 'sortName']?: string | undefined };

/** Without a named person of a group, the entries of the payer change. */
export type CorrectionRequest = Correction &
  NamedPerson & {
    reference: string;
    /** The version of the order that the reader has seen; any other version is refused. */
    version?: number | undefined;
    /** The request that the new address confirms; absent if an organiser enters the address. */
    confirmation?: AddressConfirmation | undefined;
    /** Whether the payer of a group corrects one of its people. */
    isByPayer?: boolean;
  };

/** The effect of a correction, for a page that says it in words of its own. */
export type CorrectionOutcome = {
  order: Order;
  changes: { field: Field; from: string; to: string }[];
  /** Whether the payer gets a corrected receipt. */
  isReceiptReplaced: boolean;
  /** Whether that is an invoice, which is cancelled first. */
  isInvoice: boolean;
};

const RULES = {
  name: person.name,
  email: person.email,
  phone: person.phone,
  institute: person.instituteOrUniversity,
  country: person.country,
} as const;
export const FIELDS = ['name', 'email', 'phone', 'institute', 'country'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * Corrects a person, or replaces the person by another: registration, orders and their keys change together, and a
 * paid order gets a new receipt with the same amounts. In a group this corrects the payer, or one named member, whose
 * name is on the payer's receipt.
 */
export async function planCorrection(
  organising: Organising,
  { confirmation, isByPayer = false, ...correction }: CorrectionRequest,
): Promise<Plan & { outcome: CorrectionOutcome }> {
  const { db } = organising.payments;
  const { order, member, holder } = await readWhose(db, correction);
  const { reference } = order;
  const before: Customer = member ?? order.customer;
  const after = { ...before, ...readCorrection(correction) };
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const sorting = await readSortName(db, { holder, name: after.name, typed: correction.sortName });
  if (changed.length === 0 && !sorting) {
    throw new ActionImpossible(`${reference} says that already.`, { reason: 'unchanged' });
  }
  const isHandedOver = confirmation?.kind === 'hand-over';
  if (isHandedOver) await refuseHandOver(db, order, holder?.id);
  const { isAnother, part } = changeOfPerson(before, after, (holder ?? order).changedPart);
  const by = isByParticipant(organising) ? (isByPayer ? 'payer' : 'person') : 'organiser';
  if (!isHandedOver) {
    refuseAnotherPerson(organising, { order, participant: holder, isByPayer }, after);
  }
  // The holder of the link is all the time one person, who may marry and move.
  const isReplaced = isHandedOver || (isAnother && by !== 'person');
  // The colleague asked for no change, and is not asked to pay for one.
  const unpaid = isHandedOver && holder ? await openChanges(db, order.id, [holder.id]) : [];
  for (const change of unpaid) await refuseUndecided(db, { order, change });
  const isPlace = holder !== undefined && !isDiscount(order);
  if (isPlace) await refuseSecondPlace(db, order.id, before, after);
  const changes = changed.map((field) => ({ field, from: before[field], to: after[field] }));
  const isPaid = order.paidPaymentId !== undefined;
  const open = isPlace && isPaid ? await openCheckouts(db, after, order.id) : [];
  const printed = changed.filter((field) => (member ? field === 'name' : field !== 'phone'));
  const isReceiptReplaced = isPaid && printed.length > 0;
  const isInvoice = isReceiptReplaced && (await hasInvoice(db, order.id));
  const isReaddressed = before.email !== after.email;
  const about = member ? `${reference}, ${before.name}` : reference;
  const words = [
    ...changes.map(({ field, from, to }) => `${field}: ${from} becomes ${to}`),
    ...(sorting ? [sorting.words] : []),
    ...unpaid.map(({ becomes }) => `the unpaid change to ${becomes} is withdrawn`),
  ];
  const correcting: Correcting = {
    order,
    action: isHandedOver ? 'hand-over' : 'correct',
    isReplaced,
    changedPart: isReplaced ? undefined : part,
    by,
    unpaid,
    before,
    after,
    sortName: sorting?.sortName,
    changed: [...changed, ...(sorting ? ['sort name'] : [])],
    words,
    confirmation,
  };
  const isHolderReplaced = holder !== undefined && (changed.includes('name') || isReaddressed);
  return {
    outcome: { order, changes, isReceiptReplaced, isInvoice },
    words: [
      ...words.map((change) => `${about}, ${change}`),
      ...wordsOfEffects(correcting, { member, isReceiptReplaced, isInvoice }),
      ...(isHolderReplaced ? await lostByReplacement(db, holder.id, isReplaced) : []),
      ...(isReplaced && holder
        ? [
            'This is another person: the answers to questions are deleted, and a proof is asked for again.',
          ]
        : []),
      ...open,
    ],
    button: isAsked(order)
      ? `Correct the payer of ${reference}`
      : `Correct the registration of ${before.name}`,
    perform: () => correct(organising, correcting, member),
  };
}

type Effects = {
  member: Participant | undefined;
  isReceiptReplaced: boolean;
  isInvoice: boolean;
};

function wordsOfEffects({ order, before, after }: Correcting, effects: Effects): string[] {
  const { member, isReceiptReplaced } = effects;
  const words: string[] = [];
  if (isReceiptReplaced) words.push(replacedWords(member ? order.customer : after, effects));
  // The members of an unpaid group have had no mail about it.
  const isTold = order.paidPaymentId !== undefined || !member;
  if (before.email !== after.email && isTold) {
    words.push(`${before.email} gets a short notice. The links in earlier mails stop working.`);
  }
  return words;
}

async function correct(
  organising: Organising,
  correcting: Correcting,
  member: Participant | undefined,
): Promise<string[]> {
  const { order, unpaid, before, after } = correcting;
  for (const change of unpaid) await closeCheckout(organising.payments, { order, change });
  const { documents, withdrawn } = await act(organising, (deed) =>
    member
      ? correctMember(deed, organising, { ...correcting, member })
      : correctPayer(deed, organising, correcting),
  );
  await closeOvertaken(organising.payments, order.id, 'organiser');
  const { email } = member ? order.customer : after;
  return [
    'Corrected.',
    ...documents.map((issued) => `${issuedWords(issued)} is mailed to ${email}.`),
    ...(withdrawn > 0
      ? [`Mails that waited for ${before.email} and are not sent any more: ${withdrawn}.`]
      : []),
  ];
}

/**
 * Refuses that corrections hand a place over, in one step or two, as a hand-over has rules of its own: by the payer of a
 * group, and by the person of a price that is for this person alone.
 */
export function refuseAnotherPerson(
  organising: Organising,
  about: { order: Order; participant: Participant | undefined; isByPayer: boolean },
  after: { name?: string; email?: string },
): void {
  if (!isByParticipant(organising)) return;
  const { order, participant, isByPayer } = about;
  const before = participant ?? order.customer;
  const { changedPart } = participant ?? order;
  if (!changeOfPerson(before, { ...before, ...after }, changedPart).isAnother) return;
  const isForOne =
    participant !== undefined &&
    (hasPersonalPrice(order, participant.id) ||
      isPriceForOne(organising.content.prices, order, participant.id));
  if (!isByPayer && !isForOne) return;
  const contact = organising.content.conference.secretary.email;
  throw new ActionImpossible(`${order.reference} would have another person.`, {
    forVisitor: new AppError('closed', 'anotherPerson', { values: { contact } }),
  });
}

declare module '#server/features.ts' {
  interface FeatureOrders {
    /** Whether this person alone has the price: a participant cannot pass it to a colleague. */
    isForOne?: (prices: Prices, order: Order, participantId: string) => boolean;
    /**
     * For the organiser: the sentence about a thing that ends if this participant has another name or address;
     * `isAnother` as in `personReplaced`.
     */
    endsWithPerson?: (
      db: Db,
      participantId: string,
      isAnother: boolean,
    ) => Promise<string | undefined>;
  }
}

function isPriceForOne(...given: [Prices, Order, string]): boolean {
  return features().some(({ orders }) => orders?.isForOne?.(...given));
}

async function lostByReplacement(...given: [Db, string, boolean]): Promise<string[]> {
  const lost: string[] = [];
  for (const { orders } of features()) {
    lost.push(...[(await orders?.endsWithPerson?.(...given)) ?? []].flat());
  }
  return lost;
}

/** The order, the person of a group if one is named, and the participant whom lists name. */
async function readWhose(db: Db, { reference: typed, version, ...named }: CorrectionRequest) {
  const order = await findOrderToChange(db, typed);
  const { reference, participantIds } = order;
  if (isCancelled(order)) {
    throw new ActionImpossible(`${reference} is cancelled.`, { reason: 'cancelled' });
  }
  if (version !== undefined && version !== order.version) throw changedMeanwhile(reference);
  const member = isGroup(order)
    ? await presentPerson(db, order, await peopleOf(db, order), named)
    : undefined;
  if (isErased(member ?? order.customer)) {
    const erased = member ? `${reference}: this person` : reference;
    throw new ActionImpossible(`${erased} was erased.`, { reason: 'erased' });
  }
  if (!isGroup(order)) {
    if (named.who !== undefined) {
      throw new ActionImpossible(`${reference} is of one person: leave out the person of a group.`);
    }
    const [holder] = await findParticipants(db, participantIds);
    return { order, member: undefined, holder };
  }
  return { order, member, holder: member ?? (await payerHimself(db, order)) };
}

function issuedWords({ kind, number, cancels }: ReceiptDocument): string {
  if (kind === 'invoice') return `The invoice ${number}`;
  return cancels === undefined
    ? `The receipt ${number}`
    : `The cancellation ${number} of the invoice ${cancels}`;
}

function replacedWords(
  { email }: Customer,
  { member, isInvoice }: Omit<Effects, 'isReceiptReplaced'>,
): string {
  if (isInvoice) {
    const lost = member ? ` Earlier documents lose the name ${member.name}.` : '';
    return `The invoice is cancelled, and a new invoice is mailed to ${email}${member ? ', who pays' : ''}.${lost}`;
  }
  return member
    ? `A new receipt is issued and mailed to ${email}, who pays; earlier receipts lose the name ${member.name}.`
    : `A new receipt is issued and mailed to ${email}; the one before is marked as replaced.`;
}

function readCorrection(correction: Correction): Partial<Customer> {
  const read: Partial<Customer> = {};
  for (const field of FIELDS) {
    const typed = correction[field];
    if (typed === undefined) continue;
    const parsed = RULES[field].safeParse(typed);
    if (!parsed.success) {
      throw new ActionImpossible(
        `"${typed}" cannot be entered as ${field}: the forms refuse it, too.`,
        { reason: 'unreadable' },
      );
    }
    read[field] = field === 'country' ? typedCountry(parsed.data) : parsed.data;
  }
  return read;
}

/**
 * The new sort name for lists; undefined if no new sort name was typed. A comma becomes a blank, because blanks
 * separate the parts of sort names.
 */
async function readSortName(
  db: Db,
  about: { holder: Participant | undefined; name: string; typed: string | undefined },
): Promise<{ sortName: string; words: string } | undefined> {
  const { holder, name, typed } = about;
  if (typed === undefined) return undefined;
  if (!holder) {
    throw new ActionImpossible(
      'This payer is in no list, so there is no name to sort: in a group, choose one of its people.',
      { remedy: 'who' },
    );
  }
  const { data: read } = typed === '' ? { data: sortNameOf(name) } : RULES.name.safeParse(typed);
  if (read === undefined) {
    throw new ActionImpossible(`"${typed}" cannot be entered as sort name.`, {
      reason: 'unreadable',
    });
  }
  const sortName = read.replace(/\s*,\s*/g, ' ').trim();
  const before = await findSortName(db, holder.id);
  const isSame = before === sortName && holder.name === name;
  return isSame ? undefined : { sortName, words: `sort name: ${before} becomes ${sortName}` };
}
