import type { Offer } from '#organiser/dashboard/page/offered.ts';

export const proofOffers: readonly Offer[] = [
  {
    action: 'proof-file',
    before: 'undo-cancel',
    forPerson: ({ proofToDecide }) => proofToDecide?.ending !== undefined,
    // A proof is saved under the ending of the file that was sent.
    preset: ({ reference, name, proofToDecide }) => ({
      reference,
      who: name,
      path: proofToDecide?.ending,
    }),
  },
  {
    action: 'accept-proof',
    before: 'undo-cancel',
    forPerson: ({ proofToDecide }) =>
      proofToDecide !== undefined && proofToDecide.state !== 'ACCEPTED',
  },
  {
    action: 'refuse-proof',
    before: 'undo-cancel',
    forPerson: ({ proofToDecide }) => proofToDecide?.state === 'SENT',
  },
];
