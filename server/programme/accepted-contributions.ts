import {
  type AbstractAuthor,
  authorsByAbstract,
  authorsOf,
} from '#server/abstract/abstract-authors.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import { type Decision, decisionsByAbstract } from '#server/abstract/decisions.ts';
import { posterKey } from '#server/abstract/slots.ts';
import type { Db } from '#server/database/database.ts';

/** An accepted abstract, perhaps withdrawn since. */
export type AcceptedContribution = {
  abstract: KeptAbstract;
  decision: Decision;
  /** Never empty. */
  presenters: AbstractAuthor[];
};

/** Every accepted abstract in the order of the programme: by time and room, then posters by number, then the others. */
export async function acceptedContributions(db: Db): Promise<AcceptedContribution[]> {
  const decisions = await decisionsByAbstract(db);
  const entered = await authorsByAbstract(db);
  return (await listAbstracts(db))
    .flatMap((abstract): AcceptedContribution[] => {
      const decision = decisions.get(abstract.id);
      if (decision?.outcome !== 'ACCEPTED') return [];
      const authors = authorsOf(abstract, entered);
      const presenting = authors.filter(({ presents }) => presents);
      return [
        {
          abstract,
          decision,
          presenters: presenting.length > 0 ? presenting : authors.slice(0, 1),
        },
      ];
    })
    .toSorted((one, other) => ORDER.compare(orderOf(one), orderOf(other)));
}

/** A contribution without a day, time or number is last; P9 is before P10. */
const LAST = 'zzz';
const ORDER = new Intl.Collator('en', { numeric: true });

function orderOf({ decision: { day, starts, room, number } }: AcceptedContribution): string {
  const poster = number === undefined ? LAST : posterKey(number);
  return [day ?? LAST, starts ?? LAST, room ?? '', poster].join(' ');
}
