import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { namedOrders } from './named-orders.ts';
import { bookedByHand, recogniseOtherFormats, withKeys } from './recognise-entries.ts';
import type { Statement, StatementEntry } from './statement.ts';

function entry(traits: Partial<StatementEntry> = {}): StatementEntry {
  return {
    account: undefined,
    bookedOn: '2026-02-03',
    valuedOn: undefined,
    amountCents: 39_900,
    currency: currencyOf('EUR'),
    isReversal: false,
    name: 'Anna Königsdorf',
    iban: 'DE64999300020000471100',
    bic: undefined,
    endToEnd: undefined,
    words: 'PS26-7K3M-9QXW',
    bankReference: undefined,
    sentAs: undefined,
    ...traits,
  };
}

const named = namedOrders([
  { id: 'one', reference: 'PS26-7K3M-9QXW' },
  { id: 'two', reference: 'PS26-7K3M-9QXX' },
]);

const keyed = (entries: StatementEntry[], account = 'DE1') =>
  withKeys({ entries, format: 'MT940' }, account);
const keysOf = (...entries: StatementEntry[]) => keyed(entries).map(({ key }) => key);
const recordedAs = (format: Statement['format'], traits: Partial<StatementEntry> = {}) => ({
  ...entry(traits),
  id: 'recorded',
  format,
});

test('entries that look the same are two, unless the bank gives both the same reference', () => {
  const [first, second] = keysOf(entry(), entry());
  expect(second).toBe(`${first}:2`);
  expect(keysOf(entry({ bankReference: 'A' }), entry({ bankReference: 'A' }))).toHaveLength(1);
  expect(new Set(keysOf(entry({ bankReference: 'A' }), entry({ bankReference: 'B' }))).size).toBe(
    2,
  );
});

test('the key of an entry depends on its look, and not on blanks or on its neighbours', () => {
  const [alone] = keysOf(entry());
  expect(keysOf(entry({ amountCents: 1 }), entry({ words: 'PS26-7K3M -9QXW' }))[1]).toBe(alone);
  expect(keyed([entry()], 'DE2')[0]?.key).not.toBe(alone);
});

test.each<[string, Partial<StatementEntry>, boolean]>([
  ['the same words, cut elsewhere', { words: 'PS26-7K3M- 9QXW' }, true],
  ['more words', { words: 'EREF: 1 PS26-7K3M-9QXW' }, true],
  ['no IBAN, and a name in another order', { iban: undefined, name: 'Königsdorf, Anna' }, true],
  ['a name that was cut', { name: 'Anna Königs' }, true],
  ['a name that was cut, without accents', { name: 'Anna Koenigsd' }, true],
  ['the same, and no IBAN', { iban: undefined, name: 'Anna Koenigsd' }, true],
  ['a name that another program spoiled', { name: 'A K?NIGSDORF' }, true],
  [
    'another name, and other words that name the order',
    { name: 'Dr A K', words: 'SVWZ PS267K3M9QXW Anna' },
    true,
  ],
  ['another name, and words without the order', { name: 'Dr A K', words: 'Conference fee' }, false],
  ['another name and another account', { iban: 'DE62999400030008150815', name: 'Dr A K' }, false],
  ['the number of the account alone', { iban: '0000471100' }, true],
  ['another reference', { words: 'PS26-7K3M-9QXX' }, false],
  ['another account', { iban: 'DE62999400030008150815' }, false],
  ['another payer', { iban: undefined, name: 'Bo Fibre' }, false],
  ['another day', { bookedOn: '2026-02-04' }, false],
  ['another amount', { amountCents: 39_901 }, false],
])('another format with %s', (_, traits, isSame) => {
  const recorded = recordedAs('CAMT.053', traits);
  const found = recogniseOtherFormats(keyed([entry()]), [recorded], named);
  expect([...found.values()]).toEqual(isSame ? [recorded] : []);
});

test('words that one format cuts, and before which the other has more, are the same by their order', () => {
  const [own] = keyed([entry({ words: 'PS26-7K3M-9QXW Anna Königsdorf' })]);
  const cut = (reference: string) => recordedAs('CAMT.053', { words: `SVWZ+${reference} Anna` });
  const found = (reference: string) =>
    recogniseOtherFormats(own ? [own] : [], [cut(reference)], named).size;
  expect(found('PS26-7K3M-9QXW')).toBe(1);
  expect(found('PS26-7K3M-9QXX')).toBe(0);
});

test.each<[Statement['format'], string, string | undefined, boolean]>([
  ['MT940', 'B', 'A', false],
  ['MT940', 'B', undefined, true],
  ['CAMT.053', 'B', 'A', true],
])(
  'an entry of a recorded %s, where the reference is %s and was %s',
  (format, own, was, isSame) => {
    const recorded = recordedAs(format, { bankReference: was });
    const found = recogniseOtherFormats(keyed([entry({ bankReference: own })]), [recorded], named);
    expect(found.size).toBe(isSame ? 1 : 0);
  },
);

test('an entry whose words nobody could read before is recognised in the same CSV file', () => {
  const before = recordedAs('CSV', { name: '', iban: undefined, words: '' });
  const found = (format: Statement['format']) =>
    recogniseOtherFormats(withKeys({ entries: [entry()], format }, 'DE1'), [before], named).size;
  expect(found('CSV')).toBe(1);
  expect(found('MT940')).toBe(0);
});

test.each([
  [1, 2, 1],
  [2, 2, 2],
  [2, 3, 2],
])(
  'of %i recorded entries that look the same and %i with another name, %i are known',
  (was, are, known) => {
    const recorded = Array.from({ length: was }, () => recordedAs('CSV'));
    const others = Array.from({ length: are }, () => entry({ name: 'ANNA KOENIGS' }));
    const entries = withKeys({ entries: others, format: 'CSV' }, 'DE1');
    expect(new Set(entries.map(({ key }) => key)).size).toBe(are);
    const found = recogniseOtherFormats(entries, recorded, named);
    expect(new Set(found.values()).size).toBe(known);
  },
);

test('an entry that was booked by hand is the nearest of the same order and amount within some days', () => {
  const hand = (id: string, bookedOn: string, orderId = 'one') => ({
    id,
    orderId,
    amountCents: 39_900,
    bookedOn,
    name: 'Anna Koenigsdorf',
    iban: undefined,
  });
  const hands = [hand('far', '2026-01-20'), hand('near', '2026-02-01'), hand('next', '2026-02-04')];
  expect(bookedByHand(entry(), ['one'], hands)?.id).toBe('next');
  expect(bookedByHand(entry(), ['two'], hands)).toBeUndefined();
  expect(bookedByHand(entry(), [], hands)?.id).toBe('next');
  expect(bookedByHand(entry({ name: 'Bo Fibre' }), [], hands)).toBeUndefined();
  expect(bookedByHand(entry({ amountCents: 1 }), ['one'], hands)).toBeUndefined();
  expect(bookedByHand(entry({ bookedOn: '2026-03-01' }), ['one'], hands)).toBeUndefined();
});
