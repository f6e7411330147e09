import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Assignment, assignReviewers } from './assign-reviewers.ts';

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** A conference: abstracts, reviewers, conflicts between some of them, and assignments that exist already. */
const conference = (most: { abstracts: number; reviewers: number; reviews: number }) =>
  fc
    .record({
      abstracts: fc.integer({ min: 1, max: most.abstracts }).map((count) => ids('a', count)),
      reviewers: fc.integer({ min: 1, max: most.reviewers }).map((count) => ids('r', count)),
      reviews: fc.integer({ min: 1, max: most.reviews }),
    })
    .chain((given) => {
      const pairs = given.abstracts.flatMap((abstractId) =>
        given.reviewers.map((reviewerId) => ({ abstractId, reviewerId })),
      );
      return fc
        .tuple(fc.subarray(pairs), fc.subarray(pairs, { maxLength: Math.floor(pairs.length / 3) }))
        .map(([conflicts, before]) => ({
          ...given,
          isAllowed: (abstractId: string, reviewerId: string) =>
            !has(conflicts, { abstractId, reviewerId }),
          assigned: before.filter((one) => !has(conflicts, one)),
        }));
    });

type Wanted = Parameters<typeof assignReviewers>[0];
type Given = Pick<Wanted, 'abstracts' | 'assigned' | 'isAllowed'> &
  Partial<Pick<Wanted, 'costOf' | 'mostOf'>> & { reviewers: string[]; reviews: number };

const without = { costOf: () => 0, mostOf: () => Infinity };

function assign({ reviews, ...given }: Given): Assignment[] {
  const reviewers = given.reviewers.map((id) => ({ id, email: `${id}@lab.example` }));
  return assignReviewers({ ...without, ...given, reviewers, reviewsOf: () => reviews });
}

function has(all: readonly Assignment[], { abstractId, reviewerId }: Assignment): boolean {
  return all.some((one) => one.abstractId === abstractId && one.reviewerId === reviewerId);
}

function loadsOf(reviewers: readonly string[], all: readonly Assignment[]): number[] {
  return reviewers.map((id) => all.filter(({ reviewerId }) => reviewerId === id).length);
}

const unevenness = (loads: readonly number[]) => loads.reduce((sum, load) => sum + load ** 2, 0);

test('each abstract has the wanted number of reviewers, or every one without a conflict', () => {
  fc.assert(
    fc.property(conference({ abstracts: 12, reviewers: 7, reviews: 4 }), (given) => {
      const { abstracts, reviewers, reviews, assigned, isAllowed } = given;
      const added = assign(given);
      const all = [...assigned, ...added];
      expect(added.every((one) => isAllowed(one.abstractId, one.reviewerId))).toBe(true);
      expect(new Set(all.map((one) => `${one.abstractId} ${one.reviewerId}`)).size).toBe(
        all.length,
      );
      for (const abstract of abstracts) {
        const before = assigned.filter(({ abstractId }) => abstractId === abstract).length;
        const possible = reviewers.filter((id) => isAllowed(abstract, id)).length;
        expect(all.filter(({ abstractId }) => abstractId === abstract)).toHaveLength(
          Math.max(before, Math.min(reviews, possible)),
        );
      }
    }),
  );
});

/** Limits of the reviewers r0, r1, and so on; half of them have none. */
const limits = fc
  .array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: Infinity }), {
    minLength: 4,
    maxLength: 4,
  })
  .map((all) => (id: string) => all[Number(id.slice(1))] ?? Infinity);

test('nobody gets more than the limit, and as many reviews are assigned as limits and conflicts allow', () => {
  const small = conference({ abstracts: 4, reviewers: 4, reviews: 2 });
  fc.assert(
    fc.property(small, limits, (given, mostOf) => {
      const { abstracts, reviewers, reviews, isAllowed } = given;
      const added = assign({ ...given, assigned: [], mostOf });
      for (const [at, load] of loadsOf(reviewers, added).entries()) {
        expect(load).toBeLessThanOrEqual(mostOf(`r${at}`));
      }
      let best = 0;
      const tryAll = (at: number, all: readonly Assignment[]): void => {
        const abstractId = abstracts[at];
        if (abstractId === undefined) {
          best = Math.max(best, all.length);
          return;
        }
        const loads = loadsOf(reviewers, all);
        const free = reviewers.filter(
          (id, nth) => isAllowed(abstractId, id) && (loads[nth] ?? 0) < mostOf(id),
        );
        for (let count = 0; count <= Math.min(reviews, free.length); count++) {
          for (const chosen of choices(free, count)) {
            tryAll(at + 1, [...all, ...chosen.map((reviewerId) => ({ abstractId, reviewerId }))]);
          }
        }
      };
      tryAll(0, []);
      expect(added).toHaveLength(best);
    }),
  );
});

test('no other division is more even', () => {
  const small = conference({ abstracts: 4, reviewers: 4, reviews: 2 });
  fc.assert(
    fc.property(small, limits, (given, mostOf) => {
      const { abstracts, reviewers, assigned, isAllowed } = given;
      const added = assign({ ...given, mostOf });
      const isWithin = (loads: readonly number[]) => {
        const before = loadsOf(reviewers, assigned);
        return loads.every((load, at) => load <= Math.max(before[at] ?? 0, mostOf(`r${at}`)));
      };
      const is = unevenness(loadsOf(reviewers, [...assigned, ...added]));
      let best = Number.POSITIVE_INFINITY;
      const tryAll = (at: number, all: readonly Assignment[]): void => {
        const abstractId = abstracts[at];
        if (abstractId === undefined) {
          const loads = loadsOf(reviewers, all);
          if (isWithin(loads)) best = Math.min(best, unevenness(loads));
          return;
        }
        const count = added.filter((one) => one.abstractId === abstractId).length;
        const free = reviewers.filter(
          (id) => isAllowed(abstractId, id) && !has(assigned, { abstractId, reviewerId: id }),
        );
        for (const chosen of choices(free, count)) {
          tryAll(at + 1, [...all, ...chosen.map((reviewerId) => ({ abstractId, reviewerId }))]);
        }
      };
      tryAll(0, assigned);
      expect(is).toBe(best);
    }),
  );
});

function choices(from: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return from.flatMap((one, at) =>
    choices(from.slice(at + 1), count - 1).map((rest) => [one, ...rest]),
  );
}

const costsUpTo12 = fc.infiniteStream(fc.integer({ min: 0, max: 12 }));

test('no division that is as even fits the reviewers better', () => {
  const given = conference({ abstracts: 4, reviewers: 4, reviews: 2 });
  fc.assert(
    fc.property(given, costsUpTo12, limits, (at, numbers, mostOf) => {
      const costs = new Map<string, number>();
      const costOf = (abstractId: string, reviewerId: string) => {
        const key = `${abstractId} ${reviewerId}`;
        const known = costs.get(key) ?? numbers.next().value ?? 0;
        costs.set(key, known);
        return known;
      };
      const sumOf = (all: readonly Assignment[]) =>
        all.reduce((sum, one) => sum + costOf(one.abstractId, one.reviewerId), 0);
      const added = assign({ ...at, mostOf, costOf });
      const isEven = unevenness(loadsOf(at.reviewers, [...at.assigned, ...added]));
      expect(isEven).toBe(
        unevenness(loadsOf(at.reviewers, [...at.assigned, ...assign({ ...at, mostOf })])),
      );
      let best = sumOf(added);
      const tryAll = (nth: number, all: readonly Assignment[]): void => {
        const abstractId = at.abstracts[nth];
        if (abstractId === undefined) {
          const loads = loadsOf(at.reviewers, [...at.assigned, ...all]);
          const before = loadsOf(at.reviewers, at.assigned);
          const isWithin = loads.every(
            (load, one) => load <= Math.max(before[one] ?? 0, mostOf(`r${one}`)),
          );
          if (isWithin && unevenness(loads) === isEven) best = Math.min(best, sumOf(all));
          return;
        }
        const count = added.filter((one) => one.abstractId === abstractId).length;
        const free = at.reviewers.filter(
          (id) => at.isAllowed(abstractId, id) && !has(at.assigned, { abstractId, reviewerId: id }),
        );
        for (const chosen of choices(free, count)) {
          tryAll(nth + 1, [...all, ...chosen.map((reviewerId) => ({ abstractId, reviewerId }))]);
        }
      };
      tryAll(0, []);
      expect(sumOf(added)).toBe(best);
    }),
  );
});

test('without conflicts no reviewer has two abstracts more than another', () => {
  fc.assert(
    fc.property(conference({ abstracts: 30, reviewers: 9, reviews: 3 }), (given) => {
      const added = assign({ ...given, assigned: [], isAllowed: () => true });
      const loads = loadsOf(given.reviewers, added);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a second run changes nothing, and late abstracts and another reviewer leave the first assignments', () => {
  fc.assert(
    fc.property(conference({ abstracts: 12, reviewers: 7, reviews: 3 }), (given) => {
      const first = assign(given);
      expect(assign(given)).toEqual(first);
      const assigned = [...given.assigned, ...first];
      expect(assign({ ...given, assigned })).toEqual([]);
      const late = assign({
        ...given,
        assigned,
        abstracts: [...given.abstracts, 'late'],
        reviewers: [...given.reviewers, 'new'],
      });
      expect(late.every((one) => !has(assigned, one))).toBe(true);
      const ofLate = late.filter(({ abstractId }) => abstractId === 'late');
      expect(ofLate).toHaveLength(Math.min(given.reviews, given.reviewers.length + 1));
    }),
  );
});

test('reviewers with equal numbers do not form groups that have all abstracts in common', () => {
  const [abstracts, reviewers] = [ids('a', 100), ids('r', 10)];
  const added = assign({
    reviews: 2,
    abstracts,
    reviewers,
    assigned: [],
    isAllowed: () => true,
  });
  const pairs = new Set(
    abstracts.map((id) =>
      added
        .filter(({ abstractId }) => abstractId === id)
        .map(({ reviewerId }) => reviewerId)
        .toSorted()
        .join(),
    ),
  );
  expect(pairs.size).toBeGreaterThan(20);
});
