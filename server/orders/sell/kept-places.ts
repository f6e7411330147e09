import type { Db, Tx } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import { PARTICIPANT } from '#server/identity.ts';
import { type Places, placesBeyond, sumOfPlaces } from './places.ts';

/** Places that are kept for a participant who may add something. */
export type KeptPlaces = {
  places: Places;
  until: string;
  /** Gives them up, because a change takes them; false if they are not kept any more. */
  take: (tx: Tx) => Promise<boolean>;
};

export type KeptChange = Pick<OrderChange, 'participantId' | 'createdAt'>;

declare module '#server/orders/rows/reserved-orders.ts' {
  interface Reserves {
    /** The places that are kept for a participant at a moment. */
    kept: (db: Db, participantId: string, now: string) => Promise<KeptPlaces[]>;
    /** Whether a participant has taken such places by a change. */
    wereTaken: (db: Db, change: KeptChange) => Promise<boolean>;
  }
}

export async function keptPlaces(
  db: Db,
  participantId: string,
  now: string,
): Promise<KeptPlaces[]> {
  const kept: KeptPlaces[] = [];
  for (const { orders } of features()) {
    kept.push(...((await orders?.reserves?.kept(db, participantId, now)) ?? []));
  }
  return kept;
}

/** Whether a change took places that were kept for its participant, who acted alone. */
export async function tookKept(db: Db, change: OrderChange): Promise<boolean> {
  if (change.actor !== PARTICIPANT) return false;
  for (const { orders } of features()) {
    if (await orders?.reserves?.wereTaken(db, change)) return true;
  }
  return false;
}

/** The kept places that a change takes, and the places that it wants beyond them. Who wants fewer gives the rest up. */
export function usedOf(
  kept: readonly KeptPlaces[],
  wanted: Places,
): { used: KeptPlaces[]; beyond: Places } {
  const used: KeptPlaces[] = [];
  let beyond = wanted;
  for (const each of kept) {
    const isWanted = Object.keys(each.places).some((kind) => (beyond[kind] ?? 0) > 0);
    if (!isWanted) continue;
    used.push(each);
    beyond = placesBeyond(each.places, beyond);
  }
  return { used, beyond };
}

/** The kinds of which a participant has a kept place. */
export async function keptKinds(
  db: Db,
  participantId: string,
  now: string,
): Promise<ReadonlySet<string>> {
  const kept = await keptPlaces(db, participantId, now);
  return new Set(Object.keys(sumOfPlaces(kept.map(({ places }) => places))));
}
