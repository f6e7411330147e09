import { sql } from 'kysely';
import { MINUTE } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { proofRoutes } from './proof-routes.ts';
import { proofSection } from './proof-section.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';
import { cutoffOf } from '#server/privacy/cutoff.ts';
import { claimDifferences } from './claim-differences.ts';
import { lateProofs, openProofs } from './open-proofs.ts';
import { aboutPeople } from './person-proof.ts';
import { askForProofAgain, eraseProofs, forgetOldProofFiles, forgetProofFiles } from './proofs.ts';
import { askedProofs, neededProof } from './proof-needs.ts';
import { asksForProof, priceKindOf } from '#server/orders/rows/price-kind.ts';
import { proofsList } from './proofs-list.ts';
import { provingPeople } from './proving-people.ts';
import { proofTables } from './tables.ts';
import { proofMailKinds } from './mails.ts';
import { remindUnproved } from './remind-unproved.ts';
import { proofsTexts } from './shape.ts';

declare module '#server/self-service/notices.ts' {
  interface FeatureNotices {
    proofSent: true;
  }
}

export const proofs: Feature = {
  name: 'proofs',
  texts: proofsTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: proofTables,
    keeps: ({ now, content, rows }) => [
      {
        what: 'files that prove a price',
        before: cutoffOf(now, content.privacy.periods.proof),
        ...rows(
          'proofs',
          (before) => sql`file_key is not null and coalesce(decided_at, sent_at) <= ${before}`,
          'participant_id',
        ),
        // The proof stays, and says that it was accepted or refused.
        remove: (tx, ids) => forgetProofFiles(tx, ids),
      },
    ],
  },
  mails: {
    kinds: proofMailKinds,
    toAnswer: ({ proofs: types }, order) => {
      const type = types?.[order.items.find(({ kind }) => kind === 'registration')?.item ?? ''];
      return type && asksForProof(type, priceKindOf(order.items, order)) ? type.words : undefined;
    },
  },
  orders: {
    asksOf: askedProofs,
    isForOne: (prices, order, id) => neededProof(prices, order, id) !== undefined,
    personReplaced: async (tx, id, { isAnother }) => isAnother && askForProofAgain(tx, id),
    erased: eraseProofs,
  },
  pages: { behindLinks: proofRoutes },
  sections: {
    people: provingPeople,
    async ownPage({ context: { db }, content }, owner, { now }) {
      const proof = await proofSection(db, content, owner, now);
      return [{ place: proof?.isLeft ? 'to-do' : 'folded', rank: 20, part: proof?.part }];
    },
    notices: { proofSent: (said) => said.proofSent },
  },
  watch: {
    concerns: [openProofs, lateProofs],
    lists: [proofsList],
    people: aboutPeople,
    jobs: [
      {
        name: 'proof-reminders',
        everyMs: 10 * MINUTE,
        isNeeded: ({ content: { prices } }) => prices.presentationTypes.some(({ proof }) => proof),
        run: ({ context, ...deps }, signal) =>
          remindUnproved({ payments: context, ...deps }, signal),
        failed: 'the reminders of proofs could not be written',
      },
      {
        name: 'proofs',
        everyMs: 10 * MINUTE,
        run: ({ context, ...deps }, signal) =>
          claimDifferences({ payments: context, ...deps }, signal),
        failed: 'the differences of unproved prices could not be claimed',
      },
      {
        name: 'proof-files',
        everyMs: 60 * MINUTE,
        run: ({ context: { db, clock }, content }) =>
          forgetOldProofFiles(db, cutoffOf(clock(), content.privacy.periods.proof)),
        failed: 'proofs whose period is over could not be deleted',
      },
    ],
    scan: (room, signal) => scanDueFiles('proofs', 'a proof', room, signal),
  },
};
