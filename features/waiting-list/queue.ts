import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/queries.ts';
import type { Sale } from '#server/orders/sell/on-sale.ts';
import type { KeptChange, KeptPlaces } from '#server/orders/sell/kept-places.ts';
import { limitsNow, placesLeft } from '#server/orders/sell/place-limits.ts';
import { type Places, placesBeingPaid, sumOfPlaces } from '#server/orders/sell/places.ts';
import type { Limited } from '#server/orders/sell/places-left.ts';
import { awaitedPlaces, isForSale } from './awaited.ts';
import { type Served, serveQueue } from './serve-queue.ts';
import { listAdditions, listEntries, moveEntry, type WaitingEntry } from './waiting-list.ts';

/** A person on the waiting list with the wanted places. */
export type Waiting = { entry: WaitingEntry; wanted: Places };

/**
 * The people on the waiting list whose places are free now, and the kinds for which others still wait. An entry that
 * wants more than there will ever be keeps nobody back.
 */
export async function serveWaiting(db: Db, sale: Sale): Promise<Served<Waiting>> {
  const entries = await listEntries(db, 'WAITING');
  if (entries.length === 0) return serveQueue(new Map(), []);
  const limits = await limitsNow(db, sale.content.prices);
  const queue = entries
    .filter((entry) => isForSale(sale, entry))
    .map((entry) => ({ entry, wanted: awaitedPlaces(entry) }))
    .filter(({ wanted }) =>
      Object.entries(wanted).every(([kind, count]) => count <= (limits[kind] ?? Infinity)),
    );
  return serveQueue(await placesLeft(db, limits), queue);
}

/** The kinds for which somebody waits who comes before this visitor. */
export async function awaitedKinds(
  db: Db,
  sale: Sale,
  limited: readonly Limited[],
  ownOrders: readonly string[],
): Promise<string[]> {
  const { left, awaited, served } = await serveWaiting(db, sale);
  if (awaited.size === 0 && served.length === 0) return [];
  // The visitor keeps the places of an open checkout, also while another checkout replaces it.
  const own = await placesBeingPaid(db, ownOrders);
  const behind = limited.filter(({ kind, count }) => {
    const more = count - (own[kind] ?? 0);
    return more > 0 && (awaited.has(kind) || more > (left.get(kind) ?? Infinity));
  });
  return behind.map(({ kind }) => kind);
}

/** The places of open offers. */
export async function offeredPlaces(db: Db): Promise<Places> {
  const entries = await listEntries(db, 'OFFERED');
  return sumOfPlaces(entries.map(awaitedPlaces));
}

/** Whether a participant took an offer of more at the moment of a change. */
export function tookMore(db: Db, { participantId, createdAt }: KeptChange): Promise<boolean> {
  return db
    .selectFrom('waiting_list')
    .select('id')
    .where('participant_id', '=', participantId ?? '')
    .where('state', '=', 'TAKEN')
    .where('offered_at', '<=', createdAt)
    .where('offered_until', '>', createdAt)
    .limit(1)
    .$call(hasRow);
}

/** The places that open offers keep for a participant who has a place, for more. */
export async function keptFor(db: Db, participantId: string, now: string): Promise<KeptPlaces[]> {
  const own = await listAdditions(db, [participantId]);
  return own
    .filter(({ state, offeredUntil = '' }) => state === 'OFFERED' && offeredUntil > now)
    .map((entry) => ({
      places: awaitedPlaces(entry),
      until: entry.offeredUntil ?? '',
      take: (tx) => moveEntry(tx, entry.id, 'OFFERED', 'TAKEN'),
    }));
}
