import { type MailLayout, withSentence } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { asksToPay, mailToPayer } from '#server/orders/rows/payer-mails.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';

export const twoPayersMailKinds = {
  // Anybody can name an address as a payer, and an accounts department is named by many.
  'part-to-pay': { perDay: 20, rank: 'urgent' },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof twoPayersMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

/** To the one whom a participant has named as the payer of a part; without a name that is plain it names nobody. */
export function partToPay(layouts: MailLayout, toPay: ToPay, name: string | undefined): Message {
  const { order, until } = toPay;
  return mailToPayer(layouts, order, (layout) => {
    const { byName, ...text } = layout.words.partToPay;
    return {
      kind: 'part-to-pay',
      event: `${order.id}:${until.at}`,
      text: withSentence(
        text,
        name === undefined ? undefined : fillPlaceholders(byName, { person: name }),
      ),
      ...asksToPay(layout, toPay),
    };
  });
}
