import { isPartOfName, isSameName } from '#contract/person-name.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import type { Db } from '#server/database/database.ts';
import { isSamePerson, normalised, type Person } from '#server/identity.ts';
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
  if (who !== undefined) {
    const gone = await findCancelled(db, await participantsEverIn(db, order.id));
    const called = peopleCalled<Participant>([...people, ...gone], who);
    const [person] = called;
    if (person && called.every((each) => gone.includes(each))) {
      const name = isErased(person) ? ERASED : person.name;
      throw new ActionImpossible(
        `${order.reference}: the registration of ${name} is cancelled already.`,
        { reason: 'cancelled' },
      );
    }
  }
  return personNamed(people, named);
}

/** The participant of an organiser's order who pays for nobody else, as somebody who was registered at the desk. */
export async function payerHimself(db: Db, order: Order): Promise<Participant | undefined> {
  const [person, ...others] = await findParticipants(db, order.participantIds);
  return person && others.length === 0 && isSamePerson(person, order.customer) ? person : undefined;
}

/** The member of a group whom an organiser names by mail address, name or a part of the name. */
export function oneOf<One extends Person>(people: readonly One[], who: string): One {
  const found = peopleCalled(people, who);
  const [person] = found;
  if (!person) {
    const names = people.map((each) => (isErased(each) ? ERASED : each.name)).join('; ');
    throw new ActionImpossible(
      `Nobody of this order has the name or address "${who}".${names === '' ? '' : ` Its people: ${names}.`}`,
    );
  }
  if (found.length > 1) {
    const names = found.map(({ name, email }) => `${name}, ${email}`).join('; ');
    throw new ActionImpossible(
      `Several people of this order are "${who}": ${names}. Type the whole name or the email address.`,
    );
  }
  return person;
}

/** The people with exactly this name or address, or else those of whom it is a part. */
export function peopleCalled<One extends Person>(people: readonly One[], who: string): One[] {
  const exact = people.filter((person) => isCalled(person, who));
  const isPart = ({ name, email }: One) =>
    isPartOfName(name, who) || (who.includes('@') && addressOf(email).startsWith(addressOf(who)));
  return exact.length > 0 ? exact : people.filter((person) => !isErased(person) && isPart(person));
}

function isCalled(person: Person, who: string): boolean {
  if (isErased(person)) return normalised(who) === ERASED;
  return isSameName(person.name, who) || addressOf(person.email) === addressOf(who);
}

function addressOf(text: string): string {
  return normalised(copiedAddress(text));
}
