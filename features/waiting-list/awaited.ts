import { type Content, inLanguage, type Prices } from '#contract/content.ts';
import { type Moment, type Opening, stateOf } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { partWords } from '#server/orders/change/quote-change.ts';
import { roomWords } from '#server/orders/rows/item-words.ts';
import { endOfSale, type Sale, stateOfSale } from '#server/orders/sell/on-sale.ts';
import { type Places, placesOfChoice } from '#server/orders/sell/places.ts';
import { choiceWords } from './choice-words.ts';
import type { WaitingEntry } from './waiting-list.ts';

type Awaited = Pick<WaitingEntry, 'participantId' | 'choice'>;

/** The places for which an entry waits: a participant has a place and a type already. */
export function awaitedPlaces({ participantId, choice }: Awaited): Places {
  const places = placesOfChoice(choice);
  if (participantId === undefined) return places;
  const isMore = ([kind]: [string, number]) => kind === 'nights' || kind.startsWith('extra:');
  return Object.fromEntries(Object.entries(places).filter(isMore));
}

/** Whether what an entry waits for can be bought now. */
export function isForSale(sale: Sale, entry: Awaited): boolean {
  if (entry.participantId === undefined) return stateOfSale(sale, entry.choice) === 'open';
  const now = timestamp(sale.clock());
  return openingsOfMore(sale.content, entry)?.every((one) => stateOf(one, now) === 'open') ?? false;
}

/** The end of this sale, if it has one. */
export function endOfAwaited(
  sale: Sale,
  entry: Pick<WaitingEntry, 'participantId' | 'choice' | 'language'>,
): Moment | undefined {
  if (entry.participantId === undefined) return endOfSale(sale, entry.choice, entry.language);
  const openings = openingsOfMore(inLanguage(sale.content, entry.language), entry) ?? [];
  return openings
    .flatMap(({ until }) => until ?? [])
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))[0];
}

/** The choice or the addition for which an entry waits, as people read it. */
export function awaitedWords(prices: Prices, { participantId, choice }: Awaited, now: string) {
  return participantId === undefined ? choiceWords(prices, choice, now) : moreWords(prices, choice);
}

/** "Room, 2 nights; Conference dinner × 2" */
export function moreWords(
  { words, room, extras }: Prices,
  { nights, extras: counts }: Pick<WaitingEntry['choice'], 'nights' | 'extras'>,
): string {
  const priceless = { unitCents: asCents(0), label: '', item: '' };
  return partWords([
    ...(nights === 0
      ? []
      : [
          {
            ...priceless,
            kind: 'room' as const,
            quantity: nights,
            words: roomWords(words, nights, { hotel: room?.hotel ?? '' }),
          },
        ]),
    ...Object.entries(counts).map(([item, quantity]) => {
      const label = extras.find(({ id }) => id === item)?.label ?? item;
      return { ...priceless, kind: 'extra' as const, item, label, quantity };
    }),
  ]);
}

/** The times of the own page's changes and of each part; undefined if they are not sold any more. */
function openingsOfMore(
  { prices, conference }: Pick<Content, 'prices' | 'conference'>,
  { choice: { nights, extras } }: Awaited,
): Opening[] | undefined {
  const { change } = conference.selfService;
  if (!change || !conference.waitingForMore || (nights > 0 && !prices.room)) return undefined;
  const wanted = Object.keys(extras).map((id) => prices.extras.find((each) => each.id === id));
  const known = wanted.flatMap((extra) => extra ?? []);
  if (known.length < wanted.length) return undefined;
  const sold = [...(nights > 0 && prices.room ? [prices.room] : []), ...known];
  return [change, ...sold.map(({ opening }) => opening)];
}
