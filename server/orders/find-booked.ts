import { isSameName } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import { normalised, type Person } from '#server/identity.ts';
import { findOrderByReference, isDiscount, type Order } from './orders.ts';
import { ERASED, findParticipants, isErased, type Participant } from './participants.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** The order that an organiser names, with its participants. */
export async function findBooked(
  db: Db,
  typed: string,
): Promise<{ order: Order; people: Participant[] }> {
  const order = await findOrderToChange(db, typed);
  return { order, people: await peopleOf(db, order) };
}

/** The order that an organiser names. */
export async function findOrderToChange(db: Db, typed: string): Promise<Order> {
  const reference = typed.trim().toUpperCase();
  const order = await findOrderByReference(db, reference);
  if (!order) throw new ActionImpossible(`There is no order ${reference}.`);
  return order;
}

/** The participants of an order who are not cancelled; nobody for a discount registration. */
export async function peopleOf(db: Db, order: Order): Promise<Participant[]> {
  return isDiscount(order) ? [] : findParticipants(db, order.participantIds);
}

/** A person of an order: an organiser names one by mail address or name, and the page of a participant by id. */
export type NamedPerson = { who?: string | undefined; participantId?: string | undefined };

/** The named person of an order; undefined if nobody is named. */
export function personNamed(
  people: readonly Participant[],
  { who, participantId }: NamedPerson,
): Participant | undefined {
  if (participantId === undefined) return who === undefined ? undefined : oneOf(people, who);
  const person = people.find(({ id }) => id === participantId);
  // Somebody cancelled the person meanwhile.
  if (!person)
    throw new ActionImpossible('This person has no place any more.', { reason: 'changed' });
  return person;
}

/** The member of a group whom an organiser names by mail address or name. */
export function oneOf<One extends Person>(people: readonly One[], who: string): One {
  const found = people.filter((person) =>
    isErased(person)
      ? normalised(who) === ERASED
      : isSameName(person.name, who) || normalised(person.email) === normalised(who),
  );
  const [person] = found;
  if (!person) throw new ActionImpossible(`Nobody of this order has the name or address "${who}".`);
  if (found.length > 1) {
    throw new ActionImpossible(
      `Several people of this order are "${who}": use the email address instead of the name, or the name instead of the address.`,
    );
  }
  return person;
}
