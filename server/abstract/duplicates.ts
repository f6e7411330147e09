import { isSameName, nameKey, searchable } from '#contract/person-name.ts';
import { normalised } from '#server/identity.ts';

/** The facts about an abstract by which duplicates are found. */
type Comparable = {
  id: string;
  reference: string;
  name: string;
  email: string;
  sessionId: string;
  title: string | undefined;
  /** The digest of the newest file. */
  sha256: string;
  /** Withdrawn abstracts are no duplicates. */
  withdrawnAt: string | undefined;
};

/** Another abstract that may be the same contribution, and the reasons to think so. */
export type Duplicate = { reference: string; reasons: readonly Reason[] };

const reasons = ['same file', 'same title', 'same author and session'] as const;
type Reason = (typeof reasons)[number];

/**
 * The abstracts that may be one contribution sent twice, by the id of each: the same file, the same title, or the same
 * author in the same session. An author is the same with the same mail address or the same name, in any spelling. The
 * reader decides: one author may well send two contributions to one session.
 */
export function duplicatesAmong(
  abstracts: readonly Comparable[],
): ReadonlyMap<string, readonly Duplicate[]> {
  const counted = abstracts.filter(({ withdrawnAt }) => withdrawnAt === undefined);
  const found = new Map<string, Map<string, Set<Reason>>>();
  const add = (one: Comparable, other: Comparable, reason: Reason) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const others = found.get(from.id) ?? new Map<string, Set<Reason>>();
      others.set(to.reference, (others.get(to.reference) ?? new Set()).add(reason));
      found.set(from.id, others);
    }
  };
  const compare = (
    reason: Reason,
    keyOf: (abstract: Comparable) => string,
    isSame: (one: Comparable, other: Comparable) => boolean = () => true,
  ) => {
    for (const group of groupsBy(counted, keyOf)) {
      for (const [at, one] of group.entries()) {
        for (const other of group.slice(at + 1)) if (isSame(one, other)) add(one, other, reason);
      }
    }
  };
  compare('same file', ({ sha256 }) => sha256);
  compare('same title', ({ title = '' }) => searchable(title));
  compare('same author and session', ({ email, sessionId }) =>
    email === '' ? '' : JSON.stringify([normalised(email), sessionId]),
  );
  compare(
    'same author and session',
    // Different names may share a key.
    ({ name, sessionId }) => (name === '' ? '' : JSON.stringify([nameKey(name), sessionId])),
    (one, other) => isSameName(one.name, other.name),
  );
  return new Map(
    [...found].map(([id, others]) => [
      id,
      [...others].map(([reference, its]) => ({
        reference,
        reasons: reasons.filter((reason) => its.has(reason)),
      })),
    ]),
  );
}

/** "AB26-7K3M-9QXW (same title), AB26-1C2D-3E4F (same author and session)" */
export function duplicateWords(duplicates: readonly Duplicate[] = []): string {
  return duplicates
    .map(({ reference, reasons: why }) => `${reference} (${why.join(', ')})`)
    .join(', ');
}

/** Groups of at least two; an empty key belongs to no group. */
function groupsBy<A>(all: readonly A[], keyOf: (one: A) => string): A[][] {
  const groups = new Map<string, A[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
