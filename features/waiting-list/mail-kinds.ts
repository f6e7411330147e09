import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const waitingListMailKinds = {
  'waiting-list-joined': { perDay: 20, rank: 'in turn', isAboutMoney: false },
  // Urgent, because the time to take the place runs. There are no more offers than places.
  'offer-made': { perDay: 'confirmed', rank: 'urgent' },
  'offer-ended': { perDay: 'confirmed', rank: 'in turn', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof waitingListMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
