import type { MailTraits } from '#server/mail/mail-kinds.ts';

export const invitationMailKinds = {
  invited: { perDay: 'organiser', rank: 'in turn' },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof invitationMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}
