import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { euros, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { DiscountRegistration } from './discounts.ts';

/** A discount registration is recorded and not paid yet: to the payer, with the way back, and to the secretary. */
export function discountReceived(
  mailLayout: MailLayout,
  discount: DiscountRegistration,
  origin: string,
): Message[] {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { button, ...mail } = words.registrationReceived;
  const facts: Fact[] = [
    { label: labels.name, text: discount.name },
    { label: labels.institute, text: discount.institute },
    { label: labels.country, text: discount.country },
    ...(discount.description === ''
      ? []
      : [{ label: labels.statedByPayer, text: discount.description }]),
    { label: labels.total, text: euros(discount.amountCents), isSum: true },
  ];
  return [
    {
      key: `registration-received:${discount.id}`,
      kind: 'registration-received',
      recipient: discount.email,
      ...withMailLayout(mailLayout, {
        ...mail,
        greets: discount.name,
        facts,
        button: { words: button, address: `${origin}/discount-registration` },
        isAboutMoney: true,
      }),
    },
    {
      key: `registration-received:${discount.id}:secretary`,
      kind: 'registration-received-for-secretary',
      recipient: conference.secretary.email,
      replyTo: discount.email,
      ...withMailLayout(mailLayout, {
        subject: words.secretary.registrationReceived,
        paragraphs: [],
        facts: [
          ...facts,
          { label: labels.email, text: discount.email },
          { label: labels.phone, text: discount.phone },
        ],
        isAboutMoney: true,
      }),
    },
  ];
}
