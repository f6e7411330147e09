import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { type BankFacts, decideEntries, type Decision, type OrderFacts } from './decide-entries.ts';
import { namedOrders } from './named-orders.ts';
import { withKeys } from './recognise-entries.ts';
import type { StatementEntry } from './statement.ts';

function order(id: string, traits: Partial<OrderFacts> = {}): OrderFacts {
  return {
    id,
    reference: `PS26-7K3M-${id.padEnd(4, '9')}`,
    payer: 'Anna Königsdorf',
    participants: [],
    currency: 'EUR',
    dueCents: 39_900,
    receivedCents: 0,
    closed: undefined,
    ...traits,
  };
}

const PAID = { dueCents: 0, receivedCents: 39_900, closed: 'paid' } as const;
const all = [
  order('AAAA'),
  order('BBBB', {
    dueCents: 20_000,
    payer: 'Universität Beispielstadt',
    participants: ['Bo Fibre'],
  }),
  order('CCCC', PAID),
  order('DDDD', { dueCents: 0, closed: 'cancelled' }),
];
const REFUND = '7f3k9m2q7f3k9m2q7f3k9m2q01';

function entry(traits: Partial<StatementEntry> = {}): StatementEntry {
  return {
    account: undefined,
    bookedOn: '2026-02-03',
    valuedOn: undefined,
    amountCents: 39_900,
    currency: currencyOf('EUR'),
    isReversal: false,
    name: 'Emil Lattice',
    iban: undefined,
    bic: undefined,
    endToEnd: undefined,
    words: '',
    bankReference: undefined,
    sentAs: undefined,
    ...traits,
  };
}

function decide(entries: StatementEntry[], traits: Partial<BankFacts> = {}): Decision[] {
  const facts: BankFacts = {
    named: namedOrders(all),
    orders: new Map(all.map((each) => [each.id, each])),
    hands: [],
    credits: [
      {
        id: 'credit',
        orderId: 'CCCC',
        amountCents: 39_900,
        bookedOn: '2026-01-20',
        name: 'Dana Resin',
        iban: 'DE1',
      },
    ],
    refunds: [
      {
        id: REFUND,
        reference: all[2]?.reference ?? '',
        amountCents: 12_000,
        isSent: false,
        isOnStatement: false,
      },
    ],
    ...traits,
  };
  const keyed = withKeys({ entries, format: 'CAMT.053' }, 'DE1');
  const decided = decideEntries(keyed, facts);
  return keyed.flatMap(({ key }) => decided.get(key) ?? []);
}

const share = (orderId: string, cents: number, isAll = true) => ({ orderId, cents, isAll });
const pays = (orderId: string, cents: number, { isAll = true, restCents = 0 } = {}) => ({
  kind: 'pays',
  parts: [share(orderId, cents, isAll)],
  restCents,
});
const returned = (orderId: string, why: string) => ({ kind: 'returned', orderId, why });
const refundSent = { kind: 'refundSent', refundId: REFUND };
const ignored = { kind: 'ignored' };
const refunded = { amountCents: -12_000 };
const whole = { amountCents: -39_900 };
const reversal = { isReversal: true };
const open = (why: string, ...proposed: string[]) => ({ kind: 'open', why, proposed });
const A = 'PS26-7K3M-AAAA';
const B = 'PS26-7K3M-BBBB';
const C = 'PS26-7K3M-CCCC';

test.each<[string, Partial<StatementEntry>, unknown]>([
  ['the amount and the reference', { words: A }, pays('AAAA', 39_900)],
  ['the reference in the end-to-end id', { endToEnd: A.toLowerCase() }, pays('AAAA', 39_900)],
  ['too little', { words: A, amountCents: 100 }, pays('AAAA', 100, { isAll: false })],
  ['too much', { words: A, amountCents: 40_000 }, pays('AAAA', 39_900, { restCents: 100 })],
  ['an order that is paid', { words: C }, returned('CCCC', 'alreadyPaid')],
  ['an order that is cancelled', { words: 'PS26-7K3M-DDDD' }, returned('DDDD', 'notPossible')],
  [
    'the sum of two orders',
    { words: `${A} ${B}`, amountCents: 59_900 },
    { ...pays('AAAA', 39_900), parts: [share('AAAA', 39_900), share('BBBB', 20_000)] },
  ],
  ['two orders and another sum', { words: `${A} ${B}` }, open('several', 'AAAA', 'BBBB')],
  ['two orders of which one is paid', { words: `${A} ${C}` }, open('several', 'AAAA', 'CCCC')],
  ['money that was sent in dollars', { words: A, sentAs: '430.00 USD' }, open('foreign', 'AAAA')],
  ['an account in dollars', { words: A, currency: currencyOf('USD') }, open('foreign', 'AAAA')],
  ['the end of a reference alone', { words: '7K3M-AAAA' }, open('proposed', 'AAAA')],
  ['amount and payer', { name: 'KOENIGSDORF, ANNA' }, open('proposed', 'AAAA')],
  [
    'amount and participant',
    { name: 'Beispielstadt Kasse', words: 'fee Bo Fibre', amountCents: 20_000 },
    open('proposed', 'BBBB'),
  ],
  ['the payer with another amount', { name: 'Anna Königsdorf', amountCents: 1 }, open('unknown')],
  ['nothing that is known', {}, open('unknown')],
  ['a payout', { name: 'STRIPE TECHNOLOGY EUROPE LTD' }, ignored],
  ['a refund that the bank has made', { ...refunded, endToEnd: REFUND.toUpperCase() }, refundSent],
  ['a refund that was typed', { ...refunded, words: `refund ${C}` }, refundSent],
  ['a refund with another amount', { amountCents: -1, endToEnd: REFUND }, open('takenBack')],
  ['money that goes out with a reference', { ...whole, words: A }, open('takenBack', 'AAAA')],
  [
    'a refund that came back',
    { amountCents: 12_000, endToEnd: REFUND },
    { kind: 'refundFailed', refundId: REFUND },
  ],
  [
    'a payment that the bank takes back',
    { ...whole, words: A, ...reversal },
    open('takenBack', 'AAAA'),
  ],
  [
    'a transfer that the bank gives back, and no such refund was made',
    { words: A, ...reversal },
    open('cameBack', 'AAAA'),
  ],
  [
    'a refund that was requested before the bank took the money back',
    { ...refunded, words: C, ...reversal },
    refundSent,
  ],
  [
    'a payment that the bank takes back without a reference',
    { ...whole, ...reversal, name: 'Dana Resin' },
    open('takenBack', 'CCCC'),
  ],
  ['the amount of a credit to its account', { ...whole, iban: 'DE1' }, open('takenBack', 'CCCC')],
  ['another amount to its account', { amountCents: -39_901, iban: 'DE1' }, ignored],
  ['a reversal of something unknown', { amountCents: -1, ...reversal }, open('takenBack')],
  ['a fee', { amountCents: -1240 }, ignored],
  ['more than any order', { amountCents: 3_000_000_000, words: A }, ignored],
  ['zero', { amountCents: 0, words: A }, ignored],
])('an entry with %s', (_, traits, decision) => {
  expect(decide([entry(traits)])).toEqual([decision]);
});

test('two parts pay one order, a third is returned, and the oldest comes first', () => {
  const part = (amountCents: number, bookedOn: string) =>
    entry({ words: A, amountCents, bookedOn });
  const entries = [part(30_000, '2026-02-05'), part(200, '2026-02-06'), part(10_000, '2026-02-04')];
  expect(decide(entries)).toEqual([
    pays('AAAA', 29_900, { restCents: 100 }),
    { kind: 'returned', orderId: 'AAAA', why: 'alreadyPaid' },
    pays('AAAA', 10_000, { isAll: false }),
  ]);
});

test('an amount that an earlier entry has paid is proposed to nobody', () => {
  const entries = [entry({ words: A }), entry({ name: 'Anna Königsdorf' })];
  expect(decide(entries)).toEqual([pays('AAAA', 39_900), open('unknown')]);
});

test('an entry that was booked by hand is joined once', () => {
  const hand = { amountCents: 39_900, bookedOn: '2026-02-01', name: 'Bo', iban: undefined };
  const hands = [{ ...hand, id: 'hand', orderId: 'CCCC' }];
  const words = 'PS26-7K3M-CCCC';
  expect(decide([entry({ words }), entry({ words, bankReference: 'B' })], { hands })).toEqual([
    { kind: 'joined', id: 'hand', orderId: 'CCCC' },
    { kind: 'returned', orderId: 'CCCC', why: 'alreadyPaid' },
  ]);
});

test('a refund that was typed and comes back is a failed refund once, and pays no order', () => {
  const back = (bankReference: string) =>
    entry({ amountCents: 12_000, words: 'PS26-7K3M-CCCC', isReversal: true, bankReference });
  const sent = entry({ amountCents: -12_000, words: 'PS26-7K3M-CCCC' });
  expect(decide([sent, back('A'), back('B')])).toEqual([
    { kind: 'refundSent', refundId: REFUND },
    { kind: 'refundFailed', refundId: REFUND },
    open('cameBack', 'CCCC'),
  ]);
});

test.each([
  ['Rücküberweisung PS26-7K3M-CCCC Konto erloschen', { kind: 'refundFailed', refundId: REFUND }],
  ['RETURN PS26-7K3M-CCCC AC04', { kind: 'refundFailed', refundId: REFUND }],
  ['PS26-7K3M-CCCC', { kind: 'returned', orderId: 'CCCC', why: 'alreadyPaid' }],
])('a refund that was made comes back without the mark of the bank: %s', (words, decision) => {
  const sent = entry({ amountCents: -12_000, words: 'PS26-7K3M-CCCC' });
  const back = entry({ amountCents: 12_000, words, bankReference: 'A' });
  expect(decide([sent, back])).toEqual([{ kind: 'refundSent', refundId: REFUND }, decision]);
  const [first] = decide([entry({ words: 'Return ticket PS26-7K3M-AAAA' })]);
  expect(first).toMatchObject({ kind: 'pays' });
});

test('a debit with a reference is the refund that a person has marked as sent, and no reversal is', () => {
  const refund = { reference: 'PS26-7K3M-CCCC', amountCents: 12_000, isOnStatement: false };
  const refunds = [
    { ...refund, id: 'waits', isSent: false },
    { ...refund, id: 'sent', isSent: true },
  ];
  const debit = (isReversal: boolean, bankReference: string) =>
    entry({ amountCents: -12_000, words: 'PS26-7K3M-CCCC', isReversal, bankReference });
  const is = (refundId: string) => ({ kind: 'refundSent', refundId });
  expect(decide([debit(false, 'A'), debit(false, 'B')], { refunds })).toEqual([
    is('sent'),
    is('waits'),
  ]);
  expect(decide([debit(true, 'A'), debit(true, 'B')], { refunds })).toEqual([
    is('waits'),
    open('takenBack', 'CCCC'),
  ]);
});

test('a refund that the bank has made twice waits for a person', () => {
  const debit = (bankReference: string) =>
    entry({ amountCents: -12_000, endToEnd: REFUND, bankReference });
  const sent = { kind: 'refundSent', refundId: REFUND };
  expect(decide([debit('A'), debit('B')])).toEqual([sent, open('madeTwice')]);
  const refund = { id: REFUND, reference: '', amountCents: 12_000, isSent: true };
  expect(decide([debit('A')], { refunds: [{ ...refund, isOnStatement: false }] })).toEqual([sent]);
  expect(decide([debit('A')], { refunds: [{ ...refund, isOnStatement: true }] })).toEqual([
    open('madeTwice'),
  ]);
});
