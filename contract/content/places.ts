import type { Conference } from '#contract/content/shapes/conference-shape.ts';

export type PlacesOf = Pick<Conference, 'city' | 'country' | 'places'>;
type Place = NonNullable<Conference['places']>[number];

/** The place of an item of the agenda; undefined: it is at the venue. */
export function placeOf({ places = [] }: Pick<Conference, 'places'>, id: string | undefined) {
  return places.find((place) => place.id === id);
}

/** "Schlossweg 1, 8001 Zurich", and the country if it is another one. */
export function addressText({ city, country }: PlacesOf, place: Place): string {
  const town = `${place.postalCode} ${place.city ?? city}`;
  const abroad = place.country !== undefined && place.country !== country ? [place.country] : [];
  return [place.street, town, ...abroad].join(', ');
}
