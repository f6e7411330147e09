import { extname } from 'node:path';
import type { FeatureSections } from '#server/features.ts';
import { findOrders } from '#server/orders/rows/orders.ts';
import { neededProof } from './proof-needs.ts';
import { findProof } from './proofs.ts';
import type { ProofState } from './tables.ts';

/** The proof of a person whose price needs one, or who sent one that waits for a decision. */
type ProofOfPage = {
  state: ProofState;
  /** The ending of the file, such as `.pdf`; undefined if there is none. */
  ending: string | undefined;
};

declare module '#organiser/dashboard/read-pages.ts' {
  interface PersonOfPage {
    proofToDecide: ProofOfPage | undefined;
  }
}

/** The proofs of people in the dashboard. */
export const provingPeople: NonNullable<FeatureSections['people']> = async (
  { payments: { db }, content },
  ids,
) => {
  if (ids.length === 0) return () => ({});
  const rows = await db
    .selectFrom('order_items')
    .select('order_id')
    .distinct()
    .where('participant_id', 'in', ids)
    .execute();
  const orders = await findOrders(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const found = new Map<string, ProofOfPage>();
  for (const id of ids) {
    const proof = await findProof(db, id);
    const isNeeded = orders.some((order) => neededProof(content.prices, order, id));
    const state = proof?.state ?? 'ASKED';
    if (!isNeeded && state !== 'SENT') continue;
    found.set(id, {
      state,
      ending: proof?.file && extname(proof.file.fileName).toLowerCase(),
    });
  }
  return (id) => ({ proofToDecide: found.get(id) });
};
