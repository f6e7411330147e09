import type { Content } from '#contract/content.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { isTicketFor } from '#contract/content/ticket-days.ts';
import { tidyReference } from '#contract/typed-reference.ts';
import { wroteOne } from '#server/database/queries.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { listActivities } from '#server/operations/activities.ts';
import {
  type ListedParticipant,
  readParticipants,
  registeredBy,
} from '#server/reports/list-participants.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { peopleCalled } from '#server/orders/rows/find-booked.ts';
import { ticketDays } from '#server/orders/sell/registration-price.ts';
import { extrasOf, typeOf } from '#server/reports/person-words.ts';

export const CHECK_IN = 'checkin';

type CheckIn = {
  reference: string;
  /** The name of one member of a group, or a part of the name. */
  name?: string | undefined;
  isDespiteUnpaid: boolean;
};

/** Checks a participant in at the door: only once, also if two desks do it. */
export async function planCheckIn(organising: Organising, request: CheckIn): Promise<Plan> {
  const { payments, content } = organising;
  const found = await findOne(payments.db, request);
  const { person } = found;
  refuseUnpaid(person, request);
  return {
    words: [...wordsAbout(content, person), ...wrongDay(content, person, payments.clock())],
    button: `Check in ${person.name}`,
    async perform() {
      const { isNew, since, by, notes } = await checkIn(organising, found, request);
      if (isNew) return ['Checked in.', ...notes];
      const at = momentIn(content.conference)(since);
      return [`Already checked in on ${at}${by === undefined ? '' : ` by ${by}`}.`];
    },
  };
}

/** Checks somebody in, or finds out when and by whom it was done. */
export async function checkIn(
  organising: Organising,
  found: Found,
  request: Pick<CheckIn, 'isDespiteUnpaid'>,
): Promise<{ isNew: boolean; since: string; by: string | undefined; notes: string[] }> {
  return act(organising, async ({ tx, now, moment, record }) => {
    const latest = await readAgain(tx, found);
    refuseUnpaid(latest, request);
    if (!(await recordArrival(tx, latest, now))) {
      return { isNew: false, notes: [], ...(await whenAndBy(tx, found)) };
    }
    await record({
      action: CHECK_IN,
      reference: found.reference,
      participantId: memberIn(latest),
      words: `${nameForLog(latest)} is checked in${latest.placeSince === undefined ? ', although the place is not confirmed' : ''}`,
    });
    const notes = [...warningsAbout(latest), ...wrongDay(organising.content, latest, moment)];
    return { isNew: true, since: now, by: organising.actor, notes };
  });
}

/** Undoes a check-in that was a mistake. */
export async function planUndoCheckIn(
  organising: Organising,
  request: Pick<CheckIn, 'reference' | 'name'>,
): Promise<Plan> {
  const found = await findOne(organising.payments.db, request);
  const { person } = found;
  return {
    words: wordsAbout(organising.content, person),
    button: `Undo the check-in of ${person.name}`,
    async perform() {
      const isDone = await undoCheckIn(organising, found);
      return [isDone ? 'Not checked in any more.' : 'Not checked in, so nothing was changed.'];
    },
  };
}

/** Takes a check-in back; false if there is none. */
export async function undoCheckIn(
  organising: Organising,
  { reference, person }: Found,
): Promise<boolean> {
  return act(organising, async ({ tx, record }) => {
    if (!(await forgetArrival(tx, person))) return false;
    const words = `${nameForLog(person)} is not checked in any more`;
    await record({ action: CHECK_IN, reference, participantId: memberIn(person), words });
    return true;
  });
}

/** `reference` is undefined before an order. */
type Found = { reference: string | undefined; person: ListedParticipant };

async function findOne(
  db: Db,
  { reference: typed, name }: Pick<CheckIn, 'reference' | 'name'>,
): Promise<Found> {
  const reference = tidyReference(typed);
  const people = await registeredBy(db, reference);
  const named = name === undefined ? people : peopleCalled(people, name);
  const [person, ...others] = named;
  if (!person) {
    throw new ActionImpossible(`Nobody of ${reference} is called “${name}”: ${listed(people)}.`);
  }
  if (others.length > 0) {
    throw new ActionImpossible(
      `${reference} is for ${named.length} people. Whose badge is it? Add the name: ${listed(named)}.`,
    );
  }
  return { reference, person };
}

async function readAgain(tx: Tx, { person }: Found): Promise<ListedParticipant> {
  const [same] = await readParticipants(tx, [person.id]);
  if (!same) throw new ActionImpossible(`${person.name} is not registered any more.`);
  return same;
}

function refuseUnpaid(
  person: ListedParticipant,
  { isDespiteUnpaid }: Pick<CheckIn, 'isDespiteUnpaid'>,
): void {
  if (person.placeSince !== undefined || isDespiteUnpaid) return;
  throw new ActionImpossible(`${person.name} has no confirmed place: ${reasonOf(person)}.`, {
    remedy: 'isDespiteUnpaid',
  });
}

function warningsAbout(person: ListedParticipant): string[] {
  return person.placeSince === undefined
    ? [`The place is not confirmed: ${reasonOf(person)}.`]
    : [];
}

/** The warning about a ticket for other days. */
function wrongDay(
  { prices, conference: { dates } }: Content,
  { presentationType }: ListedParticipant,
  now: Date,
): string[] {
  const days = ticketDays(prices, presentationType);
  const today = dayOf(now, dates.timezone);
  const isDuring = today >= dates.start && today <= dates.end;
  if (!days || !isDuring || isTicketFor(days, { day: today })) return [];
  return [`The ticket is for ${days.map(({ words }) => words).join('; ')}, and not for today.`];
}

export function reasonOf({ state }: ListedParticipant): string {
  if (state === 'WAITS_FOR_AGREEMENT') return 'paid, but nobody agreed to the amount';
  if (state === 'WAITS_FOR_PAYER') return 'half paid: another payer has not paid a part';
  return state === 'CANCELLED' || state === 'REFUNDED' ? state.toLowerCase() : 'not paid';
}

export function wordsAbout(content: Content, person: ListedParticipant): string[] {
  const { name, institute, country, nights, guests } = person;
  const about = [
    typeOf(content, person),
    ...(nights > 0 ? [`nights: ${nights}`] : []),
    ...(guests > 0 ? [`guests: ${guests}`] : []),
    ...extrasOf(content, person),
  ].filter(Boolean);
  return [
    `${[name, institute, country].join(', ')}${about.length > 0 ? ` (${about.join(', ')})` : ''}`,
  ];
}

/** False if the person is checked in already. */
function recordArrival(tx: Tx, { id }: ListedParticipant, at: string): Promise<boolean> {
  return tx
    .updateTable('participants')
    .set({ checked_in_at: at })
    .where('id', '=', id)
    .where('checked_in_at', 'is', null)
    .$call(wroteOne);
}

function forgetArrival(tx: Tx, { id }: ListedParticipant): Promise<boolean> {
  return tx
    .updateTable('participants')
    .set({ checked_in_at: null })
    .where('id', '=', id)
    .where('checked_in_at', 'is not', null)
    .$call(wroteOne);
}

/** When and by whom a person was checked in. Reads again, because another desk may have committed just now. */
async function whenAndBy(tx: Tx, found: Found): Promise<{ since: string; by: string | undefined }> {
  const { checkedInAt: since = '' } = await readAgain(tx, found);
  const { reference } = found;
  const activities = await listActivities(tx, { ...(reference !== undefined && { reference }) });
  const by = activities.find(({ action, at }) => action === CHECK_IN && at === since)?.who;
  return { since, by };
}

/** Prints moments in the time zone of the conference: "29 May 2026 at 08:41". */
export function momentIn({ dates }: Content['conference']): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: dates.timezone,
  });
  return (moment) => format.format(new Date(moment));
}

/** An erasure of one member does not delete the log of a group, so the log has the id and not the name. */
export function nameForLog({ name, isInGroup }: ListedParticipant): string {
  return isInGroup ? 'a member of the group' : name;
}

export function memberIn({ id, isInGroup }: ListedParticipant): string | undefined {
  return isInGroup ? id : undefined;
}

function listed(people: readonly ListedParticipant[]): string {
  return people.map(({ name }) => name).join('; ');
}
