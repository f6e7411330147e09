import { type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { printTimes } from '#server/reports/wall-clock.ts';

export const colleagueMailKinds = {
  // Urgent, because the link lives a day.
  'colleague-invited': {
    perDay: 'organiser',
    rank: 'urgent',
    isAboutMoney: false,
    isSecret: true,
  },
  'colleague-passkey': { perDay: 'confirmed', rank: 'urgent', isAboutMoney: false },
  'act-declined': { perDay: 'organiser', isAboutMoney: false },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof colleagueMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

type Reader = { name: string; email: string };
type Link = { event: string; address: string; until: string; isRecovery?: boolean };
type Declined = { event: string; act: string; by: string };
type Added = { event: string; passkey: string };

/** The link of an invitation or a recovery. The token is behind #, so that no server on the way logs it. */
export function colleagueInvited(
  layouts: MailLayout,
  { name, email }: Reader,
  about: Link,
): Message {
  const { language } = layouts.first();
  return mailTo(layouts, { email, language }, ({ words, conference }) => {
    const { until, ...text } = words.colleagueInvited;
    const at = printTimes(conference.dates.timezone);
    return {
      kind: 'colleague-invited',
      event: about.event,
      text: { ...text, ...(about.isRecovery && words.colleagueRecovered) },
      greets: name,
      facts: [{ label: until, text: `${at(about.until)} (${conference.dates.timezone})` }],
      link: about.address,
    };
  });
}

/** Tells a colleague about each passkey, which somebody else may have added. */
export function colleaguePasskey(
  layouts: MailLayout,
  { name, email }: Reader,
  about: Added,
): Message {
  const { language } = layouts.first();
  return mailTo(layouts, { email, language }, ({ words }) => {
    const { name: label, ...text } = words.colleaguePasskey;
    return {
      kind: 'colleague-passkey',
      event: about.event,
      text,
      greets: name,
      facts: [{ label, text: about.passkey }],
    };
  });
}

/** Tells a colleague that a second person has not agreed. */
export function actDeclined(
  layouts: MailLayout,
  { name, email }: Reader,
  about: Declined,
): Message {
  const { language } = layouts.first();
  return mailTo(layouts, { email, language }, ({ words }) => {
    const { act, by, ...text } = words.actDeclined;
    return {
      kind: 'act-declined',
      event: about.event,
      text,
      greets: name,
      facts: [
        { label: act, text: about.act },
        { label: by, text: about.by },
      ],
    };
  });
}
