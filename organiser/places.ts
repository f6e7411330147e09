import { planPlaces } from '#server/orders/change-places.ts';
import { takenPlaces } from '#server/orders/places.ts';
import { limitsNow, nameOfPlaces } from '#server/orders/sale.ts';
import { command, field } from './command.ts';

export const places = command({
  name: 'places',
  summary: 'Lists how many places are paid, reserved by open checkouts, and left.',
  notOffered: 'The overview shows it.',
  fields: {},
  asksNobody: true,
  async report({ payments: { db }, content: { prices } }) {
    const limits = await limitsNow(db, prices);
    const taken = await takenPlaces(db);
    const kinds = [...new Set([...Object.keys(limits), ...taken.keys()])].toSorted();
    const facts = kinds.map((kind) => {
      const { paid, held } = taken.get(kind) ?? { paid: 0, held: 0 };
      return { kind, name: nameOfPlaces(prices, kind), paid, held, limit: limits[kind] };
    });
    const lines = facts.map(({ kind, name, paid, held, limit }) => {
      const left =
        limit === undefined ? 'no limit' : `${Math.max(limit - paid - held, 0)} of ${limit} left`;
      return `${kind.padEnd(20)}${paid} paid, ${held} reserved, ${left} (${name})`;
    });
    return {
      facts,
      lines: facts.length === 0 ? ['No place is taken, and none is limited.'] : lines,
    };
  },
});

export const limit = command({
  name: 'places',
  title: 'Change the limit',
  summary: 'Changes a limit of content/prices.yaml at once.',
  subject: 'People',
  fields: {
    kind: field('limit', 'KIND', 'Kind of places', { hint: 'the first column of the list' }),
    limit: field('number', 'LIMIT', 'New limit'),
  },
  asksNobody: true,
  plan: planPlaces,
  confirm: '--yes',
});
