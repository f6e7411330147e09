import type { Feature } from '#server/features.ts';
import { twoPayersTexts } from './shape.ts';
import { twoPayersMailKinds } from './mails.ts';
import { forgetPeople } from './forget-people.ts';
import { halfPaid } from './half-paid.ts';
import { payersRoutes, payersSection } from './payers-routes.ts';

declare module '#server/self-service/notices.ts' {
  interface FeatureNotices {
    divided: true;
    partTakenOver: true;
  }
}

export const twoPayers: Feature = {
  name: 'two-payers',
  texts: twoPayersTexts,
  mails: { kinds: twoPayersMailKinds },
  orders: {
    personReplaced: async (tx, id, { isAnother }) => isAnother && forgetPeople(tx, [id]),
    erased: forgetPeople,
  },
  watch: { concerns: [halfPaid] },
  pages: { ownPages: payersRoutes },
  sections: {
    ownPage: payersSection,
    notices: {
      divided: ({ twoPayers: said }) => said.done,
      partTakenOver: ({ twoPayers: said }) => said.takenOver,
    },
  },
};
