import { keysOfRegistration, type Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { factsToPay } from '#server/orders/order-facts.ts';
import type { ToPay } from '#server/orders/payment-links.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import type { Customer } from '#server/orders/orders.ts';
import { entryText, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';

/** Somebody who pays an amount that was agreed with the organisers. */
export type DiscountRegistration = Customer & {
  id: string;
  description: string;
  amountCents: Cents;
};

/**
 * A discount registration is recorded and not paid yet: to the payer with where it is paid and none of the words that were
 * typed but a plain name, because anybody can type any address, and to the secretary with all of them.
 */
export function discountReceived(
  mailLayout: MailLayout,
  discount: DiscountRegistration,
  toPay: ToPay,
): Message[] {
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { button, form: _form, ...mail } = words.registrationReceived;
  const { order, address } = toPay;
  const { reference, currency } = order;
  return [
    {
      key: keysOfRegistration(discount.id)[0],
      kind: 'registration-received',
      recipient: discount.email,
      untilPaid: order.id,
      ...withMailLayout(mailLayout, {
        ...mail,
        reference,
        greets: plainName(discount.name),
        facts: factsToPay(mailLayout, toPay),
        button: { words: button, address },
        isAboutMoney: true,
        isBeforePayment: true,
      }),
    },
    {
      key: keysOfRegistration(discount.id)[1],
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
