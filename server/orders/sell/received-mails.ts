import type { Requested } from '#contract/requested.ts';
import { personKey } from '#server/identity.ts';
import { composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { factsAbout, factsToPay, requestFacts } from '#server/orders/rows/order-facts.ts';
import { type Customer, registrationPath } from '#server/orders/rows/orders.ts';
import { unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import type { ToPay } from '#server/orders/rows/payment-links.ts';

/**
 * The site on which a registration was recorded, and the link to pay if the registration is ordered already.
 * `isConfirming` says that another mail follows at once: the person pays nothing, or gets the details of a transfer.
 */
export type Recorded = {
  origin?: string | undefined;
  toPay: ToPay | undefined;
  isConfirming?: boolean | undefined;
};

/**
 * The page asks for a checkout right after the registration, and a confirmation follows a checkout without a payment.
 * The mails wait this long, so that they have the ordered items and the reference, or are not sent.
 */
const NEXT_FOLLOWS_MS = 30_000;

/**
 * The mails about a registration that is recorded and not paid yet. The person's mail has the link to pay, or a link
 * to the form if nothing is ordered yet. Anybody can type the address of a stranger, so a plain name is the only
 * typed entry in the person's mail; the secretary's mail has all entries. `chosenIn` gives the choices from lists; after
 * an order only the secretary's mail has them.
 */
export function registrationReceived(
  layout: MailLayout,
  person: Customer & Requested & { id: string; pageToken: string },
  {
    origin,
    toPay,
    isConfirming,
    now,
    chosenIn,
  }: Recorded & { now: Date; chosenIn: (layout: MailLayout) => Fact[] },
): [person: Message, secretary: Message] {
  const { form, ...text } = layout.words.registrationReceived;
  const reference = toPay?.order.reference;
  const { name, email, institute, country } = person;
  const [received, toSecretary] = composeMails(layout, {
    kind: 'registration-received',
    event: person.id,
    reference,
    to: email,
    person: {
      ...(toPay
        ? { text, facts: factsToPay(layout, toPay, person), link: toPay.address, page: toPay.page }
        : {
            text: { ...text, ...form },
            facts: chosenIn(layout),
            link: origin && `${origin}${layout.base}/register`,
            page: origin && origin + registrationPath(person),
          }),
      greets: plainName(name),
      untilPaid: toPay ? unpaidKeyOfPayable(toPay) : personKey(person),
    },
    secretary: (first) => {
      const chosen = chosenIn(first);
      return {
        facts: [
          ...(reference === undefined
            ? []
            : [{ label: first.words.labels.reference, text: reference }]),
          ...chosen,
        ],
        typed: [...factsAbout(first, person), ...requestFacts(first, person)],
        line: [reference, name, institute, country, email, sumOf(chosen)],
      };
    },
  });
  const notBefore = new Date(now.getTime() + NEXT_FOLLOWS_MS);
  return [
    toPay && !isConfirming ? received : { ...received, notBefore },
    toPay ? toSecretary : { ...toSecretary, notBefore },
  ];
}

function sumOf(facts: readonly Fact[]): string | undefined {
  return facts.find(({ isSum }) => isSum)?.text;
}
