import { createHash } from 'node:crypto';
import { lowerCost } from './lower-cost.ts';

/** One abstract for one reviewer. */
export type Assignment = { abstractId: string; reviewerId: string };

type Wanted = {
  /** The number of reviews of an abstract. */
  reviewsOf: (abstractId: string) => number;
  abstracts: readonly string[];
  /** Each plan gives new reviewers other ids, so that their addresses decide who gets which abstract. */
  reviewers: readonly { id: string; email: string }[];
  /** The most abstracts that a reviewer may have. */
  mostOf: (reviewerId: string) => number;
  /** Assignments that stay. */
  assigned: readonly Assignment[];
  /** Whether a reviewer may review an abstract. */
  isAllowed: (abstractId: string, reviewerId: string) => boolean;
  /** A whole number: the lower, the better a reviewer fits an abstract. */
  costOf: (abstractId: string, reviewerId: string) => number;
};

/**
 * Assigns reviewers, so that each abstract has the wanted number of reviews, or as many as it has reviewers without a
 * conflict and below their limits. Nobody could share the work more evenly: a reviewer has more than another only if no exchange is possible.
 * Among all assignments that are as even it is one of those with the least cost. The same input always gives the same assignments.
 */
export function assignReviewers(wanted: Wanted): Assignment[] {
  const { reviewsOf, abstracts, reviewers, assigned, isAllowed, costOf, mostOf } = wanted;
  const busy = new Map(abstracts.map((id) => [id, new Set<string>()]));
  const load = new Map(reviewers.map(({ id }) => [id, 0]));
  const loadOf = (id: string) => load.get(id) ?? 0;
  for (const { abstractId, reviewerId } of assigned) {
    busy.get(abstractId)?.add(reviewerId);
    if (load.has(reviewerId)) load.set(reviewerId, loadOf(reviewerId) + 1);
  }
  const eligible = new Map(
    abstracts.map((abstract) => {
      const known = busy.get(abstract);
      const free = reviewers.filter(({ id }) => !known?.has(id) && isAllowed(abstract, id));
      // Reviewers with the same number of abstracts come in another order for each abstract, so that no group of
      // reviewers has all its abstracts in common.
      const order = new Map(free.map(({ id, email }) => [id, mixed(abstract, email)]));
      const ids = [...order.keys()].toSorted((a, b) => compare(order.get(a), order.get(b)));
      return [abstract, ids] as const;
    }),
  );
  const added = new Map<string, Set<string>>();
  // The abstracts with the fewest possible reviewers come first.
  const hardestFirst = abstracts.toSorted(
    (a, b) => (eligible.get(a)?.length ?? 0) - (eligible.get(b)?.length ?? 0) || compare(a, b),
  );
  const missingOf = (id: string) => Math.max(0, reviewsOf(id) - (busy.get(id)?.size ?? 0));
  const most = evenLoad(
    [...load.values()],
    abstracts.reduce((sum, id) => sum + missingOf(id), 0),
  );
  for (const abstract of hardestFirst) {
    const isFull = (id: string) => Number(loadOf(id) >= most);
    const free = (eligible.get(abstract) ?? []).filter((id) => loadOf(id) < mostOf(id));
    const best = free.toSorted(
      (a, b) =>
        isFull(a) - isFull(b) || costOf(abstract, a) - costOf(abstract, b) || loadOf(a) - loadOf(b),
    );
    const chosen = best.slice(0, missingOf(abstract));
    for (const id of chosen) load.set(id, loadOf(id) + 1);
    added.set(abstract, new Set(chosen));
  }
  const division = { added, eligible, load, mostOf };
  for (const abstract of hardestFirst) {
    if (!reviewers.some(({ id }) => loadOf(id) < mostOf(id))) break;
    while ((added.get(abstract)?.size ?? 0) < missingOf(abstract) && makeRoom(division, abstract));
  }
  while (exchange(division));
  lowerCost({ ...division, costOf });
  return [...added].flatMap(([abstractId, ids]) =>
    [...ids].map((reviewerId) => ({ abstractId, reviewerId })),
  );
}

/** The number of abstracts that each reviewer would have at most if there were no conflicts. */
function evenLoad(loads: readonly number[], added: number): number {
  const sorted = loads.toSorted((a, b) => a - b);
  let sum = added;
  for (const [at, load] of sorted.entries()) {
    sum += load;
    const even = Math.ceil(sum / (at + 1));
    if (even <= (sorted[at + 1] ?? Infinity)) return even;
  }
  return 0;
}

/**
 * Passes one abstract on from a reviewer to another who has at least two fewer, perhaps by way of others, of whom each
 * gets one and gives one. False if nobody can. (A cost-reducing path in Harvey, Ladner, Lovász and Tamir,
 * "Semi-matchings for bipartite graphs and load balancing", 2006: without such a path no division is more even.)
 */
function exchange(division: Division): boolean {
  const { added, load, mostOf } = division;
  const loadOf = (id: string) => load.get(id) ?? 0;
  const isFree = (id: string) => loadOf(id) < mostOf(id);
  const given = givenIn(division);
  const least = Math.min(...[...load.keys()].filter(isFree).map(loadOf));
  for (const from of [...load.keys()].toSorted((a, b) => loadOf(b) - loadOf(a))) {
    if (loadOf(from) - least < 2) return false;
    // How each reviewer was reached: by which abstract, and from whom.
    const reached: Reached = new Map([[from, undefined]]);
    const isBetter = (taker: string) => isFree(taker) && loadOf(from) - loadOf(taker) >= 2;
    const taker = reach(division, { given, reached, isWanted: isBetter });
    if (taker === undefined) continue;
    passAlong(added, reached, taker);
    load.set(from, loadOf(from) - 1);
    load.set(taker, loadOf(taker) + 1);
    return true;
  }
  return false;
}

type Division = Pick<Parameters<typeof lowerCost>[0], 'added' | 'eligible' | 'load' | 'mostOf'>;
type Reached = Map<string, { abstract: string; giver: string } | undefined>;

/**
 * Gives an abstract to a reviewer who has as many as the limit allows, and passes one of those on, perhaps by way of others,
 * to somebody below the limit. False if nobody can (an augmenting path).
 */
function makeRoom(division: Division, abstract: string): boolean {
  const { added, eligible, load, mostOf } = division;
  const loadOf = (id: string) => load.get(id) ?? 0;
  const free = (eligible.get(abstract) ?? []).filter((id) => !added.get(abstract)?.has(id));
  const reached: Reached = new Map(free.map((id) => [id, { abstract, giver: '' }]));
  const isFree = (id: string) => loadOf(id) < mostOf(id);
  const given = givenIn(division);
  const taker = free.find(isFree) ?? reach(division, { given, reached, isWanted: isFree });
  if (taker === undefined) return false;
  passAlong(added, reached, taker);
  load.set(taker, loadOf(taker) + 1);
  return true;
}

/** The first wanted reviewer to whom abstracts can be passed from those that are reached, with the steps that lead there. */
function reach(
  { added, eligible }: Division,
  {
    given,
    reached,
    isWanted,
  }: {
    given: ReadonlyMap<string, readonly string[]>;
    reached: Reached;
    isWanted: (taker: string) => boolean;
  },
): string | undefined {
  for (const giver of reached.keys()) {
    for (const abstract of given.get(giver) ?? []) {
      for (const taker of eligible.get(abstract) ?? []) {
        if (reached.has(taker) || added.get(abstract)?.has(taker)) continue;
        reached.set(taker, { abstract, giver });
        if (isWanted(taker)) return taker;
      }
    }
  }
  return undefined;
}

/** The new abstracts of each reviewer. */
function givenIn({ added }: Division): ReadonlyMap<string, string[]> {
  const given = new Map<string, string[]>();
  for (const [abstract, ids] of added) {
    for (const id of ids) {
      const own = given.get(id);
      if (own) own.push(abstract);
      else given.set(id, [abstract]);
    }
  }
  return given;
}

function passAlong(added: ReadonlyMap<string, Set<string>>, reached: Reached, last: string): void {
  let taker = last;
  for (let step = reached.get(taker); step; step = reached.get(taker)) {
    added.get(step.abstract)?.delete(step.giver);
    added.get(step.abstract)?.add(taker);
    taker = step.giver;
  }
}

function mixed(abstract: string, reviewer: string): string {
  return createHash('sha256').update(`${abstract} ${reviewer}`).digest('hex');
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
