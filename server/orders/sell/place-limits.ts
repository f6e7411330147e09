import type { Content, Prices } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { changedLimits } from './places.ts';
import { lockTakenPlaces, takenPlaces } from './taken-places.ts';

/** Until this transaction ends, nobody else takes any places. */
export async function lockPlaces(tx: Tx, prices: Prices): Promise<void> {
  if (Object.keys(limitsOf(prices)).length > 0) await lockTakenPlaces(tx);
}

/** The limits that content/ sets, by kind. */
export function limitsOf(prices: Prices): Record<string, number> {
  const { places, presentationTypes, room, extras } = prices;
  const limits = {
    all: places,
    ...Object.fromEntries(presentationTypes.map((type) => [`type:${type.id}`, type.places])),
    nights: room?.nights,
    ...Object.fromEntries(
      extras.flatMap(({ id, places: of, whole }) => [
        ...(whole ? [[`extra:${whole.id}`, whole.places]] : []),
        [`extra:${id}`, of],
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}

/** The present limits. An organiser's change applies as long as content/ has the limit that it replaced. */
export async function limitsNow(db: Db, prices: Prices): Promise<Record<string, number>> {
  const changes = await changedLimits(db);
  return Object.fromEntries(
    Object.entries(limitsOf(prices)).map(([kind, limit]) => {
      const change = changes.get(kind);
      return [kind, change?.insteadOf === limit ? change.limit : limit];
    }),
  );
}

/** The kinds of which no place is left. Places of unpaid checkouts count as taken. */
export async function fullKinds(db: Db, prices: Prices): Promise<ReadonlySet<string>> {
  const left = await placesLeft(db, await limitsNow(db, prices));
  return new Set([...left].filter(([, count]) => count <= 0).map(([kind]) => kind));
}

/** The number of places that are left of each kind with a limit. Places of unpaid checkouts count as taken. */
export async function placesLeft(
  db: Db,
  limits: Readonly<Record<string, number>>,
): Promise<Map<string, number>> {
  const taken = Object.keys(limits).length === 0 ? undefined : await takenPlaces(db);
  return new Map(
    Object.entries(limits).map(([kind, limit]) => {
      const { paid, held } = taken?.get(kind) ?? { paid: 0, held: 0 };
      return [kind, limit - paid - held];
    }),
  );
}

/** The name of a kind of places. */
export function nameOfPlaces(
  { prices: { presentationTypes, extras }, labels: { refusals } }: Content,
  kind: string,
): string {
  const type = presentationTypes.find(({ id }) => kind === `type:${id}`);
  if (type) return fillPlaceholders(refusals.placesAs, { type: type.label });
  const extra = extras
    .flatMap(({ id, label, whole }) => [{ id, label }, ...(whole ? [whole] : [])])
    .find(({ id }) => kind === `extra:${id}`);
  if (extra) return fillPlaceholders(refusals.placesFor, { extra: extra.label });
  return kind === 'nights' ? refusals.roomNights : refusals.places;
}
