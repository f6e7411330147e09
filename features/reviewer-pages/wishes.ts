import type { Content } from '#contract/content.ts';
import { readAssignmentFacts } from '#features/peer-review/assignment-facts.ts';
import { listBids, putBid } from '#features/peer-review/bids.ts';
import type { Bid } from '#features/peer-review/tables.ts';
import { putTopics, topicsIn, topicsOf } from '#features/peer-review/topics.ts';
import type { Reviewer } from '#features/peer-review/reviewers.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import type { Typed } from './read-review.ts';

/** The topics that a reviewer knows, and the abstracts with the bids, as far as conference.yaml asks for them. */
export type Wishes = {
  topics: { id: string; name: string; isTicked: boolean }[];
  abstracts: { abstract: KeptAbstract; bid: Bid | undefined }[];
};

export const BIDS = { want: 'WANT', avoid: 'AVOID', conflict: 'CONFLICT' } as const;
export type BidName = keyof typeof BIDS;

export function asksForWishes({ conference }: Pick<Content, 'conference'>): boolean {
  const { topics, bids } = conference.abstracts.review;
  return topics || bids;
}

/** Abstracts that the reviewer could not get anyway are left out. */
export async function readWishes(
  db: Db,
  content: Pick<Content, 'sessions' | 'conference'>,
  reviewer: Reviewer,
): Promise<Wishes> {
  const rules = content.conference.abstracts.review;
  const ticked = rules.topics ? await topicsOf(db, reviewer.id) : [];
  const bids = new Map(
    (await listBids(db, reviewer.id)).map((each) => [each.abstractId, each.bid]),
  );
  const facts = rules.bids ? await readAssignmentFacts(db, content) : undefined;
  return {
    topics: rules.topics
      ? topicsIn(content).map((topic) => ({ ...topic, isTicked: ticked.includes(topic.id) }))
      : [],
    abstracts: (facts?.open ?? [])
      .filter((one) => bids.has(one.id) || facts?.hindranceOf(reviewer, one) === undefined)
      .map(({ abstract }) => ({ abstract, bid: bids.get(abstract.id) })),
  };
}

export function bidField({ reference }: Pick<KeptAbstract, 'reference'>): string {
  return `bid-${reference}`;
}

export function nameOfBid(bid: Bid | undefined): BidName | '' {
  const found = Object.entries(BIDS).find(([, each]) => each === bid)?.[0];
  return found === 'want' || found === 'avoid' || found === 'conflict' ? found : '';
}

/**
 * Saves what somebody has changed in the form: for each field it names what was there before, so that the form of another
 * window takes nothing back. Returns what the form was made of, now.
 */
export async function saveWishes(
  { db, clock, content }: { db: Db; clock: Clock; content: Content },
  reviewer: Reviewer,
  typed: Typed,
): Promise<Wishes> {
  const wishes = await readWishes(db, content, reviewer);
  const { topics, abstracts } = wishes;
  const now = timestamp(clock());
  const isChanged = (field: string) => (typed[field] ?? '') !== (typed[`was-${field}`] ?? '');
  await inTransaction(db, async (tx) => {
    const changed = topics.filter(({ id }) => isChanged(`topic-${id}`));
    if (changed.length > 0) {
      const ids = topics.flatMap(({ id, isTicked }) => {
        const isWanted = changed.some((one) => one.id === id)
          ? typed[`topic-${id}`] === 'yes'
          : isTicked;
        return isWanted ? [id] : [];
      });
      await putTopics(tx, reviewer.id, ids);
    }
    for (const { abstract } of abstracts.filter((one) => isChanged(bidField(one.abstract)))) {
      const name = typed[bidField(abstract)] ?? '';
      const bid =
        name === 'want' || name === 'avoid' || name === 'conflict' ? BIDS[name] : undefined;
      await putBid(tx, { abstractId: abstract.id, reviewerId: reviewer.id }, bid, now);
    }
  });
  return wishes;
}
