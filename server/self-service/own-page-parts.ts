import type { FastifyInstance } from 'fastify';
import { features } from '#server/features.ts';
import type { Markup } from '#server/markup.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import {
  type ListedParticipant,
  participantsOf,
  readParticipants,
} from '#server/reports/list-participants.ts';
import type { SelfServiceRoutes } from './own-pages.ts';

/**
 * A part of the page behind the link of a registration: on the ticket, among what the reader should do, or folded below.
 * Parts of one place are in the order of their ranks; a part may be left out.
 */
export type OwnPagePart = {
  place: 'ticket' | 'to-do' | 'folded';
  rank: number;
  part: Markup | undefined;
};

/** The facts that most parts need, with the people of the page as lists show them; `person` is the one whose page it is. */
type About = {
  isConfirmed: boolean;
  people: readonly ListedParticipant[];
  person: ListedParticipant | undefined;
  now: string;
};

declare module '#server/features.ts' {
  interface FeatureSections {
    ownPage?: (deps: SelfServiceRoutes, owner: PageOwner, about: About) => Promise<OwnPagePart[]>;
  }
  interface FeaturePages {
    /** Pages below /registration/TOKEN, in each language. */
    ownPages?: (app: FastifyInstance, deps: SelfServiceRoutes) => void;
  }
}

/** The parts that features add to a page. */
export async function partsOfFeatures(
  deps: SelfServiceRoutes,
  owner: PageOwner,
  about: Omit<About, 'people' | 'person'>,
): Promise<OwnPagePart[]> {
  const { db } = deps.context;
  const { row, order } = owner;
  const people = row
    ? await participantsOf(db, [row], order ? [order] : [])
    : await readParticipants(
        db,
        owner.people.map(({ id }) => id),
      );
  const person = row && people[0];
  const parts: OwnPagePart[] = [];
  for (const { sections } of features()) {
    parts.push(...((await sections?.ownPage?.(deps, owner, { ...about, people, person })) ?? []));
  }
  return parts;
}

/** The parts of one place in their order. */
export function partsIn(place: OwnPagePart['place'], parts: readonly OwnPagePart[]): Markup[] {
  return parts
    .filter((each) => each.place === place)
    .toSorted((one, other) => one.rank - other.rank)
    .flatMap(({ part }) => part ?? []);
}
