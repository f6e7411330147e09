import { base, language, languages } from 'content:language';
import type { Content } from '#contract/content.ts';
import { endDateOf, keyedItems, pagePathOf } from '#contract/content/agenda-items.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { localTime } from '#contract/content/moments.ts';
import { placeOf } from '#contract/content/places.ts';
import type { Opening } from '#contract/content/opening.ts';
import { add, type Cents, decimalFromCents, feeOn } from '#contract/money.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { addressIn } from './page-address.ts';

type Facts = Pick<Content, 'prices' | 'speakers' | 'agenda'> & {
  conference: SiteConference;
  organiser: Pick<Conference['organiser'], 'legalName'>;
  details: Pick<Conference, 'description' | 'fullTitle'> & { status?: Conference['status'] } & {
    opening: { registration: Opening };
  };
};
const SITE = `${SITE_ORIGIN}/`;
/** The home page in the language of the build. */
const PAGES = addressIn(base, '/');
/** A site in one language need not name it. */
const inLanguage = languages.length === 0 ? {} : { inLanguage: language };
/** The names by which the descriptions of the home page and of the agenda mean the same conference and the same place. */
const EVENT = `${SITE}#conference`;
const VENUE = `${SITE}#venue`;

type SiteConference = Pick<
  Conference,
  'name' | 'city' | 'country' | 'countryCode' | 'secretary'
> & { dates: Omit<Conference['dates'], 'phrases'>; venue: Omit<Conference['venue'], 'note'> };

/** A description of the conference for search engines: https://schema.org/Event, as JSON-LD. */
export function conferenceEvent(facts: Facts) {
  const { conference, details, organiser, prices, speakers, agenda } = facts;
  const { name, dates, venue } = conference;
  const itemsOf = (day: string) => agenda.days.find(({ date }) => date === day)?.items ?? [];
  // Parallel items may be in any order, and the last item may end on the next day.
  const [first] = itemsOf(dates.start)
    .map(({ start }) => start)
    .toSorted();
  const last = itemsOf(dates.end)
    .map((item) => ({ day: endDateOf(dates.end, item), time: item.end }))
    .toSorted((one, other) => `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`))
    .at(-1);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': EVENT,
    name,
    alternateName: details.fullTitle,
    description: details.description,
    url: PAGES,
    ...inLanguage,
    image: `${SITE_ORIGIN}/share.png`,
    startDate: momentOf(dates.start, first, dates.timezone),
    endDate: localTime(last?.day ?? dates.end, last?.time ?? '23:59', dates.timezone),
    ...statusOf(details.status),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: prices.presentationTypes.every(({ price }) =>
      price.every((of) => of === 0),
    ),
    location: { '@type': 'Place', '@id': VENUE, name: venue.name, address: addressOf(conference) },
    organizer: {
      '@type': 'Organization',
      name: organiser.legalName,
      url: PAGES,
      email: conference.secretary.email,
    },
    performer: speakers.map((speaker) => ({ '@type': 'Person', name: speaker.name })),
    offers: prices.presentationTypes.flatMap(({ label, price, opening: own }) =>
      // A price that is the same in every phase is one offer.
      phasesOf(price).map(({ amount, phase }) => ({
        ...offerOf(prices, { label, amount, phase }),
        ...availabilityOf([details.opening.registration, own]),
      })),
    ),
  };
}

/** A postponed conference is rescheduled as soon as its new days are known. */
function statusOf(status: Conference['status']) {
  const { is, from } = status ?? {};
  const name =
    is === undefined
      ? 'EventScheduled'
      : is === 'cancelled'
        ? 'EventCancelled'
        : from
          ? 'EventRescheduled'
          : 'EventPostponed';
  return {
    eventStatus: `https://schema.org/${name}`,
    ...(from && { previousStartDate: from.start }),
  };
}

/** The items of the agenda as events within the conference. */
export function agendaEvents({
  conference,
  agenda,
  places,
}: Pick<Facts, 'conference' | 'agenda'> & Pick<Conference, 'places'>) {
  const { name, dates, venue } = conference;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': EVENT,
    name,
    url: PAGES,
    ...inLanguage,
    startDate: dates.start,
    endDate: dates.end,
    location: { '@type': 'Place', '@id': VENUE, name: venue.name, address: addressOf(conference) },
    subEvent: agenda.days.flatMap((day) =>
      keyedItems(day).map(({ key, item }) => {
        const { title, text, start, end, room, speakers } = item;
        const place = placeOf({ places }, item.place);
        const building = place ? elsewhere(conference, place) : { '@id': VENUE };
        return {
          '@type': 'Event',
          name: title,
          ...(text !== undefined && { description: text }),
          url: `${SITE_ORIGIN}${base}${pagePathOf(key, item)}`,
          startDate: localTime(day.date, start, dates.timezone),
          endDate: localTime(endDateOf(day.date, item), end, dates.timezone),
          location:
            room === undefined
              ? building
              : { '@type': 'Place', name: room, containedInPlace: building },
          ...(speakers && {
            performer: speakers.map((speaker) => ({ '@type': 'Person', name: speaker })),
          }),
          superEvent: { '@id': EVENT },
        };
      }),
    ),
  };
}

/** Another place than the venue. A country that is written as a name may not have a code here, so it stays a name. */
function elsewhere(
  { city, country, countryCode }: SiteConference,
  place: NonNullable<Conference['places']>[number],
) {
  const isHere = place.country === undefined || place.country === country;
  return {
    '@type': 'Place',
    name: place.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.street,
      postalCode: place.postalCode,
      addressLocality: place.city ?? city,
      addressCountry: isHere ? countryCode : place.country,
    },
  };
}

function addressOf({ venue, city, countryCode }: SiteConference) {
  return {
    '@type': 'PostalAddress',
    streetAddress: venue.street,
    postalCode: venue.postalCode,
    addressLocality: city,
    addressCountry: countryCode,
  };
}

/** The offer of one presentation type, fee included. If prices depend on the date, the offer is for one phase. */
function offerOf(
  { currency, fee, phases }: Content['prices'],
  { label, amount, phase }: { label: string; amount: Cents; phase: number | undefined },
) {
  const { name, until } = phase === undefined ? {} : (phases[phase] ?? {});
  const from = phase === undefined ? undefined : phases[phase - 1]?.until;
  return {
    '@type': 'Offer',
    name: name === undefined ? label : `${label}, ${name}`,
    price: decimalFromCents(add(amount, feeOn(amount, fee, currency)), currency),
    priceCurrency: currency.code,
    availability: 'https://schema.org/InStock',
    ...(from && { validFrom: from.at }),
    ...(until && { priceValidUntil: until.at, validThrough: until.at }),
    url: `${SITE_ORIGIN}${base}/conference-registration`,
  };
}

function phasesOf(price: readonly Cents[]): { amount: Cents; phase: number | undefined }[] {
  const [first] = price;
  const isEqual = first !== undefined && price.length > 1 && new Set(price).size === 1;
  return isEqual
    ? [{ amount: first, phase: undefined }]
    : price.map((amount, phase) => ({ amount, phase }));
}

/** The time during which all openings are open. */
function availabilityOf(openings: readonly Opening[]) {
  const from = openings.flatMap((opening) => opening.from?.at ?? []).toSorted();
  const until = openings.flatMap((opening) => opening.until?.at ?? []).toSorted();
  return {
    ...(from.length > 0 && { availabilityStarts: from.at(-1) }),
    ...(until.length > 0 && { availabilityEnds: until[0] }),
  };
}

/** A moment with the offset of its time zone; without a time, only the day. */
function momentOf(date: string, time: string | undefined, timeZone: string): string {
  return time === undefined ? date : localTime(date, time, timeZone);
}
