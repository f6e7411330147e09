import type { Content } from '#contract/content.ts';
import { inParts } from '#server/database/queries.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { digestOf, timestamp } from '#server/identity.ts';
import { shellWord } from '#server/shell-word.ts';
import { act } from '#server/operations/act.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { allParticipants, type ListedParticipant } from '#server/reports/list-participants.ts';
import { type KnownOther, othersWith } from '#server/reports/others-who-come.ts';
import { counted } from '#server/counted.ts';
import { CHECK_IN, memberIn, momentIn, nameForLog, reasonOf } from './check-in.ts';
import {
  type ActsOfDesk,
  ActsUnreadable,
  type DeskAct,
  type DeskHeading,
  readActs,
} from './desk-acts.ts';
import { mergeOther } from './check-in-other.ts';
import { deskKey, keyInPack, signingKey } from './desk-pack.ts';
import { mergePassages, wordsOfPassages } from './passages.ts';

/** A check-in that a desk recorded and did not undo. */
type Arrival = {
  heading: DeskHeading;
  /** The key of the person in the list. */
  person: string;
  at: string;
  isDespiteUnpaid: boolean;
};

/**
 * Merges what desks without a network recorded. Of several check-ins of one person the earliest counts, so the order of
 * the files does not matter. A merged check-in has an activity with an id of its own and is never merged again, also not
 * after somebody undid it.
 */
export async function planMerge(
  organising: Organising,
  files: readonly { name: string; text: string }[],
): Promise<Plan> {
  const { payments, content } = organising;
  const { db, clock } = payments;
  const signing = await signingKey(db);
  const written = files.map(({ name, text }) => readDesk(name, text, signing));
  const desks = await withoutFormerPeople(db, written);
  const at = momentIn(content.conference);
  const people = byKey(content, await allParticipants(db), desks);
  const merges = await classify(db, desks, people, timestamp(clock()));
  const count = merges.filter(({ isNew }) => isNew).length;
  const { actor } = organising;
  const passages = wordsOfPassages({
    content,
    desks,
    people: participantsIn(people),
    now: timestamp(clock()),
    actor,
  });
  return {
    words: [
      ...desks.map(
        ({ heading, acts }) => `Desk ${heading.laptop}: ${counted(acts.length, 'act')}.`,
      ),
      ...merges.map(
        ({ arrival, words }) => `${at(arrival.at)}, ${arrival.heading.laptop}: ${words}`,
      ),
      ...desks.flatMap((desk) => remarksOf(desk, people, at)),
      ...passages,
      `People to check in: ${count}.`,
    ],
    button: `Check in ${counted(count, 'person', 'people')}${passages.length > 0 ? ', and record the scans at doors' : ''}`,
    async perform() {
      const [done, recorded] = await act(organising, async ({ tx, now, record }) => {
        await lockKey(tx, 'desk');
        const present = await withoutFormerPeople(tx, written);
        const latest = byKey(content, await allParticipants(tx), present);
        const again = await classify(tx, present, latest, now);
        const wanted = again.flatMap(({ arrival, isNew, person }) =>
          !isNew || !person ? [] : [{ arrival, person }],
        );
        for (const { arrival, person } of wanted) {
          await recordMerged(tx, arrival, person, organising);
        }
        if (wanted.length > 0) {
          const laptops = [...new Set(wanted.map(({ arrival }) => arrival.heading.laptop))];
          const words = `${counted(wanted.length, 'check-in')} of ${laptops.join(', ')} merged`;
          await record({ action: 'desk', words });
        }
        const merging = { content, desks: present, people: participantsIn(latest), now, actor };
        const scans = await mergePassages(tx, merging);
        if (scans > 0)
          await record({ action: 'desk', words: `${counted(scans, 'scan')} at doors merged` });
        return [wanted.length, scans];
      });
      return [
        `Checked in: ${done}.`,
        ...(passages.length > 0 ? [`Scans at doors recorded: ${recorded}.`] : []),
      ];
    },
  };
}

function readDesk(name: string, text: string, signing: string): ActsOfDesk {
  try {
    return readActs(text, (pack) => deskKey(signing, pack));
  } catch (error) {
    if (!(error instanceof ActsUnreadable)) throw error;
    throw new ActionImpossible(`${name}: ${error.message}.`);
  }
}

/**
 * The acts of desks, in which people before the present ones of their places are nobody: a file that is merged later, or
 * again, would give somebody the presence of another person. Each act keeps its line.
 */
async function withoutFormerPeople(db: Db, desks: readonly ActsOfDesk[]): Promise<ActsOfDesk[]> {
  const rows = await db
    .selectFrom('participants')
    .select(['id', 'person_since'])
    .where('person_since', 'is not', null)
    .execute();
  return desks.map((desk) => {
    const since = new Map(
      rows.map((row) => [keyInPack(desk.heading.pack, row.id), row.person_since ?? '']),
    );
    const isFormer = (each: DeskAct) =>
      'person' in each && each.at <= (since.get(each.person) ?? '');
    return {
      ...desk,
      acts: desk.acts.map((each) => (isFormer(each) ? { ...each, person: NOBODY } : each)),
    };
  });
}

/** No key in a list. */
const NOBODY = '';

/** A participant, or somebody who comes with one and has the host's entries besides these. */
type Comer = ListedParticipant & { known?: KnownOther };
type People = ReadonlyMap<string, Comer>;

/** The people by their keys in the lists of the desks. */
function byKey(
  content: Content,
  participants: readonly ListedParticipant[],
  desks: readonly ActsOfDesk[],
): People {
  const packs = [...new Set(desks.map(({ heading }) => heading.pack))];
  const people = participants.flatMap((host): Comer[] => [
    host,
    ...othersWith(content, host).map((known) => {
      const { id, name, reference, checkedInAt, noPlace } = known.other;
      const placeSince = noPlace === undefined ? host.placeSince : undefined;
      return { ...host, id, name, reference, checkedInAt, placeSince, known };
    }),
  ]);
  return new Map(
    packs.flatMap((pack) => people.map((person) => [keyInPack(pack, person.id), person] as const)),
  );
}

/** Doors know participants only. */
function participantsIn(people: People): People {
  return new Map([...people].filter(([, { known }]) => known === undefined));
}

/** The check-ins of a desk that nobody undid there. */
function arrivalsOf({ heading, acts }: ActsOfDesk): Arrival[] {
  const here = new Map<string, Arrival>();
  for (const each of acts) {
    if (each.act === 'undo') here.delete(each.person);
    if (each.act === 'check-in') here.set(each.person, { heading, ...each });
  }
  return [...here.values()];
}

type Merge = {
  arrival: Arrival;
  person?: Comer;
  /** Whether the check-in is to be recorded. */
  isNew: boolean;
  words: string;
};

/** Says what happens to each check-in, the earliest first. */
async function classify(
  db: Db,
  desks: readonly ActsOfDesk[],
  people: People,
  now: string,
): Promise<Merge[]> {
  const arrivals = desks
    .flatMap(arrivalsOf)
    .map((arrival) => (arrival.at > now ? { ...arrival, at: now } : arrival))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const merged = await mergedBefore(db, arrivals);
  const first = new Map<string, Arrival>();
  return arrivals.map((arrival): Merge => {
    const person = people.get(arrival.person);
    if (!person) return { arrival, isNew: false, words: 'somebody who is not registered any more' };
    const { id, name, reference = '', checkedInAt, placeSince } = person;
    const about = { arrival, person, isNew: false };
    const who = `${name} (${reference})`;
    const isMerged = merged.has(activityId(arrival));
    const isRefused = placeSince === undefined && !arrival.isDespiteUnpaid;
    const earlier = first.get(id);
    if (isMerged || !isRefused) first.set(id, earlier ?? arrival);
    if (isMerged) return { ...about, words: `${who}, merged before` };
    if (earlier) {
      return { ...about, words: `${who}, checked in earlier by ${earlier.heading.laptop}` };
    }
    if (checkedInAt !== undefined && checkedInAt <= arrival.at) {
      return { ...about, words: `${who}, checked in earlier` };
    }
    if (isRefused) {
      return {
        ...about,
        words: `NOT checked in: ${who} has no confirmed place (${reasonOf(person)}); organiser checkin ${reference} --despite-unpaid does it`,
      };
    }
    const unpaid =
      placeSince === undefined ? `, although the place is not confirmed (${reasonOf(person)})` : '';
    const later = checkedInAt === undefined ? '' : ', earlier than recorded until now';
    return { arrival, person, isNew: true, words: `${who}${unpaid}${later}` };
  });
}

/** The id of the activity of a merged check-in. */
function activityId({ heading: { desk }, person }: Arrival): string {
  return digestOf('merged check-in', { desk, person });
}

async function mergedBefore(db: Db, arrivals: readonly Arrival[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const ids = arrivals.map(activityId);
  for (const some of inParts(ids)) {
    const rows = await db.selectFrom('activities').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Records the check-in at the time of the desk, and never a later time than before. */
async function recordMerged(
  tx: Tx,
  arrival: Arrival,
  person: Comer,
  { actor }: Organising,
): Promise<void> {
  const { at, heading } = arrival;
  const by = `${actor} at the desk ${heading.laptop}`;
  if (person.known) {
    return mergeOther(tx, person.known, { at, id: activityId(arrival), actor: by });
  }
  await tx
    .updateTable('participants')
    .set({ checked_in_at: at })
    .where('id', '=', person.id)
    .where((is) => is.or([is('checked_in_at', 'is', null), is('checked_in_at', '>', at)]))
    .execute();
  const acting = {
    clock: () => new Date(at),
    newId: () => activityId(arrival),
    actor: by,
  };
  await recordActivity(tx, acting, {
    action: CHECK_IN,
    reference: person.reference,
    participantId: memberIn(person),
    words: `${nameForLog(person)} is checked in`,
  });
}

/** The notes and the people who were not in the list: organisers deal with them by hand. */
function remarksOf(
  { heading: { laptop }, acts }: ActsOfDesk,
  people: People,
  at: (moment: string) => string,
): string[] {
  return acts.flatMap((each) => {
    const words = remarkIn(each, people);
    return words === undefined ? [] : [`${at(each.at)}, ${laptop}: ${words}`];
  });
}

function remarkIn(said: DeskAct, people: People): string | undefined {
  if (said.act === 'note') {
    const { name = 'somebody who is not registered any more', reference = '' } =
      people.get(said.person) ?? {};
    return `note about ${[name, reference].filter(Boolean).join(', ')}: ${said.words}`;
  }
  if (said.act !== 'walk-in') return undefined;
  const { name, email = '', institute, country = '', type, cash, words } = said;
  const about = [name, institute, type, cash && `cash: ${cash}`, words].filter(Boolean);
  const options = {
    email: email || 'ADDRESS',
    institute: institute || 'INSTITUTE',
    country: country || 'COUNTRY',
    type,
    payment: cash === '' ? 'link-in' : 'cash',
  };
  const typed = Object.entries(options).map(([option, value]) => `--${option} ${shellWord(value)}`);
  return `TO REGISTER, was not in the list: ${about.join(', ')}: organiser walkin ${shellWord(name)} ${typed.join(' ')} --send`;
}
