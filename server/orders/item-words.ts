import type { ItemWords } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { pluralText } from '#contract/content/plural.ts';
import { type Stay, stayText } from '#contract/content/stay.ts';

/** The place of the guests in the words of a room: they are an item of their own. */
const GUESTS = '{guests}';

/** "Registration (Poster, Early bird)" */
export function registrationWords(
  { orders }: ItemWords,
  label: string,
  phase: string | undefined,
): string {
  const what = phase === undefined ? label : `${label}, ${phase}`;
  return fillPlaceholders(orders.registration, { what });
}

/** "Room, 3 nights{guests} (Grand Hotel, Dresden, Germany: Thu May 28 to Sun May 31, 2026)" */
export function roomWords({ orders, language, phrases }: ItemWords, nights: number, stay: Stay) {
  return fillPlaceholders(orders.room, {
    nights: pluralText(orders.nights, nights, language),
    stay: stayText(stay, { language, phrases }),
  });
}

/** "1 guest" */
export function guestWords({ orders, language }: ItemWords, guests: number): string {
  return pluralText(orders.guests, guests, language);
}

/** The words of a room with those of its guests. */
export function withGuests(room: string, guests: readonly string[]): string {
  return room.replace(GUESTS, () => guests.map((words) => `, ${words}`).join(''));
}
