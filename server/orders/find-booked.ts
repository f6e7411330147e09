import { isSameName } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import { normalised, type Person } from '#server/identity.ts';
import { findOrderByReference, isDiscount, type Order } from './orders.ts';
import {
  ERASED,
  findCancelled,
  findParticipants,
  isErased,
  type Participant,
  participantsEverIn,
} from './participants.ts';
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

/** The same, and says so if the named person had a place in the order and was cancelled. */
export async function presentPerson(
  db: Db,
  order: Order,
  people: readonly Participant[],
  named: NamedPerson,
): Promise<Participant | undefined> {
  const { who } = named;
  if (who !== undefined && !people.some((person) => isCalled(person, who))) {
    const gone = await findCancelled(db, await participantsEverIn(db, order.id));
    const person = gone.find((each) => isCalled(each, who));
    if (person) {
      const name = isErased(person) ? ERASED : person.name;
      throw new ActionImpossible(
        `${order.reference}: the registration of ${name} is cancelled already.`,
        { reason: 'cancelled' },
      );
    }
  }
  return personNamed(people, named);
}

/** The member of a group whom an organiser names by mail address or name. */
export function oneOf<One extends Person>(people: readonly One[], who: string): One {
  const found = people.filter((person) => isCalled(person, who));
  const [person] = found;
  if (!person) {
    const names = people.map((each) => (isErased(each) ? ERASED : each.name)).join('; ');
    throw new ActionImpossible(
      `Nobody of this order has the name or address "${who}".${names === '' ? '' : ` Its people: ${names}.`}`,
    );
  }
  if (found.length > 1) {
    throw new ActionImpossible(
      `Several people of this order are "${who}": use the email address instead of the name, or the name instead of the address.`,
    );
  }
  return person;
}

function isCalled(person: Person, who: string): boolean {
  if (isErased(person)) return normalised(who) === ERASED;
  return isSameName(person.name, who) || normalised(person.email) === normalised(who);
}
