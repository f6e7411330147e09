import type { Content } from '#contract/content.ts';
import { hasEnded } from '#contract/content/moments.ts';
import { askedFor } from '#contract/requested.ts';
import { extraLabel } from '#server/orders/sell/registration-price.ts';
import type { ListedParticipant } from './list-participants.ts';

/** Whether a person can download the certificate of attendance: the conference is over, and the person was checked in. */
export function hasCertificate(
  { conference: { dates } }: Content,
  { placeSince, checkedInAt }: ListedParticipant,
  now: string,
): boolean {
  return hasEnded(dates, now) && placeSince !== undefined && checkedInAt !== undefined;
}

/** The participant's type: its label in the form, or the purpose of the agreed amount, or an empty text. */
export function typeOf(
  { prices }: Pick<Content, 'prices'>,
  { presentationType: id, agreedWords = '' }: ListedParticipant,
): string {
  return prices.presentationTypes.find((type) => type.id === id)?.label ?? id ?? agreedWords;
}

/** The extras and requests besides place and room: "Conference dinner × 2". */
export function extrasOf(
  { prices, mails: { requests } }: Pick<Content, 'prices' | 'mails'>,
  person: ListedParticipant,
): string[] {
  const counted = (label: string, count: number) => (count > 1 ? `${label} × ${count}` : label);
  return [
    ...person.extras.map(({ id, count }) => counted(extraLabel(prices, id), count)),
    ...askedFor(person).map(({ id, value }) =>
      typeof value === 'string'
        ? `${requests[id]}: ${value}`
        : counted(requests[id], Number(value)),
    ),
  ];
}
