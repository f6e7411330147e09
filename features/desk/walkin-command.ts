import { dayOf } from '#contract/content/calendar-days.ts';
import { amountWithCode } from '#contract/money.ts';
import { planPaid } from '#server/bank/plan-paid.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { cashSettings } from '#features/cash/rounded.ts';
import { planTakeCash } from '#features/cash/take-cash.ts';
import { planCheckIn } from './check-in.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { isCancelled, type Order } from '#server/orders/rows/orders.ts';
import { findPaidOrder } from '#server/orders/rows/participants.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { participantsWith } from '#server/reports/list-participants.ts';
import { isSameName } from '#contract/person-name.ts';
import { command, field, type Request } from '#organiser/command.ts';
import { LANGUAGE } from '#organiser/fields.ts';

const fields = {
  name: field('text', '"NAME"', 'Name'),
  email: field('email', '--email ADDRESS', 'Email'),
  institute: field('text', '--institute "NAME"', 'Institute'),
  country: field('country', '--country "NAME"', 'Country'),
  phone: field('text', '--phone NUMBER', 'Phone', { otherwise: 'none' }),
  type: field('type', '--type TYPE', 'Presentation type', {
    hint: 'also one that is closed, at the price of today',
  }),
  payment: field('choice', '--payment', 'Payment', {
    choices: [
      { value: 'cash', label: 'Paid here, in cash' },
      { value: 'transfer', label: 'Paid here, by a transfer', subject: 'People' },
      { value: 'link', label: 'A link to pay, by mail; checked in when it is paid' },
      { value: 'link-in', label: 'A link to pay, by mail; checked in now' },
      { value: 'free', label: 'A free place', subject: 'People' },
    ],
  }),
  language: LANGUAGE,
};

type WalkIn = Request<typeof fields>;

export const walkin = command({
  name: 'walkin',
  id: 'walk-in',
  title: 'Register somebody at the desk',
  summary:
    'Registers somebody who comes without a registration, also after its end: takes the payment or sends a link to pay, and checks the person in.',
  subject: 'People',
  right: 'Cash',
  fields,
  plan: planWalkIn,
  confirm: '--send',
});

/** Registers one person by the plans that exist: a group of one or a guest, then a transfer by hand, then the check-in. */
async function planWalkIn(organising: Organising, request: WalkIn): Promise<Plan> {
  const { payments, content } = organising;
  const { name, email, payment, language } = request;
  const isPaidHere = payment === 'cash' || payment === 'transfer';
  if (payment === 'cash') cashSettings(content);
  if (payment === 'transfer' && !content.conference.bankTransfer) {
    throw new ActionImpossible(
      'This conference takes no bank transfers: choose the link to pay, or cash.',
    );
  }
  const known = await findPaidOrder(payments.db, { name, email });
  if (known) {
    throw new ActionImpossible(`${name} has a place already: check in ${known.reference}.`);
  }
  const rows = rowsOf(request);
  const atDesk = { isPaidHere, follow: (order: Order) => follow(organising, order, payment) };
  const payer = { name: undefined, email: undefined, institute: undefined, country: undefined };
  const plan = await withoutRows(() =>
    payment === 'free'
      ? planInvitation(organising, { rows, language })
      : planGroup(organising, { rows, payer, language, atDesk }),
  );
  return {
    words: [...plan.words.map(withoutRow), EFFECTS[payment]],
    button: `Register ${name}`,
    // A cashier gives a place for cash, or a link to the payment that gives it. A check-in gives none.
    weighs: { needs: payment === 'free' || payment === 'transfer' ? ['People'] : [] },
    async perform() {
      const words = await withoutRows(plan.perform);
      if (payment !== 'free') return words;
      const people = await participantsWith(payments.db, email);
      const person = people.findLast((each) => isSameName(each.name, name));
      return [...words, ...(await checkedIn(organising, person?.reference ?? '', false))];
    },
  };
}

const EFFECTS: Record<WalkIn['payment'], string> = {
  cash: 'The cash would be booked for it, into your cash box, and the person checked in. Take the money first.',
  transfer:
    'The transfer would be booked for it, and the person checked in. The same transfer on the next statement joins this booking.',
  link: 'The person is not checked in before it is paid. “Pay by phone” at the desk shows the code.',
  'link-in': 'The person would be checked in at once, although it is not paid.',
  free: 'The person would be checked in.',
};

/** Does the rest after the registration: the booking of the money that was paid here, and the check-in. */
async function follow(
  organising: Organising,
  order: Order,
  payment: WalkIn['payment'],
): Promise<string[]> {
  const { reference, amountCents, currency } = order;
  if (isCancelled(order)) throw new ActionImpossible(`${reference} was cancelled meanwhile.`);
  if (payment === 'link') return [];
  if (payment === 'link-in') return checkedIn(organising, reference, true);
  const { clock } = organising.payments;
  const amount = amountWithCode(amountCents, currency);
  const booking =
    payment === 'cash'
      ? await planTakeCash(organising, { reference })
      : await planPaid(organising, {
          reference,
          amount,
          on: dayOf(clock(), organising.content.conference.dates.timezone),
          words: 'paid at the registration desk',
        });
  const booked = await booking.perform();
  return [
    `${reference}, ${amount}.`,
    ...booked,
    ...(await checkedIn(organising, reference, false)),
  ];
}

async function checkedIn(
  organising: Organising,
  reference: string,
  isDespiteUnpaid: boolean,
): Promise<string[]> {
  return (await planCheckIn(organising, { reference, isDespiteUnpaid })).perform();
}

/** The person as a sheet of a group with one row. */
function rowsOf({ name, email, phone = '—', institute, country, type }: WalkIn) {
  return [
    ['Name', 'Email', 'Phone', 'Institute', 'Country', 'Presentation type'],
    [name, email, phone, institute, country, type],
  ];
}

async function withoutRows<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = withoutRow(error.message);
    throw error;
  }
}

/** Nobody has typed a sheet, so no sentence names its row. */
function withoutRow(words: string): string {
  return words.replaceAll(/^row 2[:,] /gm, '');
}
