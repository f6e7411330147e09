import { findNamedReferences } from '#server/orders/rows/named-references.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import type { Subject } from '#server/operations/subjects.ts';
import { HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import {
  type ListedParticipant,
  participantKey,
  participantsOfOrder,
  readParticipants,
} from '#server/reports/list-participants.ts';
import { act } from '#server/operations/act.ts';
import { lockKey } from '#server/database/database.ts';
import { checkIn, undoCheckIn } from './check-in.ts';
import { checkInOther, otherWithKey, otherKey, undoOther } from './check-in-other.ts';
import { othersCalled, othersNamed } from '#server/reports/others-who-come.ts';
import { allDoors, decidePassage } from './doors.ts';
import { type Desk, isGone, NoPlace } from './desk-answers.ts';
import { deskOtherOf, type DeskPerson, deskPersonOf } from './desk-pack.ts';
import { isPaidNow, payLinkOf } from './pay-link.ts';
import { isErased } from '#server/orders/rows/participants.ts';

/** `maySee`: a colleague with the desk alone sees no amounts; who takes cash does. */
type Opened = Organising & { maySee?: (subject: Subject) => boolean };

/** The registration desk of the dashboard, which reads and writes the database. */
export function onlineDesk({ maySee = () => true, ...organising }: Opened): Desk {
  const { payments, content } = organising;
  const { db, clock } = payments;
  const shown = (person: ListedParticipant): DeskPerson =>
    deskPersonOf(content, person, {
      key: participantKey(person),
      hasAmounts: maySee('Money') || maySee('Cash'),
    });

  async function personOf(key: string): Promise<ListedParticipant> {
    const [reference = '', id] = key.split('?person=');
    const order = await participantsOfOrder(db, reference);
    const people = order.length > 0 ? order : await readParticipants(db, [reference]);
    const person = people.find((each) => each.id === id) ?? people.find(isPresent) ?? people[0];
    if (person && (id === undefined || person.id === id)) return person;
    throw new ActionImpossible('This person is not registered any more.');
  }

  function doorWith(id: string) {
    const door = allDoors(content).find((each) => each.id === id);
    if (door) return door.of;
    throw new ActionImpossible('The agenda has no session with this door any more.');
  }

  return {
    timeZone: content.conference.dates.timezone,
    doors: () => allDoors(content).map(({ id, words }) => ({ id, words })),
    async pass(key, { id: door, way }, isDespite) {
      const found = await personOf(key);
      const { id: participantId } = found;
      const doors = doorWith(door);
      return act(organising, async ({ tx, now }) => {
        // Two desks at one door count a person once.
        await lockKey(tx, `door:${door}`);
        const [latest = found] = await readParticipants(tx, [participantId]);
        const person = shown(latest);
        const [guest] = await doors.guests(tx, door, participantId);
        const decision = decidePassage(way, guest, { noPlace: person.refusal, isDespite });
        if (decision.is === 'passes') {
          const about = { door, participantId, way, at: now, by: organising.actor };
          await doors.record(tx, [{ ...about, id: organising.payments.newId(), isUndone: false }]);
        }
        return { person, decision };
      });
    },
    async undoPassage(key, { id: door }) {
      const person = await personOf(key);
      const isUndone = await act(organising, ({ tx, now }) =>
        doorWith(door).undo(tx, { door, participantId: person.id, now }),
      );
      if (isUndone) return shown(person);
      throw new ActionImpossible('Nobody has scanned this person here.');
    },
    takesCash: content.conference.cash !== undefined,
    now: () => timestamp(clock()),
    async peopleOf(code) {
      const { named } = await findNamedReferences(db, code);
      const references = [...new Set(named.map(({ reference }) => reference))];
      const orders: DeskPerson[][] = [];
      for (const reference of references) {
        orders.push((await participantsOfOrder(db, reference)).map(shown));
      }
      const others = await othersNamed(db, content, code);
      return [...orders, ...others.map((known) => [deskOtherOf(known, otherKey(known))])];
    },
    async othersCalled(name) {
      const others = await othersCalled(db, content, name);
      return others.map((known) => deskOtherOf(known, otherKey(known)));
    },
    async checkIn(key, isDespiteUnpaid) {
      const other = await otherWithKey(organising, key);
      if (other) {
        const about = deskOtherOf(other, key);
        const { refusal } = about;
        const isHere = about.checkedInAt !== undefined && !isGone(about);
        if (refusal !== undefined && !isDespiteUnpaid && !isHere) {
          throw new NoPlace({ ...about, refusal });
        }
        return { person: about, ...(await checkInOther(organising, other)) };
      }
      const person = await personOf(key);
      const { refusal, ...about } = shown(person);
      const isHere = person.checkedInAt !== undefined && !isGone(about);
      if (refusal !== undefined && !isDespiteUnpaid && !isHere) {
        throw new NoPlace({ ...about, refusal });
      }
      const found = { reference: person.reference, person };
      const arrival = await checkIn(organising, found, {
        isDespiteUnpaid: isDespiteUnpaid || isHere,
      });
      return { person: shown(person), ...arrival };
    },
    async payLink(key) {
      return payLinkOf(organising, (await personOf(key)).reference ?? '');
    },
    async isPaid(key) {
      return isPaidNow(organising, (await personOf(key)).reference ?? '');
    },
    async undo(key) {
      const other = await otherWithKey(organising, key);
      if (other) {
        await undoOther(organising, other);
        return deskOtherOf(other, key);
      }
      const person = await personOf(key);
      await undoCheckIn(organising, { reference: person.reference, person });
      return shown(person);
    },
  };
}

/** A browser keeps scans for this time while it has no network. */
const LONGEST_KEPT = 36 * HOUR;

/** Acts at the moment at which a browser kept a scan; never in the future, and not in days that are over. */
export function keptAt<O extends Organising>(organising: O, at: string | undefined): O {
  if (at === undefined) return organising;
  const { payments } = organising;
  const clock = () => {
    const now = payments.clock();
    const kept = new Date(at);
    const age = now.getTime() - kept.getTime();
    return age >= 0 && age <= LONGEST_KEPT ? kept : now;
  };
  return { ...organising, payments: { ...payments, clock } };
}

function isPresent(person: ListedParticipant): boolean {
  return person.state !== 'CANCELLED' && !isErased(person);
}
