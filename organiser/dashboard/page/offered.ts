import type { AbstractStory, Story } from '../read-pages.ts';

export type Person = Story['people'][number];

/** The person or payer of a form, with the recipient of the order's invoice. */
type About = Partial<Person> & { invoice?: NonNullable<Story['order']>['invoice'] };

/** An action that pages offer, besides the page of commands. */
export type Offer = {
  action: string;
  /** The action whose button follows, for the offers of a feature. */
  before?: string;
  /** Offers the action on the page of an order; its request then has the `reference`. */
  forOrder?: (order: NonNullable<Story['order']>, people: readonly Person[]) => boolean;
  /** The text of the button for the whole order, where it is offered for each person, too. */
  titleForOrder?: string;
  /** Offers the action for each person of an order; its request then has the `reference` and, as `who`, the name. */
  forPerson?: (person: Person) => boolean;
  /** Offers the action on the page of an abstract; its request then has the `reference`. */
  forAbstract?: (story: AbstractStory) => boolean;
  /** The initial values of the form on the page of an abstract. */
  currentOfAbstract?: (story: AbstractStory) => Record<string, string>;
  /** Whether the form sends all its values: one that stays as it is belongs to the request. */
  sendsAll?: true;
  /** Whether the form begins with the person and the amount that was paid. */
  namesPaid?: true;
  /** The initial values of the form, which sends only changed values. */
  current?: (about: About) => Record<string, string>;
  /** The fixed values of the request, in place of the reference and the name. */
  preset?: (about: About) => Record<string, string | undefined>;
};

/** The offers of the trunk. */
export const offers: readonly Offer[] = [
  {
    action: 'correct',
    forOrder: ({ customer }) => customer.email !== '',
    forPerson: ({ isInGroup, state, email }) => isInGroup && state !== 'CANCELLED' && email !== '',
    current(about) {
      const { name = '', email = '', phone = '', institute = '', country = '' } = about;
      return { name, email, phone, institute, country, sortName: about.sortName ?? '' };
    },
  },
  {
    action: 'move',
    forPerson: ({ kind, state }) => kind === 'registration' && state === 'CONFIRMED',
    current: ({ presentationType = '', hasRoom, nights, guests, extras = [] }) => ({
      type: presentationType,
      room: hasRoom ? `${nights},${guests}` : 'none',
      extras: extras.map(({ id, count }) => `${id}=${count}`).join(','),
    }),
  },
  {
    action: 'cancel',
    namesPaid: true,
    titleForOrder: 'Cancel the whole group',
    forOrder: (_, people) => canBeCancelledWhole(people),
    forPerson: canBeCancelledAlone,
  },
  {
    action: 'invoice',
    forOrder: ({ customer, amountCents, state }) =>
      customer.email !== '' && amountCents > 0 && state !== 'CANCELLED',
    current: ({ country = '', invoice }) => ({
      invoiceName: invoice?.legalName ?? '',
      invoiceAddress: invoice?.address.join('; ') ?? '',
      invoiceCountry: invoice?.country ?? country,
      vatId: invoice?.vatId ?? '',
      leitwegId: invoice?.leitwegId ?? '',
      peppolId: invoice?.peppolId ?? '',
      purchaseOrder: invoice?.purchaseOrder ?? '',
    }),
  },
  { action: 'undo-cancel', forPerson: ({ state }) => state === 'CANCELLED' },
  {
    action: 'paid',
    forOrder: ({ payments, changes, state }) =>
      payments.some(({ provider }) => provider === 'transfer') &&
      (state !== 'CONFIRMED' || changes.some((change) => change.state === 'proposed')),
  },
  {
    action: 'refund',
    namesPaid: true,
    forOrder: ({ payments }) => payments.some(canBeRefunded),
  },
  { action: 'refund-misfit', forOrder: ({ payments }) => hasMisfitBeside(payments) },
  {
    action: 'evidence',
    forOrder: ({ payments }) => payments.some(({ disputes }) => disputes.length > 0),
  },
];

/** Whether an abstract can still be changed, for the offers of features. */
export function takesPart({ state }: AbstractStory): boolean {
  return state !== 'WITHDRAWN';
}

type Cancellable = Pick<Person, 'state' | 'isInGroup'>;

export function canBeCancelledWhole(people: readonly Cancellable[]): boolean {
  return people.some(canBeCancelled) && (people.length > 1 || !people.every(canBeCancelledAlone));
}

/** An unpaid group can only be cancelled as a whole. */
export function canBeCancelledAlone(person: Cancellable): boolean {
  return canBeCancelled(person) && !(person.isInGroup && person.state === 'AWAITING_PAYMENT');
}

function canBeCancelled({ state }: Cancellable): boolean {
  return ['CONFIRMED', 'WAITS_FOR_AGREEMENT', 'WAITS_FOR_PAYER', 'AWAITING_PAYMENT'].includes(
    state,
  );
}

type Attempt = Pick<
  NonNullable<Story['order']>['payments'][number],
  'isPaidBy' | 'state' | 'arrivedCents'
>;

/** Whether money came that does not fit, and another payment has paid the order, which `refund` refunds. */
export function hasMisfitBeside(payments: readonly Attempt[]): boolean {
  return payments.some(({ isPaidBy }) => isPaidBy) && payments.some(isMisfit);
}

function isMisfit({ state, arrivedCents }: Attempt): boolean {
  return state === 'MISMATCH' && arrivedCents !== undefined;
}

/** Whether a payment has paid the order, or has brought money that does not fit it. */
export function canBeRefunded(attempt: Attempt): boolean {
  return attempt.isPaidBy || isMisfit(attempt);
}
