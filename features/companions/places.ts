import type { Content } from '#contract/content.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { openingIn } from '#contract/content/moments.ts';
import type { Question } from '#contract/content/shapes/questions-shape.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import { isErased } from '#server/orders/rows/participants.ts';
import { countOf, type ListedParticipant } from '#server/reports/list-participants.ts';

type Booked = Pick<ListedParticipant, 'guests' | 'extras'>;

/** The number of people who may come with a participant, by what is booked. */
function placesBeside(
  { conference: { companions } }: Pick<Content, 'conference'>,
  { guests, extras }: Booked,
): number {
  if (!companions) return 0;
  const sold = companions.extras.map((id) => countOf(extras, id));
  return sold.reduce((sum, count) => sum + count, companions.roomGuests ? guests : 0);
}

/** The places of a participant now: without a sure place, and after an erasure, there are none. */
export function placesOf(
  content: Pick<Content, 'conference'>,
  person: Pick<ListedParticipant, 'guests' | 'extras' | 'placeSince' | 'email'>,
): number {
  return person.placeSince === undefined || isErased(person) ? 0 : placesBeside(content, person);
}

/** The questions that are asked about each companion. */
export function questionsAbout({ conference }: Pick<Content, 'conference'>): Question[] {
  const asked = conference.companions?.questions ?? [];
  return conference.questions.filter(({ id }) => asked.includes(id));
}

/** Until when names can be given; without an end always. */
export function openingOfNames({ conference }: Pick<Content, 'conference'>): Opening {
  const until = conference.companions?.until;
  return until ? openingIn(conference.dates, { until }) : {};
}

export function canBeNamed(content: Pick<Content, 'conference'>, now: string): boolean {
  return stateOf(openingOfNames(content), now) === 'open';
}

/** The same number, of the items of an order. */
export function placesOfItems(
  content: Pick<Content, 'conference'>,
  items: readonly Pick<OrderItem, 'kind' | 'item' | 'quantity'>[],
): number {
  const extras = items
    .filter(({ kind }) => kind === 'extra')
    .map(({ item, quantity }) => ({ id: item, count: quantity }));
  const guests = items
    .filter(({ kind }) => kind === 'guest')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return placesBeside(content, { guests, extras });
}
