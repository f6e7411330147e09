import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const proofMailKinds = {
  'proof-missing': { perDay: 'money', rank: 'in turn' },
  'proof-refused': { perDay: 'money', rank: 'in turn', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof proofMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
