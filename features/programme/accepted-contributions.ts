import {
  type AbstractAuthor,
  authorsByAbstract,
  authorsOf,
  presentersOf,
} from '#server/abstract/abstract-authors.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import { type Decision, decisionsByAbstract } from './decisions.ts';
import { posterKey, type Slot } from './slots.ts';
import type { Db } from '#server/database/database.ts';

/** An accepted abstract, perhaps withdrawn since. */
export type AcceptedContribution = {
  abstract: KeptAbstract;
  decision: Decision;
  /** “Contribution by” and the names of the presenters until the author gives a title. */
  title: string;
  authors: AbstractAuthor[];
  /** Never empty. */
  presenters: AbstractAuthor[];
};

/** Every accepted abstract in the order of the programme: by time and room, then posters by number, then the others. */
export async function acceptedContributions(
  db: Db,
  among?: readonly KeptAbstract[],
): Promise<AcceptedContribution[]> {
  const abstracts = among ?? (await listAbstracts(db));
  const decisions = await decisionsByAbstract(db);
  const entered = await authorsByAbstract(db);
  const accepted = abstracts.flatMap((abstract): AcceptedContribution[] => {
    const decision = decisions.get(abstract.id);
    if (decision?.outcome !== 'ACCEPTED') return [];
    const authors = authorsOf(abstract, entered);
    const presenters = presentersOf(authors);
    const names = presenters.map(({ name }) => name).join(', ');
    const title = abstract.title ?? `Contribution by ${names}`;
    return [{ abstract, decision, title, authors, presenters }];
  });
  return inProgrammeOrder(accepted, ({ abstract: { reference }, decision }) => ({
    reference,
    ...decision,
  }));
}

/** Sorts contributions by time and room, then posters by number, then the others. */
export function inProgrammeOrder<Item>(
  items: readonly Item[],
  slotIn: (item: Item) => InProgramme,
): Item[] {
  return items
    .map((item) => ({ item, key: orderOf(slotIn(item)) }))
    .toSorted((one, other) => ORDER.compare(one.key, other.key))
    .map(({ item }) => item);
}

type InProgramme = Slot & { reference: string };

/** A contribution without a day, time or number is last; P9 is before P10. */
const LAST = 'zzz';
const ORDER = new Intl.Collator('en', { numeric: true });

function orderOf({ reference, day, slot, starts, room, number }: InProgramme): string {
  const poster = number === undefined ? LAST : posterKey(number);
  return [day ?? slot ?? LAST, starts ?? LAST, room ?? '', poster, reference].join(' ');
}
