import type { ItemWords } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { guestWords, registrationWords, roomWords } from './item-words.ts';
import type { OrderItem, StoredItem } from './order-items.ts';
import type { Choice, RegistrationPrice } from '#server/orders/sell/registration-price.ts';

/** The items of one person at a price, without the fee, which depends on the sum of the order. */
export function itemsOf(price: RegistrationPrice, participantId: string): OrderItem[] {
  const { presentation, label, phase, nights, guests, stay, extras } = price;
  const { taxBasisPoints, roomTaxBasisPoints } = price;
  return [
    {
      kind: 'registration',
      item: presentation,
      label,
      words: registrationWords(price.words, label, phase),
      participantId,
      phase,
      quantity: 1,
      unitCents: price.presentationCents,
      taxBasisPoints,
    },
    ...(stay === undefined
      ? []
      : [
          {
            kind: 'room' as const,
            item: '',
            label: stay.hotel,
            words: roomWords(price.words, nights, stay),
            participantId,
            from: stay.from,
            until: stay.until,
            quantity: nights,
            unitCents: price.nightCents,
            taxBasisPoints: roomTaxBasisPoints,
          },
        ]),
    ...(guests === 0
      ? []
      : [
          {
            kind: 'guest' as const,
            item: '',
            label: '',
            words: guestWords(price.words, guests),
            participantId,
            quantity: guests,
            unitCents: price.guestCents,
            taxBasisPoints: roomTaxBasisPoints,
          },
        ]),
    ...extras.map((extra) => ({
      kind: 'extra' as const,
      item: extra.id,
      label: extra.label,
      participantId,
      quantity: extra.count,
      unitCents: extra.unitCents,
      taxBasisPoints: extra.taxBasisPoints,
    })),
  ];
}

/** The items of one person. */
export function itemsFor(items: readonly StoredItem[], participantId: string): StoredItem[] {
  return items.filter((item) => item.participantId === participantId);
}

/** The choice of these items; undefined without a registration among them. */
export function choiceOf(items: readonly OrderItem[]): Choice | undefined {
  const of = (kind: OrderItem['kind']) => items.find((item) => item.kind === kind);
  const registration = of('registration');
  const room = of('room');
  if (!registration) return undefined;
  return {
    presentation: registration.item,
    registration: room ? 'stay' : 'registration',
    nights: room?.quantity ?? 0,
    guests: of('guest')?.quantity ?? 0,
    extras: Object.fromEntries(
      items.filter(({ kind }) => kind === 'extra').map(({ item, quantity }) => [item, quantity]),
    ),
  };
}

/** The name of an order for one person. */
export function productNameOf({ orders }: Pick<ItemWords, 'orders'>, type: string): string {
  return fillPlaceholders(orders.ofOne, { type });
}
