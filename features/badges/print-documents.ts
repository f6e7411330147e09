import { inOneLine } from '#contract/content/languages.ts';
import { countryIn } from '#contract/country-name.ts';
import { type Content, inLanguage } from '#contract/content.ts';
import { daysBetween, dayOf } from '#contract/content/calendar-days.ts';
import { localTime } from '#contract/content/moments.ts';
import { fillPlaceholders, namesIn } from '#contract/content/placeholders.ts';
import type { TicketDays } from '#contract/content/ticket-days.ts';
import { emblemText } from '#documents/emblem.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { timestamp } from '#server/identity.ts';
import {
  allParticipants,
  type ListedParticipant,
  registeredBy,
} from '#server/reports/list-participants.ts';
import { extrasOf, typeOf } from '#server/reports/person-words.ts';
import { othersNamed, type OtherWhoComes, othersWith } from '#server/reports/others-who-come.ts';
import { isErased } from '#server/orders/rows/participants.ts';
import { answerIn, printedAnswers, questionsFor } from '#features/questions/questions.ts';
import { ticketDays } from '#server/orders/sell/registration-price.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { makeAttendance } from './attendance-sheet.ts';
import { type BadgeFormat, type BadgePerson, makeBadges } from './badges.ts';
import { makeCertificates } from './certificates.ts';

declare module '#server/features.ts' {
  interface FeatureSections {
    /**
     * Values for the notes of certificates, by the names in `certificateValues`, of these people. A note with a value that
     * somebody lacks is left out.
     */
    certificateValues?: (db: Db, ids: readonly string[]) => Promise<CertificateValues>;
  }
}
type CertificateValues = (content: Content, id: string) => Readonly<Record<string, string>>;

/** A PDF file, page by page, and the number of people in it; `beside` counts those who come with participants. */
export type Printed = { pdf: AsyncIterable<string | Uint8Array>; count: number; beside: number };

type Printing = Pick<Organising, 'payments' | 'content'>;

export type Order = 'family-name' | 'name';

/** Badges for everybody whose place is sure: since a day, or of the orders with these references. */
export async function printBadges(
  { payments: { db, clock }, content }: Printing,
  request: {
    format: BadgeFormat;
    order: Order;
    /** A day in the time zone of the conference: 2026-05-20. */
    since?: string | undefined;
    references?: readonly string[];
  },
): Promise<Printed> {
  const { format, order, since, references = [] } = request;
  const from = since === undefined ? '' : beginningOf(since, content);
  const named = await othersNamed(db, content, references.join('\n'));
  const own = references.filter((typed) =>
    named.every(({ other: { reference } }) => reference !== typed.toUpperCase()),
  );
  // Those with companions alone name nobody else.
  const everybody = references.length > 0 && own.length === 0 ? [] : await expected(db, own);
  const people = everybody.filter(({ placeSince = '' }) => placeSince >= from);
  const come = [...named, ...everybody.flatMap((person) => othersWith(content, person))];
  // Somebody may be named besides the participant.
  const others = [...new Map(come.map((known) => [known.other.id, known])).values()].filter(
    ({ other, host: { placeSince = '' } }) =>
      other.noPlace === undefined && (placeSince >= from || other.since >= from),
  );
  if (people.length + others.length === 0)
    throw new ActionImpossible('Nobody matches, so there is no badge to print.');
  const badges = inOrder(
    [...people, ...others.map(({ other }) => other)],
    order,
    content.language,
  ).map((person) => ('printed' in person ? badgeOfOther(person) : badgeOf(person)));
  const about = { format, date: dayOf(clock(), content.conference.dates.timezone) };
  const pdf = await makeBadges(content, badges, about);
  return { pdf, count: badges.length, beside: others.length };

  function badgeOf(person: ListedParticipant): BadgePerson {
    return {
      ...commonFields(person),
      // The name of an erased person is empty: if the person comes with the reference, somebody writes the name by hand.
      ...(isErased(person) && { name: '' }),
      country: countryIn(person.country, content),
      type: typeOf(content, person),
      answers: printedAnswers(content, person),
      emblem: emblemFor(person),
    };
  }
}

function badgeOfOther({ id, name, type, printed, reference }: OtherWhoComes): BadgePerson {
  const emblem = emblemText({ id, reference, isInGroup: false });
  return { name, institute: '', country: '', type, answers: printed, reference, emblem };
}

/**
 * Certificates for everybody who was checked in, or whose place is sure, from all orders or from those with these
 * references.
 */
export async function printCertificates(
  { payments: { db, clock }, content }: Printing,
  { isForAll, references = [] }: { isForAll: boolean; references?: readonly string[] },
): Promise<Printed> {
  const people = (await expected(db, references)).filter(
    (person) => !isErased(person) && (isForAll || person.checkedInAt !== undefined),
  );
  if (people.length === 0) {
    throw new ActionImpossible(
      `Nobody gets a certificate${isForAll ? '' : ': only those who have checked in get one'}.`,
    );
  }
  const valuesOf = await readValues(db, people);
  const attendees = inOrder(people, 'family-name', content.language).map((person) =>
    attendeeOf(content, person, valuesOf),
  );
  const pdf = await makeCertificates(
    content,
    attendees,
    dayOf(clock(), content.conference.dates.timezone),
  );
  return { pdf, count: attendees.length, beside: 0 };
}

/** The certificate of one person. Its bytes do not depend on the day of the download. */
export async function printCertificate(
  db: Db,
  content: Content,
  person: ListedParticipant,
): Promise<Buffer> {
  const attendee = attendeeOf(content, person, await readValues(db, [person]));
  const pdf = await makeCertificates(content, [attendee], content.conference.dates.end);
  return Buffer.concat(await Array.fromAsync(pdf, (part) => Buffer.from(part)));
}

async function readValues(
  db: Db,
  people: readonly ListedParticipant[],
): Promise<CertificateValues> {
  const ids = people.map(({ id }) => id);
  const all: CertificateValues[] = [];
  for (const { sections } of features()) {
    const values = await sections?.certificateValues?.(db, ids);
    if (values) all.push(values);
  }
  return (...given) => Object.assign({}, ...all.map((values) => values(...given)));
}

function attendeeOf(content: Content, person: ListedParticipant, valuesOf: CertificateValues) {
  const own = inLanguage(content, person.language);
  const days = ticketDays(own.prices, person.presentationType);
  return {
    ...commonFields(person),
    language: own.language,
    country: countryIn(person.country, own),
    emblem: emblemFor(person),
    ...(days && { days: days.map(({ longWords }) => longWords).join('; ') }),
    notes: notesFor(own, person, days, valuesOf(own, person.id)),
  };
}

/** The notes of a certificate. A note with the answer to a question is left out for people who have not answered it. */
function notesFor(
  content: Content,
  person: ListedParticipant,
  ticket: TicketDays,
  ofFeatures: Readonly<Record<string, string>>,
): string[] {
  const { conference, language, pages } = content;
  const { dates, certificate, questions } = conference;
  const days = daysBetween(dates.start, dates.end);
  // A morning is half a day, and with its afternoon a whole one.
  const shares = days.map((day) =>
    ticket === undefined
      ? 1
      : ticket.reduce((sum, each) => (each.day === day ? sum + (each.part ? 0.5 : 1) : sum), 0),
  );
  const counted = (worth: (at: number) => number) =>
    shares.reduce((sum, share, at) => sum + share * worth(at), 0).toLocaleString(language);
  const values = {
    ...ofFeatures,
    ticket_days: counted(() => 1),
    hours: counted((at) => certificate?.hours?.[at] ?? 0),
    ...Object.fromEntries(
      questionsFor(questions, person.presentationType).flatMap((question) => {
        const answer = person.answers[question.id];
        if (answer === undefined) return [];
        return [[`answer:${question.id}`, answerIn(content, answer)]];
      }),
    ),
  };
  return (pages.documents.certificate.notes ?? [])
    .filter((note) => namesIn(note).every((name) => Object.hasOwn(values, name)))
    .map((note) => fillPlaceholders(note, values));
}

/** Everything that comes with them is booked by their participants. */
const NOTHING_BOOKED = { institute: '', nights: 0, guests: 0, extras: '' };

/** The list of everybody whose place is sure, for the registration desk. */
export async function printAttendance({
  payments: { db, clock },
  content,
}: Printing): Promise<Printed> {
  const listed = await expected(db, []);
  const others = listed
    .flatMap((person) => othersWith(content, person))
    .filter(({ other }) => other.noPlace === undefined);
  const people = inOrder(
    [...listed, ...others.map(({ other }) => other)],
    'family-name',
    content.language,
  ).map((person) =>
    'printed' in person
      ? { ...person, ...NOTHING_BOOKED, isPresent: person.checkedInAt !== undefined }
      : {
          ...commonFields(person),
          type: typeOf(content, person),
          nights: person.nights,
          guests: person.guests,
          extras: inOneLine(extrasOf(content, person), content.language),
          isPresent: person.checkedInAt !== undefined,
        },
  );
  const date = dayOf(clock(), content.conference.dates.timezone);
  const pdf = await makeAttendance(content, people, date, listed.length);
  return { pdf, count: people.length, beside: others.length };
}

/** Everybody whose place is sure, or those of the named orders. A named order without a sure place is an error. */
async function expected(db: Db, references: readonly string[]): Promise<ListedParticipant[]> {
  if (references.length === 0) {
    return (await allParticipants(db)).filter(({ placeSince }) => placeSince !== undefined);
  }
  const named: ListedParticipant[] = [];
  for (const reference of new Set(references.map((typed) => typed.toUpperCase()))) {
    const people = await registeredBy(db, reference);
    const sure = people.filter(({ placeSince }) => placeSince !== undefined);
    if (sure.length === 0)
      throw new ActionImpossible(`The place of ${reference} is not confirmed.`);
    named.push(...sure);
  }
  return named;
}

function commonFields({ name, institute, reference = '' }: ListedParticipant) {
  return { name, institute, reference };
}

function emblemFor({ id, reference = '', isInGroup }: ListedParticipant): string {
  return emblemText({ id, reference, isInGroup });
}

/** Sorts by the name as it was typed, or by the family name, in the alphabet of the conference. */
function inOrder<P extends { name: string; sortName: string }>(
  people: readonly P[],
  order: Order,
  language: string,
): P[] {
  const alphabet = new Intl.Collator(language);
  const keyOf = ({ name, sortName }: P) => (order === 'name' ? name : sortName);
  return people
    .map((person) => ({ person, key: keyOf(person) }))
    .toSorted((one, other) => alphabet.compare(one.key, other.key))
    .map(({ person }) => person);
}

function beginningOf(day: string, { conference }: Content): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new ActionImpossible(`"${day}" is no day: write it as 2026-05-20.`);
  }
  return timestamp(new Date(localTime(day, '00:00', conference.dates.timezone)));
}
