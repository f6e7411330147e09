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

/** The site where a registration was recorded, and how it is paid if it is ordered already. */
export type Recorded = { origin?: string | undefined; toPay: ToPay | undefined };

/**
 * A registration is recorded and not paid yet. The person reads how to pay it, or the way back to the form as long as
 * nothing is ordered; the secretary reads everything. Anybody can type any address, so the person's mail has nothing that
 * was typed but a plain name. `chosen` is what was chosen from lists, or for the secretary alone where it is ordered.
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
