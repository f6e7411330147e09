import type { Message } from '#server/mail/message.ts';
import { type Currency, moneyText } from '#contract/money.ts';
import { entryText, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import type { DiscountRegistration } from './discounts.ts';

/** The order of a discount registration, and the site that a mail links to. */
type Ordered = { orderId: string; reference: string; origin: string; currency: Currency };

/**
 * A discount registration is recorded and not paid yet: to the payer with the way back and none of the words that were
 * typed, because anybody can type any address, and to the secretary with all of them.
 */
export function discountReceived(
  mailLayout: MailLayout,
  discount: DiscountRegistration,
  { orderId, reference, origin, currency }: Ordered,
): Message[] {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { button, ...mail } = words.registrationReceived;
  return [
    {
      key: `registration-received:${discount.id}`,
      kind: 'registration-received',
      recipient: discount.email,
      untilPaid: orderId,
      ...withMailLayout(mailLayout, {
        ...mail,
        reference,
        facts: [{ label: labels.reference, text: reference }],
        button: { words: button, address: `${origin}/discount-registration` },
        isAboutMoney: true,
      }),
    },
    {
      key: `registration-received:${discount.id}:secretary`,
      kind: 'registration-received-for-secretary',
      recipient: conference.secretary.email,
      replyTo: discount.email,
      digestEntry: {
        label: words.secretary.registrationReceived,
        text: entryText([
          reference,
          discount.name,
          discount.email,
          moneyText(discount.amountCents, currency),
        ]),
      },
      ...withMailLayout(mailLayout, {
        subject: words.secretary.registrationReceived,
        reference,
        paragraphs: [],
        facts: [
          { label: labels.name, text: discount.name },
          { label: labels.institute, text: discount.institute },
          { label: labels.country, text: discount.country },
          ...(discount.description === ''
            ? []
            : [{ label: labels.statedByPayer, text: discount.description }]),
          {
            label: labels.total,
            text: moneyText(discount.amountCents, currency),
            isAmount: true,
            isSum: true,
          },
          { label: labels.email, text: discount.email },
          { label: labels.phone, text: discount.phone },
        ],
        isAboutMoney: true,
        isForSecretary: true,
      }),
    },
  ];
}
