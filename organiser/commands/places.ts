import { planRecount } from '#server/orders/sell/recount-places.ts';
import { planPlaces } from '#server/orders/sell/change-places.ts';
import { type Places, reservedPlaces } from '#server/orders/sell/places.ts';
import { takenPlaces } from '#server/orders/sell/taken-places.ts';
import { limitsNow, nameOfPlaces } from '#server/orders/sell/place-limits.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { command, field } from '#organiser/command.ts';
import { inColumn } from '#organiser/plain-output.ts';

declare module '#server/features.ts' {
  interface FeatureWatch {
    /** The places for which people wait. */
    wanted?: (db: Db) => Promise<Places[]>;
  }
}

export const places = command({
  name: 'places',
  summary:
    'Lists how many places are paid, reserved by open checkouts, offered to the waiting list and left, and how many people wait for one.',
  notOffered: 'The overview shows it.',
  async report(context) {
    const facts = await readPlaces(context);
    const width = Math.max(20, ...facts.map(({ kind }) => kind.length + 1));
    const lines = facts.map(({ kind, name, paid, held, offered, waiting, limit: most, left }) => {
      const words = most === undefined ? 'no limit' : `${left} of ${most} left`;
      const list = offered + waiting > 0 ? `; ${offered} offered, ${waiting} waiting` : '';
      return `${inColumn(kind, width)}${paid} paid, ${held} reserved, ${words}${list} (${name})`;
    });
    return {
      facts,
      lines: facts.length === 0 ? ['No place is taken, and none is limited.'] : lines,
    };
  },
});

/** Every kind of places that is limited or taken: the limits in the order of content/, then the others. */
export async function readPlaces({
  payments: { db },
  content,
}: Pick<CommandContext, 'payments' | 'content'>) {
  const { prices } = content;
  const limits = await limitsNow(db, prices);
  const taken = await takenPlaces(db);
  const offers = await reservedPlaces(db);
  const wanted: Places[] = [];
  for (const { watch } of features()) wanted.push(...((await watch?.wanted?.(db)) ?? []));
  const kinds = new Set([...Object.keys(limits), ...[...taken.keys()].toSorted()]);
  return [...kinds].map((kind) => {
    const { paid, held } = taken.get(kind) ?? { paid: 0, held: 0 };
    const most = limits[kind];
    const left = most === undefined ? undefined : Math.max(most - paid - held, 0);
    const offered = offers[kind] ?? 0;
    // The people, not the places: somebody may wait for several nights.
    const waiting = wanted.filter((each) => (each[kind] ?? 0) > 0).length;
    const name = nameOfPlaces(content, kind);
    return { kind, name, paid, held: held - offered, offered, waiting, limit: most, left };
  });
}

export const limit = command({
  name: 'places',
  title: 'Change the limit',
  summary: 'Changes a limit of content/prices.yaml at once.',
  subject: 'People',
  fields: {
    kind: field('limit', 'KIND', 'Kind of places', { hint: 'the first column of the list' }),
    limit: field('number', 'LIMIT', 'New limit'),
  },
  asksProviders: false,
  plan: planPlaces,
});

export const recount = command({
  name: 'places',
  when: '--recount',
  id: 'recount-places',
  notOffered: 'Only a mistake in the program needs it.',
  summary: 'Counts all places again, if doctor says that the counter is wrong.',
  asksProviders: false,
  isAtOnce: true,
  plan: planRecount,
});
