import type { AbstractStory, Story } from '../read-pages.ts';

type Person = Story['people'][number];

/** An action that pages offer, besides the page of commands. */
type Offer = {
  action: string;
  /** Offers the action on the page of an order; its request then has the `reference`. */
  forOrder?: (order: NonNullable<Story['order']>) => boolean;
  /** Offers the action for each person of an order; its request then has the `reference` and, as `who`, the name. */
  forPerson?: (person: Person) => boolean;
  /** Offers the action on the page of an abstract; its request then has the `reference`. */
  forAbstract?: (story: AbstractStory) => boolean;
  /** The initial values of the form, which sends only changed values. */
  current?: (about: Partial<Person>) => Record<string, string>;
};

export const offers: readonly Offer[] = [
  { action: 'check-in', forPerson: ({ checkedInAt }) => checkedInAt === undefined },
  { action: 'undo-check-in', forPerson: ({ checkedInAt }) => checkedInAt !== undefined },
  {
    action: 'correct',
    forOrder: ({ customer }) => customer.email !== '',
    forPerson: ({ isInGroup, state, email }) => isInGroup && state !== 'CANCELLED' && email !== '',
    current(about) {
      const { name = '', email = '', phone = '', institute = '', country = '' } = about;
      return { name, email, phone, institute, country, sortName: about.sortName ?? '' };
    },
  },
  { action: 'resend', forOrder: () => true, forAbstract: ({ abstract }) => abstract.email !== '' },
  {
    action: 'move',
    forPerson: ({ kind, state }) => kind === 'registration' && state === 'CONFIRMED',
    current: ({ presentationType = '', hasRoom, nights, guests }) => ({
      type: presentationType,
      room: hasRoom ? `${nights},${guests}` : 'none',
    }),
  },
  {
    action: 'cancel',
    forPerson: ({ state }) =>
      ['CONFIRMED', 'WAITS_FOR_AGREEMENT', 'AWAITING_PAYMENT'].includes(state),
  },
  { action: 'undo-cancel', forPerson: ({ state }) => state === 'CANCELLED' },
  { action: 'decide', forAbstract: ({ abstract }) => abstract.email !== '' },
  { action: 'refund', forOrder: ({ payments }) => payments.some(({ isPaidBy }) => isPaidBy) },
  {
    action: 'evidence',
    forOrder: ({ payments }) => payments.some(({ disputes }) => disputes.length > 0),
  },
];
