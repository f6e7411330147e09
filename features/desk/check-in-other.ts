import { act } from '#server/operations/act.ts';
import { recordActivity } from '#server/operations/activities.ts';
import type { Tx } from '#server/database/database.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { type KnownOther, othersNamed, othersWith } from '#server/reports/others-who-come.ts';
import { CHECK_IN, memberIn, momentIn } from './check-in.ts';

/** Before the ids in the key of somebody who comes with a participant. */
const OTHER = 'other:';

/** The key of the person on the page of the desk. */
export function otherKey({ other, host }: KnownOther): string {
  return `${OTHER}${host.id}:${other.id}`;
}

/** The person with a key, as known now; undefined for the key of a participant. */
export async function otherWithKey(
  { payments: { db }, content }: Organising,
  key: string,
): Promise<KnownOther | undefined> {
  if (!key.startsWith(OTHER)) return undefined;
  const [hostId = '', id] = key.slice(OTHER.length).split(':');
  const [host] = await readParticipants(db, [hostId]);
  return host && othersWith(content, host).find(({ other }) => other.id === id);
}

/** Checks the person in, once. The log has the reference of the participant, and no name. */
export async function checkInOther(
  organising: Organising,
  { other, host, of }: KnownOther,
): Promise<{ isNew: boolean; since: string; notes: string[] }> {
  return act(organising, async ({ tx, now, record }) => {
    if (!(await of.arrive(tx, other.id, now))) {
      return { isNew: false, since: other.checkedInAt ?? now, notes: [] };
    }
    await record({ ...aboutHost(host), words: 'a companion is checked in' });
    return { isNew: true, since: now, notes: [] };
  });
}

export async function undoOther(
  organising: Organising,
  { other, host, of }: KnownOther,
): Promise<void> {
  await act(organising, async ({ tx, record }) => {
    if (!(await of.undo(tx, other.id))) return;
    await record({ ...aboutHost(host), words: 'a companion is not checked in any more' });
  });
}

/** Records the check-in by a laptop, at its time, and once. */
export async function mergeOther(
  tx: Tx,
  { other, host, of }: KnownOther,
  { at, id, actor }: { at: string; id: string; actor: string },
): Promise<void> {
  await of.arrive(tx, other.id, at);
  const acting = { clock: () => new Date(at), newId: () => id, actor };
  await recordActivity(tx, acting, { ...aboutHost(host), words: 'a companion is checked in' });
}

/** The plan for the code of somebody who comes with a participant; undefined for any other reference. */
export async function planOther(
  organising: Organising,
  reference: string,
  what: 'check-in' | 'undo',
): Promise<Plan | undefined> {
  const { payments, content } = organising;
  const [known] = await othersNamed(payments.db, content, reference);
  if (!known) return undefined;
  const { name, words, noPlace } = known.other;
  if (what === 'undo') {
    return {
      words: [name, ...words],
      button: `Undo the check-in of ${name}`,
      async perform() {
        await undoOther(organising, known);
        return ['Not checked in any more.'];
      },
    };
  }
  if (noPlace !== undefined) throw new ActionImpossible(`${name} has no place: ${noPlace}.`);
  return {
    words: [name, ...words],
    button: `Check in ${name}`,
    async perform() {
      const { isNew, since } = await checkInOther(organising, known);
      if (isNew) return ['Checked in.'];
      return [`Already checked in on ${momentIn(content.conference)(since)}.`];
    },
  };
}

function aboutHost(host: KnownOther['host']) {
  return { action: CHECK_IN, reference: host.reference, participantId: memberIn(host) };
}
