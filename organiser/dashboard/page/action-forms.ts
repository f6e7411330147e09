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

const STAYS = 'Empty: as it is.';

function whatStays(name: string, label: string): FormField {
  return { name, label, hint: STAYS, kind: 'text', optional: true };
}

const contact = [
  whatStays('email', 'Email'),
  whatStays('phone', 'Phone'),
  whatStays('institute', 'Institute'),
  whatStays('country', 'Country'),
  {
    name: 'sortName',
    label: 'Name by which lists are sorted',
    hint: `Such as Müller, Anna. ${STAYS}`,
    kind: 'text',
    optional: true,
  } satisfies FormField,
];

/** What can be done, and where the pages offer it. Another one needs its line in ../actions.ts, and one here. */
export const actionForms: Record<ActionName, ActionForm> = {
  'check-in': {
    label: 'Check in',
    fields: [
      {
        name: 'isDespiteUnpaid',
        label: 'Although the place is not confirmed (--despite-unpaid)',
        kind: 'flag',
      },
    ],
    forPerson: ({ checkedInAt }) => checkedInAt === undefined,
  },
  'undo-check-in': {
    label: 'Undo the check-in',
    fields: [],
    forPerson: ({ checkedInAt }) => checkedInAt !== undefined,
  },
  correct: {
    label: 'Correct',
    fields: [whatStays('name', 'Name'), ...contact],
    forOrder: ({ customer }) => customer.email !== '',
  },
  'correct-member': {
    label: 'Correct',
    fields: [whatStays('newName', 'Name'), ...contact],
    forPerson: ({ isInGroup, state, email }) => isInGroup && state !== 'CANCELLED' && email !== '',
  },
  resend: {
    label: 'Send the receipt again',
    fields: [],
    forOrder: ({ payments }) => payments.some(({ isPaidBy }) => isPaidBy),
  },
  move: {
    label: 'Change',
    fields: [
      {
        name: 'type',
        label: 'Presentation type',
        hint: `Such as poster. ${STAYS}`,
        kind: 'text',
        optional: true,
      },
      {
        name: 'room',
        label: 'Room',
        hint: `Such as 3,1 for three nights and one guest, or none. ${STAYS}`,
        kind: 'text',
        optional: true,
      },
    ],
    forPerson: ({ kind, state }) => kind === 'registration' && state === 'CONFIRMED',
  },
  cancel: {
    label: 'Cancel',
    fields: [
      {
        name: 'amount',
        label: 'Amount that goes back',
        hint: 'Such as 120.00, or 0. Empty: by the rules of conference.yaml.',
        kind: 'text',
        optional: true,
      },
    ],
    forPerson: ({ state }) =>
      ['CONFIRMED', 'WAITS_FOR_AGREEMENT', 'AWAITING_PAYMENT'].includes(state),
  },
  'undo-cancel': {
    label: 'Undo the cancellation',
    fields: [],
    forPerson: ({ state }) => state === 'CANCELLED',
  },
  agree: {
    label: 'Record an agreed amount',
    fields: [
      { name: 'email', label: 'Email', kind: 'text' },
      { name: 'amount', label: 'Amount, without the processing fee', kind: 'text' },
      { name: 'words', label: 'Words on the receipt', kind: 'text' },
    ],
  },
  decide: {
    label: 'Decide',
    fields: [
      {
        name: 'outcome',
        label: 'Decision',
        kind: 'choice',
        choices: [
          { value: 'ACCEPTED', label: 'Accepted' },
          { value: 'REJECTED', label: 'Rejected' },
        ],
      },
      { name: 'presentation', label: 'Presentation', kind: 'text', optional: true },
      { name: 'slot', label: 'Slot', kind: 'text', optional: true },
      { name: 'isSending', label: 'Write to the author now', kind: 'flag' },
    ],
    forAbstract: ({ abstract }) => abstract.email !== '',
  },
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
  settle: { label: 'Nothing is left to do', fields: [] },
  places: {
    label: 'Change the limit',
    fields: [{ name: 'limit', label: 'New limit', kind: 'text' }],
  },
  'retry-mails': { label: 'Try them again', fields: [] },
  'hold-mails': {
    label: 'Stop mails',
    fields: [
      {
        name: 'hold',
        label: 'Which',
        kind: 'choice',
        choices: [
          { value: 'letters', label: 'Letters to many' },
          { value: 'all', label: 'All' },
        ],
      },
    ],
  },
  'discard-letter': { label: 'Discard the letter', fields: [] },
  'release-mails': { label: 'Let mails go out', fields: [] },
};

/** Every action with its name, in the order in which the pages offer them. */
export const allForms = Object.entries(actionForms) as readonly [ActionName, ActionForm][];
