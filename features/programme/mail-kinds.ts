import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const decisionMailKinds = {
  'abstract-decided': {
    perDay: 'organiser',
    rank: 'last',
    isAboutMoney: false,
    endsWithAbstract: true,
  },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof decisionMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
