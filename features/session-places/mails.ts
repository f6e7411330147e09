import type { MailTraits } from '#server/mail/mail-kinds.ts';
import { labelled, type MailLayout, mailTo, type Reader } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import { type Session, timeOf } from './sessions.ts';

export const sessionMailKinds = {
  // Only people with a paid place wait, and each of their sign-ups causes one mail.
  'session-place': { perDay: 'money', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof sessionMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** To a person who waited and has the place now. */
export function sessionPlace(
  layouts: MailLayout,
  { name, ...reader }: Reader & { name: string },
  { session, event, page }: { session: Session; event: string; page: string },
): Message {
  return mailTo(layouts, reader, ({ words: { sessionPlace: text } }) => ({
    kind: 'session-place',
    event,
    text,
    greets: name,
    facts: labelled(text.labels, {
      session: session.title,
      time: timeOf(session),
      room: session.room,
    }),
    link: `${page}/sessions#${session.id}`,
    page,
  }));
}
