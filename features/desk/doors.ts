import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { features } from '#server/features.ts';

/** A door inside the conference at which a desk scans people in and out, such as that of a workshop. */
export type Door = {
  id: string;
  /** Its name in the list of doors: the session with its time and its room. */
  words: string;
};

/** A person at a door, as a desk knows the person. */
export type Guest = {
  participantId: string;
  standing: 'expected' | 'waiting' | 'stranger';
  /** Since when the person is inside. */
  since?: string | undefined;
};

/** A scan at a door. Its id is made of the desk and the line if a laptop recorded it. */
export type Passage = {
  id: string;
  door: string;
  participantId: string;
  way: Way;
  at: string;
  by: string;
  isUndone: boolean;
};

export type Way = 'in' | 'out';

declare module '#server/features.ts' {
  interface FeatureSections {
    /** The doors of a feature. Nobody else has a door with the same id. */
    doors?: {
      list: (content: Content) => Door[];
      /** Everybody who is expected, waits or is inside; or what is known of one person. */
      guests: (db: Db, door: string, participantId?: string) => Promise<Guest[]>;
      /** Adds passages, once each, and marks undone ones; returns the number of changes. */
      record: (tx: Tx, passages: readonly Passage[]) => Promise<number>;
      /** Marks the last passage of a person; false if there is none. */
      undo: (
        tx: Tx,
        about: { door: string; participantId: string; now: string },
      ) => Promise<boolean>;
    };
  }
}

export type Doors = NonNullable<
  NonNullable<ReturnType<typeof features>[number]['sections']>['doors']
>;

/** All doors, each with the feature that has it. */
export function allDoors(content: Content): (Door & { of: Doors })[] {
  return features().flatMap(({ sections }) => {
    const of = sections?.doors;
    return of ? of.list(content).map((door) => ({ ...door, of })) : [];
  });
}

/** The decision about a scan at a door. `noPlace` is the reason for which a place is not confirmed. */
export type Decision =
  | { is: 'passes' }
  | { is: 'inside'; since: string }
  | { is: 'refused'; words: string; canOverrule: boolean };

export function decidePassage(
  way: Way,
  guest: Pick<Guest, 'standing' | 'since'> | undefined,
  { noPlace, isDespite }: { noPlace: string | undefined; isDespite: boolean },
): Decision {
  const { standing = 'stranger', since } = guest ?? {};
  if (way === 'out') {
    if (since !== undefined) return { is: 'passes' };
    return { is: 'refused', words: 'Not scanned in here', canOverrule: false };
  }
  if (since !== undefined) return { is: 'inside', since };
  const words =
    noPlace ??
    { expected: undefined, waiting: 'On the waiting list', stranger: 'Not signed up here' }[
      standing
    ];
  if (words === undefined || isDespite) return { is: 'passes' };
  return { is: 'refused', words, canOverrule: true };
}
