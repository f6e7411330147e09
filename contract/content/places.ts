import { inOneLine } from './languages.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';

export type PlacesOf = Host & Pick<Conference, 'city' | 'places'>;
type Host = Pick<Conference, 'country' | 'countryCode' | 'language'>;
type Place = NonNullable<Conference['places']>[number];

/** The place of an item of the agenda; undefined: it is at the venue. */
export function placeOf({ places = [] }: Pick<Conference, 'places'>, id: string | undefined) {
  return places.find((place) => place.id === id);
}

type Address = { street: string; postalCode: string; city: string; country?: string | undefined };

/** The languages in which an address goes from the country to the house, for places in these countries. */
const FROM_COUNTRY: Readonly<Record<string, string>> = {
  CN: 'zh',
  HK: 'zh',
  JP: 'ja',
  KR: 'ko',
  MO: 'zh',
  TW: 'zh',
};

/** The lines of an address below the name of the place: the street, and the town with its country. */
export function addressLines(
  { street, postalCode, city, country }: Address,
  host: Host,
): [string, ...string[]] {
  const isHere = country === undefined || country === host.country;
  if (isHere && host.language.split('-')[0] === FROM_COUNTRY[host.countryCode]) {
    return [[postalCode, country, city, street].filter((part) => part).join(' ')];
  }
  return [street, inOneLine([`${postalCode} ${city}`, country], host.language)];
}

/** "Schlossweg 1, 8001 Zurich", and the country if it is another one. */
export function addressText(conference: PlacesOf, place: Place): string {
  const { city = conference.city, country } = place;
  const abroad = country === conference.country ? undefined : country;
  return addressLines({ ...place, city, country: abroad }, conference).join(', ');
}
