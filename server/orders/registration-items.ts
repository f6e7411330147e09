import type { OrderItem, StoredItem } from './order-items.ts';
import type { Choice, RegistrationPrice } from './registration-price.ts';

/** The items of one person at a price, without the fee, which depends on the sum of the order. */
export function itemsOf(price: RegistrationPrice, participantId: string): OrderItem[] {
  const { presentation, label, phase, nights, guests, stay, extras } = price;
  const { taxBasisPoints, roomTaxBasisPoints } = price;
  return [
    {
      kind: 'registration',
      item: presentation,
      label,
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

export function productNameOf(label: string): string {
  return `${label} registration`;
}
