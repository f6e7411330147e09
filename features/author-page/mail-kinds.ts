import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const authorMailKinds = {
  'abstract-replaced': {
    perDay: 20,
    rank: 'in turn',
    copy: 'abstractReplaced',
    isRoutine: true,
    isAboutMoney: false,
  },
  'abstract-changed': {
    perDay: 'secretary',
    rank: 'in turn',
    isRoutine: true,
    isAboutMoney: false,
  },
  // Not urgent, because whoever has the link can have it sent to any address.
  'abstract-link': { perDay: 5, rank: 'in turn', isAboutMoney: false },
  'abstract-answered': { perDay: 20, rank: 'in turn', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof authorMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
