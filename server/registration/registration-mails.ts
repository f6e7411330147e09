import { keysOfRegistration, type Message } from '#server/mail/message.ts';
import { entryText, withMailLayout, type MailLayout } from '#server/mail/mail-layout.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { factsToPay, requestFacts } from '#server/orders/order-facts.ts';
import { personKey } from '#server/identity.ts';
import type { ToPay } from '#server/orders/payment-links.ts';
import type { Participant } from '#server/orders/participants.ts';

/** Where a registration was recorded: the site that a mail links to, and how it is paid if it is ordered already. */
export type Recorded = { origin: string | undefined; toPay: ToPay | undefined };

/**
 * A registration is recorded and not paid yet: what was chosen and where it is paid, or the way back to the form as long as
 * nothing is ordered. Anybody can type any address, so it has none of the words that were typed but a plain name.
 */
export function registrationReceived(
  mailLayout: MailLayout,
  registration: Participant,
  { origin, toPay, takingPart }: Recorded & { takingPart: string },
): Message {
  const { form, button, ...mail } = mailLayout.words.registrationReceived;
  const { labels } = mailLayout.words;
  return {
    key: keysOfRegistration(registration.id)[0],
    kind: 'registration-received',
    recipient: registration.email,
    untilPaid: personKey(registration),
    ...withMailLayout(mailLayout, {
      ...mail,
      ...(toPay
        ? {
            reference: toPay.order.reference,
            facts: factsToPay(mailLayout, toPay, registration),
            button: { words: button, address: toPay.address },
          }
        : {
            paragraphs: form.paragraphs,
            facts: [{ label: labels.takingPart, text: takingPart }],
            button:
              origin === undefined
                ? undefined
                : { words: form.button, address: `${origin}/register` },
          }),
      greets: plainName(registration.name),
      isAboutMoney: true,
      isBeforePayment: true,
    }),
  };
}

/** The same to the secretary, with everything that was typed. */
export function registrationReceivedForSecretary(
  mailLayout: MailLayout,
  registration: Participant,
  { toPay, takingPart }: Recorded & { takingPart: string },
): Message {
  const reference = toPay?.order.reference;
  const { words, conference } = mailLayout;
  const { labels } = words;
  const { name, institute, country, email } = registration;
  return {
    key: keysOfRegistration(registration.id)[1],
    kind: 'registration-received-for-secretary',
    recipient: conference.secretary.email,
    replyTo: registration.email,
    digestEntry: {
      label: words.secretary.registrationReceived,
      text: entryText([reference, name, institute, country, email]),
    },
    ...withMailLayout(mailLayout, {
      subject: words.secretary.registrationReceived,
      reference,
      paragraphs: [],
      facts: [
        { label: labels.name, text: registration.name },
        { label: labels.institute, text: registration.institute },
        { label: labels.country, text: registration.country },
        { label: labels.takingPart, text: takingPart },
        ...requestFacts(mailLayout, registration),
        { label: labels.email, text: registration.email },
        { label: labels.phone, text: registration.phone },
      ],
      isAboutMoney: true,
      isForSecretary: true,
    }),
  };
}
