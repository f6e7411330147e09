import { type Content, inLanguage } from '#contract/content.ts';
import { conflictsOfChange } from '#contract/content/combinations.ts';
import { endAt, momentAt } from '#contract/content/moments.ts';
import {
  type Moment,
  type Opening,
  type OpeningState,
  stateOf,
} from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { refuseClosed } from '#server/opening.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import { isDiscount, type Order } from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { choiceOf, itemsOf } from '#server/orders/rows/registration-items.ts';
import { onlyForOf } from './price-needs.ts';
import { type Choice, priceOf } from './registration-price.ts';

/** The conference's texts and prices, and the time: they decide what can be bought now. */
export type Sale = { content: Content; clock: Clock };

/** The parts of an item that decide whether it is closed. */
type Wanted = Pick<OrderItem, 'kind' | 'item'>;

/** Throws if registration, or the sale of one of these items, is not open yet or closed. */
export function refuseClosedItems({ content, clock }: Sale, items: readonly Wanted[]): void {
  refuseClosed(
    content,
    (of) => ({ what: of.labels.refusals.registration, when: of.conference.opening.registration }),
    clock,
  );
  refuseNotOnSale({ content, clock }, items);
}

/** Throws if the sale of one of these items is not open yet or closed, whatever registration is. */
export function refuseNotOnSale({ content, clock }: Sale, items: readonly Wanted[]): void {
  for (const item of items) {
    if (openingsOf(content, [item]).length === 0) continue;
    const openingIn = (of: Content) => openingsOf(of, [item])[0] ?? { what: '', when: {} };
    refuseClosed(content, openingIn, clock);
  }
}

export function refuseDiscountsClosed({ content, clock }: Sale): void {
  refuseClosed(
    content,
    (of) => ({ what: of.labels.refusals.discounts, when: of.conference.opening.discounts }),
    clock,
  );
}

/** Throws if another price began after this order. */
export function refuseOldPrice({ content, clock }: Sale, order: Order): void {
  const end = endOfPrice(content, order);
  if (!end || timestamp(clock()) < end.at) return;
  throw new AppError('price-changed', (language = content.language) => {
    const of = inLanguage(content, language);
    const until = endOfPrice(content, order, of)?.words ?? '';
    return fillPlaceholders(of.labels.refusals.priceEnded, { until });
  });
}

/** Whether everybody can buy a choice now; `over` also if prices.yaml no longer offers it, or not to everybody. */
export function stateOfSale(sale: Sale, choice: Choice): OpeningState {
  const now = timestamp(sale.clock());
  const states = openingsOfChoice(sale, choice, sale.content)?.map((each) =>
    stateOf(each, now),
  ) ?? ['over' as const];
  return (['over', 'before'] as const).find((state) => states.includes(state)) ?? 'open';
}

/** The end of the sale of a choice, if it has one. */
export function endOfSale(sale: Sale, choice: Choice, language: string): Moment | undefined {
  return openingsOfChoice(sale, choice, inLanguage(sale.content, language))
    ?.map(({ until }) => until)
    .reduce(earlier, undefined);
}

/** The ends of a form's order in its language: the end of its price, and the first closing of what it contains. */
export function endsOf(
  content: Content,
  order: Order,
): { price: Moment | undefined; closing: Moment | undefined } {
  const of = inLanguage(content, order.language);
  const { opening, dates } = of.conference;
  // An organiser's offer stays open.
  if (order.offeredBy !== undefined) return { price: undefined, closing: undefined };
  if (order.invitedUntil !== undefined) {
    return { price: undefined, closing: endAt(order.invitedUntil, dates) };
  }
  if (isDiscount(order)) return { price: undefined, closing: opening.discounts.until };
  const closings = openingsOf(of, order.items).map(({ when: { until } }) => until);
  return {
    price: endOfPrice(content, order, of),
    closing: [opening.registration.until, ...closings].reduce(earlier, undefined),
  };
}

/** The moment until which a link can pay this payable: its sale closes, another price begins, or the link lapses. */
export function payableUntil(
  content: Content,
  { order, change }: Payable,
  linkLapsesAt: string,
): Moment {
  const { dates } = inLanguage(content, order.language).conference;
  const lapse = momentAt(linkLapsesAt, dates);
  const { price, closing } = change ? {} : endsOf(content, order);
  return earlier(earlier(lapse, closing), price) ?? lapse;
}

function openingsOf(of: Content, items: readonly Wanted[]): { what: string; when: Opening }[] {
  const { presentationTypes, extras, room } = of.prices;
  const { refusals } = of.labels;
  return items.flatMap(({ kind, item }): { what: string; when: Opening }[] => {
    const type = presentationTypes.find(({ id }) => id === item);
    const extra = extras.find(({ id }) => id === item);
    if (kind === 'registration' && type) {
      const what = fillPlaceholders(refusals.registrationAs, { type: type.label });
      return [{ what, when: type.opening }];
    }
    if ((kind === 'room' || kind === 'guest') && room) {
      return [{ what: refusals.accommodation, when: room.opening }];
    }
    return kind === 'extra' && extra ? [{ what: extra.label, when: extra.opening }] : [];
  });
}

/** Undefined if not everybody can buy this choice. */
function openingsOfChoice(
  { content: { prices }, clock }: Sale,
  choice: Choice,
  of: Content,
): Opening[] | undefined {
  const price = priceOf(prices, choice, timestamp(clock()));
  const conflicts = conflictsOfChange(prices, { from: { ...choice, extras: {} }, to: choice });
  const isForEverybody = onlyForOf(prices, choice.presentation) === undefined;
  if (!price || conflicts.length > 0 || !isForEverybody) return undefined;
  const parts = openingsOf(of, itemsOf(price, ''));
  return [of.conference.opening.registration, ...parts.map(({ when }) => when)];
}

/** The end of an order's price, in the words of `of`; undefined if the next price is the same. */
function endOfPrice(
  content: Content,
  { items, amountCents, language }: Order,
  of = inLanguage(content, language),
): Moment | undefined {
  // An item has the name of its phase in the language of its order.
  const phase = items.find(({ kind }) => kind === 'registration')?.phase;
  const at = inLanguage(content, language).prices.phases.findIndex(({ name }) => name === phase);
  const end = of.prices.phases[at]?.until;
  const choice = choiceOf(items);
  const next = end && choice && priceOf(content.prices, choice, end.at);
  return next?.totalCents === amountCents ? undefined : end;
}

function earlier(first: Moment | undefined, end: Moment | undefined): Moment | undefined {
  return first && (!end || first.at <= end.at) ? first : end;
}
