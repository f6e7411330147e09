import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const letterMailKinds = {
  'author-reminder': { perDay: 20, rank: 'last', isAboutMoney: false, endsWithAbstract: true },
  letter: { perDay: 'organiser', rank: 'last', isAboutMoney: false, endsWithAbstract: true },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof letterMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
