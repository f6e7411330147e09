import { inSnapshot } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import type { Organising, Plan } from '#server/operations/plan.ts';
import {
  countAllOrders,
  countChangedOrders,
  takenPlaces,
  takenPlacesAnew,
} from './taken-places.ts';

/** Sentences about the kinds of places of which the counter says another number than the rows. */
export function placesMiscounted(db: Db): Promise<string[]> {
  return inSnapshot(db, async (snapshot) => {
    const [counted, rows] = [await takenPlaces(snapshot), await takenPlacesAnew(snapshot)];
    const words = (kind: string, of: typeof rows) => {
      const { paid, held } = of.get(kind) ?? { paid: 0, held: 0 };
      return `${paid} paid and ${held} reserved`;
    };
    return [...new Set([...counted.keys(), ...rows.keys()])]
      .map((kind) => [kind, words(kind, counted), words(kind, rows)] as const)
      .filter(([, said, is]) => said !== is)
      .map(([kind, said, is]) => `places: the counter of ${kind} says ${said}, the rows ${is}`);
  });
}

/** Counts the places of all orders anew. */
export async function planRecount(organising: Organising): Promise<Plan> {
  const { db } = organising.payments;
  const wrong = await placesMiscounted(db);
  return {
    words: wrong.length === 0 ? ['The counter is right.'] : wrong,
    button: 'Count all places again',
    async perform() {
      await act(organising, async ({ tx, record }) => {
        await countAllOrders(tx);
        await record({ action: 'places', words: wrong.join('; ') || 'counted again' });
      });
      await countChangedOrders(db);
      return ['Counted again.'];
    },
  };
}
