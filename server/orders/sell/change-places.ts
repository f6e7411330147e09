import { changeLimit } from './places.ts';
import { takenPlaces } from './taken-places.ts';
import { limitsNow, limitsOf } from './place-limits.ts';
import { act } from '#server/operations/act.ts';
import { NotUnderstood, type Organising, type Plan } from '#server/operations/plan.ts';

/** Changes a limit at once, for all servers; `limit` as it was typed. */
export async function planPlaces(
  organising: Organising,
  { kind, limit: typed }: { kind: string; limit: string },
): Promise<Plan> {
  const { prices } = organising.content;
  const { db } = organising.payments;
  const insteadOf = limitsOf(prices)[kind];
  if (insteadOf === undefined) {
    const known = Object.keys(limitsOf(prices)).join(', ') || 'no places';
    throw new NotUnderstood(
      `prices.yaml sets no limit for "${kind}"; it limits ${known}. Add one there first, for example places: 60.`,
    );
  }
  if (!/^\d{1,6}$/.test(typed)) throw new NotUnderstood(`"${typed}" is not a number of places.`);
  const limit = Number(typed);
  const now = (await limitsNow(db, prices))[kind];
  const { paid, held } = (await takenPlaces(db)).get(kind) ?? { paid: 0, held: 0 };
  return {
    words: [
      `${kind}: ${paid} are paid and ${held} reserved; the limit is ${now} and would be ${limit}, until somebody changes the limit in prices.yaml (${insteadOf}).`,
      ...(limit < paid + held ? ['Everybody who has a place keeps it.'] : []),
    ],
    button: `Change the limit to ${limit}`,
    async perform() {
      await act(organising, async ({ tx, record }) => {
        await changeLimit(tx, { kind, limit, insteadOf });
        await record({ action: 'places', words: `${kind}: from ${now} to ${limit}` });
      });
      return ['Changed. The new limit is valid at once, on every server.'];
    },
  };
}
