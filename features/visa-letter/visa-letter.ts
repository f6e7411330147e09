import type { Content } from '#contract/content.ts';
import { countryIn } from '#contract/country-name.ts';
import { dayOf, dayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { hasEnded } from '#contract/content/moments.ts';
import { stateOf } from '#contract/content/opening.ts';
import {
  amountWithCode,
  asCents,
  type Cents,
  type Currency,
  decimalFromCents,
} from '#contract/money.ts';
import { type LetterText, makeVisaLetter } from './visa-letter-sheet.ts';
import type { IssuedLetter, VisaData, VisaRequest } from './visa-requests.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import type { LetterValues, VisaLetter } from './shape.ts';

/** The state of a participant's visa letter. */
export type VisaState =
  /** Nothing was asked for, or the answer was read long ago. */
  | { is: 'none' }
  | { is: 'requested' }
  | { is: 'issued'; data: VisaData; letter: IssuedLetter; decidedAt: string }
  | { is: 'declined'; reason: string }
  /** The registration does not fit the letter any more. */
  | { is: 'void' }
  /** The retention period of the data is over. */
  | { is: 'deleted' | 'deletedUndecided' };

export function stateOfVisa(
  person: ListedParticipant,
  request: VisaRequest | undefined,
): VisaState {
  if (!request) return { is: 'none' };
  const { data, outcome, reason, letter, decidedAt = '' } = request;
  if (outcome === 'DECLINED')
    return reason === undefined ? { is: 'none' } : { is: 'declined', reason };
  if (!letter) return { is: data ? 'requested' : 'deletedUndecided' };
  if (!data) return { is: 'deleted' };
  return isStillTrue(letter, person) ? { is: 'issued', data, letter, decidedAt } : { is: 'void' };
}

/** Whether what the letter says is true: the place is confirmed, of the same type, and as much is paid. */
function isStillTrue(
  { presentationType, paidCents }: IssuedLetter,
  person: ListedParticipant,
): boolean {
  return (
    person.placeSince !== undefined &&
    person.presentationType === presentationType &&
    paidFor(person) >= paidCents
  );
}

/**
 * The amount that a participant has paid and that was not refunded, with what the rules for refunds keep. A member of a
 * group pays nothing.
 */
function paidFor({ isInGroup, amountCents, refundedCents }: ListedParticipant): Cents {
  return isInGroup ? asCents(0) : asCents((amountCents ?? 0) - (refundedCents ?? 0));
}

/** The price of what is booked, as the letter and the own page say it: the rules for refunds may have kept more. */
export function feePaid(
  { amountCents }: Pick<Order, 'amountCents'>,
  person: ListedParticipant,
): Cents {
  return asCents(Math.min(amountCents, paidFor(person)));
}

export type About = { content: Content; now: string };

/** Whether a person can ask for a letter: the place is confirmed, and the conference is not over. */
export function canAskForLetter(about: About, { placeSince }: ListedParticipant): boolean {
  return placeSince !== undefined && !isTooLateForLetter(about);
}

/** Whether the conference is over. One that still takes registrations, as a sample does, promises each of them a letter. */
export function isTooLateForLetter({ content: { conference }, now }: About): boolean {
  const { dates, opening } = conference;
  return hasEnded(dates, now) && stateOf(opening.registration, now) !== 'open';
}

/** The presentation type and the sentence about the payment of `cents`, as the letter says them. */
export function wordsOfLetter(
  { prices }: Pick<Content, 'prices'>,
  { otherType, payment }: VisaLetter['letter'],
  person: ListedParticipant,
  cents: Cents,
): { type: string; payment: string } {
  const { presentationType: id, isInGroup, provider, currency } = person;
  // The payer of an agreed amount has typed its purpose, which is no text for an official letter.
  const type =
    id === undefined
      ? otherType
      : (prices.presentationTypes.find((one) => one.id === id)?.label ?? id);
  if (isInGroup && provider !== 'free') return { type, payment: payment.group };
  if (cents === 0 || !currency) return { type, payment: payment.free };
  const paid = paidText(cents, currency, prices.currency.language);
  return { type, payment: fillPlaceholders(payment.paid, { paid }) };
}

/** 123456 -> "1,234.56 EUR"; in German "1.234,56 EUR", because consulates read the code. */
function paidText(cents: Cents, currency: Currency, language: string): string {
  if (language === 'en') return amountWithCode(cents, currency);
  const { code, decimals } = currency;
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(Number(decimalFromCents(cents, currency)));
}

/** The letter as PDF. */
export function printVisaLetter(
  content: Content,
  { letter: words }: VisaLetter,
  person: ListedParticipant,
  { data, letter, decidedAt }: { data: VisaData; letter: IssuedLetter; decidedAt: string },
): Promise<Buffer> {
  const { conference } = content;
  const { labels } = words;
  const nationality = countryIn(data.nationality, content);
  const { type, payment } = wordsOfLetter(content, words, person, letter.paidCents);
  const [birthDate = '', expiryDate = ''] = [data.birthDate, data.expiryDate].map((day) =>
    dayText(day, content.language),
  );
  const values: LetterValues = {
    participant: data.name,
    nationality,
    passport: data.passport,
    birth_date: birthDate,
    expiry_date: expiryDate,
    type,
    payment,
    reference: letter.number,
    conference: conference.fullTitle,
    venue: conference.venue.name,
  };
  const text: LetterText = {
    number: letter.number,
    date: dayOf(decidedAt, conference.dates.timezone),
    addressee: data.consulate,
    facts: [
      { label: labels.name, text: data.name },
      { label: labels.nationality, text: nationality },
      { label: labels.passport, text: data.passport },
      { label: labels.birthDate, text: birthDate },
      { label: labels.expiryDate, text: expiryDate },
      { label: labels.type, text: type },
    ],
    paragraphs: words.paragraphs.map((paragraph) => fillPlaceholders(paragraph, values)),
    check: fillPlaceholders(words.check, values),
  };
  return makeVisaLetter({ conference, words }, text);
}
