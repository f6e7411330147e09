import type { Content } from '#contract/content.ts';
import type { Conference } from '#contract/content/conference-shape.ts';
import { decimalFromCents } from '#contract/money.ts';
import { type PresentationType, presentationTypes } from '#contract/registration-options.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

type Facts = Pick<Content, 'prices' | 'speakers' | 'agenda'> & { conference: SiteConference };
/** What the pages know of the conference. */
type SiteConference = Pick<
  Conference,
  'name' | 'fullTitle' | 'description' | 'dates' | 'venue' | 'city' | 'countryCode' | 'secretary'
>;

const offered = [
  'speaker',
  'poster',
  'delegate',
  'listener',
  'student',
  'exhibitor',
] as const satisfies PresentationType[];
/** How many speakers the event names. */
const PERFORMERS = 5;

/** The conference as search engines want events described: https://schema.org/Event, as JSON-LD. */
export function conferenceEvent({ conference, prices, speakers, agenda }: Facts) {
  const { name, fullTitle, description, dates, venue } = conference;
  const site = `${SITE_ORIGIN}/`;
  const ofDay = (day: string) => agenda.days.find(({ date }) => date === day)?.items ?? [];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    alternateName: fullTitle,
    description,
    url: site,
    image: `${SITE_ORIGIN}/share.png`,
    startDate: momentOf(dates.start, ofDay(dates.start)[0]?.start, dates.timezone),
    endDate: momentOf(dates.end, ofDay(dates.end).at(-1)?.end ?? '23:59', dates.timezone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: venue.name, address: addressOf(conference) },
    organizer: { '@type': 'Organization', name, url: site, email: conference.secretary.email },
    performer: speakers
      .slice(0, PERFORMERS)
      .map((speaker) => ({ '@type': 'Person', name: speaker.name })),
    offers: offered.map((type) => ({
      '@type': 'Offer',
      name: presentationTypes[type].label,
      price: decimalFromCents(prices.presentation[type]),
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url: `${SITE_ORIGIN}/conference-registration`,
    })),
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

/** 2026-05-29, 08:00, Europe/Berlin -> 2026-05-29T08:00:00+02:00; without a time the day is all that is said. */
export function momentOf(date: string, time: string | undefined, timeZone: string): string {
  if (time === undefined) return date;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (instant: number) =>
    format
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.slice(3) || '+00:00';
  const asIfUtc = Date.parse(`${date}T${time}:00Z`);
  // The offset at that local time, looked up at the instant that the first guess gives.
  const guess = Date.parse(`${date}T${time}:00${offset(asIfUtc)}`);
  return `${date}T${time}:00${offset(guess)}`;
}
