import type { Content } from '#contract/content.ts';
import { COMMENTS } from '#organiser/demo/demo-contributions.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { setWithdrawn } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { timeAfter } from './slot-cells.ts';

/** The number of an abstract that is withdrawn after the decision. */
const WITHDRAWN = 16;

/** Talks of twenty minutes on the first and the last day, and numbered posters. */
function slotIn({ conference: { dates } }: Content, number: number) {
  if (number % 2 !== 0) {
    const nth = String(Math.ceil(number / 2)).padStart(2, '0');
    return { presentation: 'Poster', number: `P${nth}` };
  }
  const starts = timeAfter('10:00', 20 * Math.floor(number / 4));
  return {
    presentation: 'Talk',
    day: number % 4 === 0 ? dates.start : dates.end,
    starts,
    ends: starts && timeAfter(starts, 20),
    room: 'Hall A',
  };
}

/** Decides about two of three abstracts, by their ids, and tells the authors; some of them confirm, and one withdraws. */
export async function abstractsSent(
  { context: { db }, content, now }: DemoDeps,
  ids: readonly string[],
): Promise<void> {
  const [toldAt, answeredAt] = [timestamp(now.at, 2 * HOUR), timestamp(now.at, 3 * HOUR)];
  for (const [number, abstract_id] of ids.entries()) {
    if (number % 3 === 2) continue;
    const isAccepted = number % 7 !== 0;
    const outcome = isAccepted ? 'ACCEPTED' : 'REJECTED';
    await db
      .insertInto('decisions')
      .values({
        abstract_id,
        outcome,
        ...(isAccepted && slotIn(content, number)),
        comment: COMMENTS[number % 5] ?? null,
        decided_at: toldAt,
        told_at: toldAt,
        told_outcome: outcome,
        confirmed_at: isAccepted && number % 4 === 0 ? answeredAt : null,
      })
      .execute();
    if (number === WITHDRAWN) {
      await inTransaction(db, (tx) => setWithdrawn(tx, abstract_id, answeredAt));
    }
  }
}
