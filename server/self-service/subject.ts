import { normalised } from '#server/identity.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Whose } from '#server/orders/rows/address-confirmations.ts';
import {
  type Customer,
  isCancelled,
  isGroup,
  type Order,
  registrationPath,
} from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { Participant } from '#server/orders/rows/participants.ts';
import { partFact, partWords } from '#server/orders/change/quote-change.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/** The person whose entries an act changes, and the page from which it is done. */
export type Subject = {
  owner: PageOwner;
  order: Order;
  /** Absent for the payer of a group. */
  participant: Participant | undefined;
  entries: Customer;
  /** The path of this person's pages; the paths of the acts begin with it. */
  path: string;
};

/**
 * The person whom a page may change: its owner, or, on the page of a group's payer, the person with an id. Undefined
 * for anybody else, and as long as nothing is paid, because until then a stranger may have typed the entries. An
 * organiser typed those of a group.
 */
export function subjectOf(owner: PageOwner, participantId?: string): Subject | undefined {
  const { order, participant: own } = owner;
  if (!order || isCancelled(order) || own?.cancelledAt !== undefined) return undefined;
  const isUnpaidGroup = isGroup(order) && order.paidPaymentId === undefined;
  if (order.state !== 'CONFIRMED' && !isUnpaidGroup) return undefined;
  return subjectOn(owner, order, participantId);
}

/** The person of a cancelled registration, whose page stays: all acts are refused there. */
export function cancelledSubject(owner: PageOwner, participantId?: string): Subject | undefined {
  const { order, participant: own } = owner;
  const isOver = order && (isCancelled(order) || own?.cancelledAt !== undefined);
  return isOver ? subjectOn(owner, order, participantId) : undefined;
}

/**
 * The order that a payer changes or cancels, with its person: the payer, somebody of a group by id, or, without an id,
 * the whole group. Undefined for a member of a group, for a person of another order, and while nothing is ordered.
 */
export function paidSubject(owner: PageOwner, participantId?: string): Subject | undefined {
  const { order, isPayer } = owner;
  return order && isPayer ? subjectOn(owner, order, participantId) : undefined;
}

/** The owner of a page, or the person with an id on the page of a group's payer. */
function subjectOn(owner: PageOwner, order: Order, participantId?: string): Subject | undefined {
  const { participant: own, people } = owner;
  const path = registrationPath(owner);
  if (participantId === undefined) {
    return { owner, order, participant: own, entries: own ?? order.customer, path };
  }
  const member = own ? undefined : people.find(({ id }) => id === participantId);
  if (!member) return undefined;
  const below = `${path}/people/${member.id}`;
  return { owner, order, participant: member, entries: member, path: below };
}

/** The path of the page to which every act returns. */
export function pageOf({ owner }: Subject): string {
  return registrationPath(owner);
}

/** Whether the payer of a group acts for one of its people. */
export function isForMember({ owner, participant }: Subject): boolean {
  return owner.participant === undefined && participant !== undefined;
}

/** The person of a group in a request to a service; undefined means the payer, who may be the only participant. */
export function memberIdOf({ order, participant }: Subject): string | undefined {
  return isGroup(order) ? participant?.id : undefined;
}

/** The payer hands a place over; a member of a group has not paid for it, and the payer of a group has none. */
export function canHandOver(subject: Pick<Subject, 'owner' | 'participant'>): boolean {
  const { owner, participant } = subject;
  return owner.isPayer && participant !== undefined;
}

export function hasAddress({ entries }: Subject, email: string): boolean {
  return normalised(entries.email) === normalised(email);
}

/** The person of a request for a new address. */
export function whoseOf({ order, participant }: Subject): Whose {
  return { orderId: order.id, participantId: participant?.id };
}

/** The place with all that is booked, and the hotel of its room. */
export function bookedFact({ order, participant }: Subject): Pick<Fact, 'text' | 'below'> {
  return participant ? partFact(itemsFor(order.items, participant.id)) : { text: '' };
}

/** The place with all that is booked: "Speaker; Room, 2 nights". */
export function bookedWords({ order, participant }: Subject): string {
  return participant ? partWords(itemsFor(order.items, participant.id)) : '';
}
