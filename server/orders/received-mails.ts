import type { Requested } from '#contract/answers.ts';
import { personKey } from '#server/identity.ts';
import { composeMails, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { factsAbout, factsToPay, requestFacts } from './order-facts.ts';
import type { Customer } from './orders.ts';
import { unpaidKeyOfPayable } from './payables.ts';
import type { ToPay } from './payment-links.ts';

/** The site on which a registration was recorded, and the way to pay if it is ordered already. */
export type Recorded = { origin?: string | undefined; toPay: ToPay | undefined };

/**
 * A registration is recorded and not paid yet. The person's mail has the way to pay, or a link to the form as long as
 * nothing is ordered; the secretary's has everything. Anybody can type any address, so of the typed entries the person's
 * mail has a plain name only. `chosen` has choices from lists, for an ordered registration only in the secretary's mail.
 */
export function registrationReceived(
  layout: MailLayout,
  person: Customer & Requested & { id: string },
  { origin, toPay, chosen }: Recorded & { chosen: Fact[] },
): [person: Message, secretary: Message] {
  const { form, ...text } = layout.words.registrationReceived;
  const reference = toPay?.order.reference;
  const { name, email, institute, country } = person;
  return composeMails(layout, {
    kind: 'registration-received',
    event: person.id,
    reference,
    to: email,
    person: {
      ...(toPay
        ? { text, facts: factsToPay(layout, toPay, person), link: toPay.address }
        : { text: { ...text, ...form }, facts: chosen, link: origin && `${origin}/register` }),
      greets: plainName(name),
      untilPaid: toPay ? unpaidKeyOfPayable(toPay) : personKey(person),
    },
    secretary: {
      facts: [...factsAbout(layout, person), ...chosen, ...requestFacts(layout, person)],
      line: [reference, name, institute, country, email, sumOf(chosen)],
    },
  });
}

function sumOf(facts: readonly Fact[]): string | undefined {
  return facts.find(({ isSum }) => isSum)?.text;
}
