import type { Prices } from '#contract/content.ts';
import { moneyText } from '#contract/money.ts';
import { composeMail, labelled, type MailLayout, withSentence } from '#server/mail/mail-layout.ts';
import type { MailTraits } from '#server/mail/mail-kinds.ts';
import type { Message } from '#server/mail/message.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { pathOfInvitation } from './invitations.ts';
import type { Invited } from './invited-people.ts';

export const invitationMailKinds = {
  invited: { perDay: 'organiser' },
} as const satisfies Record<string, MailTraits>;

type Kinds = typeof invitationMailKinds;
declare module '#server/mail/mail-kinds.ts' {
  interface FeatureMailEvents extends Kinds {}
}

type Link = { id: string; token: string; until: string; origin: string };

/** The mail with the link of an invitation, in the language of its page. */
export function invitedMail(
  layout: MailLayout,
  prices: Prices,
  { name, email, presentation, unitCents, note, ...link }: Omit<Invited, 'row'> & Link,
): Message {
  const { invited, labels } = layout.words;
  const { free, ...text } = invited;
  return composeMail(layout, {
    kind: 'invited',
    event: link.id,
    to: email,
    text: withSentence(text, note === '' ? undefined : note),
    greets: name,
    facts: labelled(labels, {
      takingPart: labelOf(prices, presentation),
      total: unitCents === 0 ? free : moneyText(unitCents, prices.currency),
      deadline: link.until,
    }),
    link: `${link.origin}${pathOfInvitation(link)}`,
  });
}
