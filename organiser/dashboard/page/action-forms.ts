import type { ActionName } from '../actions.ts';
import type { AbstractStory, Story } from '../read-pages.ts';

type FormField = {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'choice' | 'flag';
  /** Of a choice. */
  choices?: readonly { value: string; label: string }[];
  /** Left out of the request where it is empty. */
  optional?: boolean;
};

export type ActionForm = {
  /** The words of the button, and of the dialog. */
  label: string;
  /** What an organiser fills in before it is planned. */
  fields: readonly FormField[];
  /** Whether the page of an order offers it; its request then has the `reference`. */
  forOrder?: (order: NonNullable<Story['order']>) => boolean;
  /** Whether it is offered for each person of an order; its request then has the `reference` and the `name`. */
  forPerson?: (person: Story['people'][number]) => boolean;
  /** Whether the page of an abstract offers it; its request then has the `reference`. */
  forAbstract?: (story: AbstractStory) => boolean;
};

/** What can be done, and where the pages offer it. Another one needs its line in ../actions.ts, and one here. */
export const actionForms: Record<ActionName, ActionForm> = {
  refund: {
    label: 'Refund',
    fields: [
      {
        name: 'amount',
        label: 'Amount',
        hint: 'Such as 120.00. Empty: all that is left.',
        kind: 'text',
        optional: true,
      },
      {
        name: 'isDespiteDispute',
        label: 'Although the payer disputes the payment (--despite-dispute)',
        kind: 'flag',
      },
    ],
    forOrder: ({ payments }) => payments.some(({ isPaidBy }) => isPaidBy),
  },
  'take-refund-back': { label: 'Take the refund back', fields: [] },
  places: {
    label: 'Change the limit',
    fields: [{ name: 'limit', label: 'New limit', kind: 'text' }],
  },
  'retry-mails': { label: 'Try them again', fields: [] },
};

/** Every action with its name, in the order in which the pages offer them. */
export const allForms = Object.entries(actionForms) as readonly [ActionName, ActionForm][];
