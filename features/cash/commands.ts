import { type Command, command, field } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';
import { planCount } from './count-box.ts';
import { planGiveCashBack } from './give-cash-back.ts';
import { planTakeCash } from './take-cash.ts';

const BOX = field('text', '--box NAME', 'Cash box', { otherwise: 'that of who does it' });

const take = command({
  name: 'cash',
  id: 'take-cash',
  before: 'journal',
  title: 'Take cash',
  summary: 'Books the whole amount that is due as taken in cash; the payer gets the receipt.',
  subject: 'Money',
  right: 'Cash',
  fields: {
    reference: REFERENCE,
    given: field('amount', '--given 450.00', 'What the payer gives', {
      hint: 'says how much to give back',
      otherwise: 'not noted',
    }),
    box: BOX,
    isDespitePrice: field('flag', '--despite-price', 'At this price, although it has ended', {
      overrules: true,
    }),
    isDespiteOpen: field('flag', '--despite-open', 'Although a payment page is open', {
      overrules: true,
    }),
  },
  plan: planTakeCash,
});

const giveBack = command({
  name: 'cash',
  when: '--return',
  id: 'give-cash-back',
  title: 'Give cash back',
  summary: 'Notes that the refund of money that was paid in cash is given back.',
  subject: 'Money',
  fields: {
    reference: REFERENCE,
    box: BOX,
    isTransferred: field('flag', '--transferred', 'By a transfer, and out of no box'),
  },
  asksProviders: false,
  plan: planGiveCashBack,
});

const count = command({
  name: 'cash',
  when: '--count',
  id: 'count-cash',
  title: 'Count a cash box',
  summary:
    'Closes a cash box: books what was counted, the difference with its reason, and what goes to the bank.',
  subject: 'Money',
  right: 'Cash',
  fields: {
    counted: field('amount', '--counted 418.00', 'Counted'),
    left: field('amount', '--left 100.00', 'Stays in the box', {
      hint: 'also to begin: 0.00 counted, and the change that is put in',
      otherwise: 'nothing',
    }),
    reason: field('text', '--reason "TEXT"', 'Why the sum differs', { otherwise: 'it does not' }),
    box: BOX,
    isAgain: field('flag', '--again', 'Although nothing was taken since the last count', {
      overrules: true,
    }),
  },
  asksProviders: false,
  plan: planCount,
});

export const commands: readonly Command[] = [take, giveBack, count];
