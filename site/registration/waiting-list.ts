import { mailAddress } from '#site/layout/mail-address.ts';
import { count } from './bill.ts';
import type { Offer } from './offer.ts';
import { hasRoom, presentationTypeOf } from './pricing-question.ts';
import type { RegistrationValues } from './registration-fields.ts';

export type Wanted = Pick<
  RegistrationValues,
  'name' | 'registrationType' | 'presentationType' | 'nights' | 'extras'
>;

/** The address of a mail that says who wants what, for the visitor to send. */
export function waitingListMail(address: string, wanted: Wanted, offer: Offer): string {
  const type = presentationTypeOf(offer.types, wanted.presentationType)?.label ?? 'Registration';
  const extras = offer.extras.flatMap(({ label }, at) => {
    const number = wanted.extras[at] ?? 0;
    return number > 0 ? [`${label}: ${number}`] : [];
  });
  const lines = [
    'Please put me on the waiting list.',
    '',
    `Name: ${wanted.name.trim()}`,
    `Presentation type: ${type}`,
    ...(hasRoom(wanted) ? [`Room: ${count(wanted.nights, 'night')}`] : []),
    ...extras,
  ];
  return mailAddress(address, { subject: `Waiting list: ${type}`, body: lines.join('\n') });
}
