import { person as fields } from '#contract/person.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { digestOf, newReference, timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findPageOwner, type PageOwner } from '#server/orders/rows/page-owners.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  type ListedParticipant,
  personRegisteredBy,
  readParticipants,
} from '#server/reports/list-participants.ts';
import { type AnswerMistake, readAnswer } from '#features/questions/questions.ts';
import {
  type Companion,
  companionsOf,
  insertCompanion,
  lockHost,
  removeCompanions,
  renameCompanion,
  saveAnswerFor,
} from './companions.ts';
import { canBeNamed, placesOf, questionsAbout } from './places.ts';

/** A place for a companion on the page: one with a name, or an empty one. */
export type Seat = {
  /** The beginning of the names of its fields. */
  field: string;
  companion: Companion | undefined;
  hasPlace: boolean;
};

/** A participant with the places for companions. */
export type Host = { person: ListedParticipant; seats: readonly Seat[]; version: string };

/** The seats of a participant: the named ones and the empty places behind them. */
export function hostWith(
  content: Organising['content'],
  person: ListedParticipant,
  named: readonly Companion[],
): Host {
  const places = placesOf(content, person);
  const empty = Array.from({ length: Math.max(0, places - named.length) }, (_, at) => at + 1);
  const seats: Seat[] = [
    ...named.map((companion, at) => ({
      field: `c-${companion.id}`,
      companion,
      hasPlace: at < places,
    })),
    ...empty.map((n) => ({ field: `c-new${n}`, companion: undefined, hasPlace: true })),
  ];
  const state = named.map(({ id, name, answers }) => [id, name, Object.entries(answers)]);
  return { person, seats, version: digestOf('companions', { state }).slice(0, 16) };
}

/** The answers that a page may show: none from before somebody else gave the person this address. */
export function shownSeat(seat: Seat, privateFrom: string | undefined): Seat {
  const { companion } = seat;
  if (!companion || privateFrom === undefined || companion.namedAt >= privateFrom) return seat;
  return { ...seat, companion: { ...companion, answers: {} } };
}

export type SeatMistake = { name?: 'unreadable'; answers: Readonly<Record<string, AnswerMistake>> };

export type Naming =
  | { is: 'saved' | 'stale' | 'notAsked' | 'over' }
  | { is: 'refused' | 'tooMany'; mistakes: Readonly<Record<string, SeatMistake>> };

type Typed = {
  page: string;
  personId: string;
  typed: Readonly<Record<string, string>>;
  version: string;
};

/** Saves the names and answers that a participant typed: all of them, or none. The same form sent twice is saved once. */
export async function nameCompanions(
  { payments, content }: Pick<Organising, 'payments' | 'content'>,
  { page, personId, typed, version }: Typed,
): Promise<Naming> {
  const now = timestamp(payments.clock());
  return inTransaction(payments.db, async (tx): Promise<Naming> => {
    await lockHost(tx, personId);
    // Somebody else may have taken the place over meanwhile.
    const owner = await findPageOwner(tx, page);
    const hosts = owner ? await hostsOn(tx, content, owner) : [];
    const host = hosts.find(({ person }) => person.id === personId);
    if (!owner || !host) return { is: 'notAsked' };
    if (!canBeNamed(content, now)) return { is: 'over' };
    const privateFrom = owner.participant?.privateFrom;
    const entries = host.seats
      .filter(({ companion }) => companion?.checkedInAt === undefined)
      .map((seat) => readSeat(content, shownSeat(seat, privateFrom), typed));
    const present = host.seats.length - entries.length;
    const mistakes = entries.filter(({ mistake }) => mistake !== undefined);
    const changes = entries.filter(({ isChanged }) => isChanged);
    if (mistakes.length === 0 && changes.length === 0) return { is: 'saved' };
    if (version !== host.version) return { is: 'stale' };
    if (mistakes.length > 0) {
      const found = mistakes.flatMap(({ seat, mistake }) =>
        mistake ? [[seat.field, mistake] as const] : [],
      );
      return { is: 'refused', mistakes: Object.fromEntries(found) };
    }
    const named = entries.filter(({ name }) => name !== '').length;
    const places = host.seats.filter(({ hasPlace }) => hasPlace).length;
    if (present + named > places) return { is: 'tooMany', mistakes: {} };
    for (const entry of changes) await saveSeat(tx, payments, host.person, entry, now);
    return { is: 'saved' };
  });
}

/** The people of a page who may bring companions, or have named some. */
export async function hostsOn(
  tx: Tx | PaymentContext['db'],
  content: Organising['content'],
  { people }: PageOwner,
  known?: readonly ListedParticipant[],
): Promise<Host[]> {
  if (!content.conference.companions) return [];
  const ids = people.map(({ id }) => id);
  const listed = known ?? (await readParticipants(tx, ids));
  const named = await companionsOf(tx, ids);
  return listed
    .map((person) => hostWith(content, person, named.get(person.id) ?? []))
    .filter(({ person, seats }) => person.placeSince !== undefined && seats.length > 0);
}

type Entry = {
  seat: Seat;
  name: string;
  answers: Readonly<Record<string, string | undefined>>;
  isChanged: boolean;
  mistake: SeatMistake | undefined;
};

/** An absent name is that of a seat which the form did not have. */
function readSeat(
  content: Organising['content'],
  seat: Seat,
  typed: Readonly<Record<string, string>>,
): Entry {
  const { field, companion } = seat;
  const before = companion?.name ?? '';
  const text = (typed[`${field}-name`] ?? before).trim();
  const read = text === '' || text === before ? undefined : fields.name.safeParse(text);
  const name = read ? (read.data ?? '') : text;
  const answers: Record<string, string | undefined> = {};
  const wrong: Record<string, AnswerMistake> = {};
  for (const question of questionsAbout(content)) {
    const earlier = companion?.answers[question.id];
    const given = typed[`${field}-${question.id}`];
    // Nobody is asked about a place without a name.
    if (given === undefined || name === '') continue;
    const answered = readAnswer({ ...question, required: false }, given, earlier);
    if ('mistake' in answered) wrong[question.id] = answered.mistake;
    else if (answered.answer !== earlier) answers[question.id] = answered.answer;
  }
  const isWrong = read?.success === false;
  const hasMistake = isWrong || Object.keys(wrong).length > 0;
  return {
    seat,
    name,
    answers,
    isChanged: name !== before || Object.keys(answers).length > 0,
    mistake: hasMistake ? { ...(isWrong && { name: 'unreadable' }), answers: wrong } : undefined,
  };
}

async function saveSeat(
  tx: Tx,
  { newId, referencePrefix }: PaymentContext,
  { id: participantId }: ListedParticipant,
  { seat: { companion }, name, answers }: Pick<Entry, 'seat' | 'name' | 'answers'>,
  now: string,
): Promise<void> {
  if (companion && name === '') return removeCompanions(tx, [companion.id]);
  const id = companion?.id ?? newId();
  if (!companion) {
    const reference = newReference(referencePrefix, newId());
    await insertCompanion(tx, { id, reference, participantId, name }, now);
  } else if (name !== companion.name) await renameCompanion(tx, id, name, now);
  for (const [question, answer] of Object.entries(answers)) {
    await saveAnswerFor(tx, { id, question }, answer, now);
  }
}

type Request = {
  reference: string;
  who?: string | undefined;
  number: string;
  name?: string | undefined;
};

/** Names a companion, corrects the name, or takes the companion off: also after the end, and after a check-in. */
export async function planCompanion(organising: Organising, request: Request): Promise<Plan> {
  const { payments, content } = organising;
  const reference = request.reference.trim().toUpperCase();
  const person = await personRegisteredBy(payments.db, reference, request.who);
  const read = request.name === undefined ? undefined : fields.name.safeParse(request.name);
  if (read?.success === false) throw new ActionImpossible(`“${request.name}” is no name.`);
  const name = read?.data ?? '';
  const seatOf = async (db: Tx | PaymentContext['db'], host: ListedParticipant) => {
    const named = (await companionsOf(db, [host.id])).get(host.id) ?? [];
    const { seats, version } = hostWith(content, host, named);
    const seat = seats[Number(request.number) - 1];
    // A name in any empty place is the next of the names.
    if (seat) return { seat, version, number: seat.companion ? request.number : named.length + 1 };
    throw new ActionImpossible(
      `${host.name} (${reference}) has ${seats.length} places for companions or names of them, and none with the number ${request.number}.`,
    );
  };
  const { seat, version, number } = await seatOf(payments.db, person);
  const before = seat.companion?.name ?? '';
  if (name === before) throw new ActionImpossible(`${reference} says that already.`);
  const words = (text: string) => (text === '' ? 'nobody' : text);
  return {
    words: [
      `${reference}, companion ${number} of ${person.name}: ${words(before)} becomes ${words(name)}.`,
      ...(name === '' || seat.companion ? [] : ['The badge gets a new code.']),
    ],
    button: name === '' ? `Take ${before} off` : `Name ${name}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockHost(tx, person.id);
        const [latest = person] = await readParticipants(tx, [person.id]);
        const again = await seatOf(tx, latest);
        if (again.version !== version) {
          throw new ActionImpossible(`${reference} has changed meanwhile.`, { reason: 'changed' });
        }
        await saveSeat(tx, payments, latest, { seat: again.seat, name, answers: {} }, now);
        const participantId = latest.isInGroup ? latest.id : undefined;
        const done = `companion ${number}`;
        await record({ action: 'companions', reference, participantId, words: done });
      });
      return ['Recorded.'];
    },
  };
}
