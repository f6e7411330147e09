import type { ProofState } from './tables.ts';
import { column } from '#server/reports/define-list.ts';
import type { FeaturePeople } from '#server/reports/known-by-features.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { proofStates } from './proofs.ts';

declare module '#server/reports/known-by-features.ts' {
  interface PersonFacts {
    /** The state of the proof of the price; undefined if nothing was sent, decided or claimed. */
    proof: ProofState | undefined;
  }
}

export const aboutPeople: FeaturePeople = {
  async facts(db, ids) {
    const states = await proofStates(db, ids);
    return (id) => ({ proof: states.get(id) });
  },
  columns: ({ prices }) =>
    prices.presentationTypes.some(({ proof }) => proof)
      ? [{ ...column.text('proof', 'Proof', stateIn, 10), before: 'room' }]
      : [],
};

function stateIn({ proof }: ListedParticipant): string | undefined {
  return proof?.toLowerCase();
}
