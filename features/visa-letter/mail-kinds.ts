import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const visaMailKinds = {
  // The form of the request is open to people with a paid place only.
  'visa-letter-requested': {
    perDay: 'secretary',
    rank: 'in turn',
    isRoutine: true,
    isAboutMoney: false,
  },
  'visa-letter-issued': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
  'visa-letter-declined': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof visaMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
