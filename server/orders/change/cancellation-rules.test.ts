import { expect, test } from 'vitest';
import { euro } from '#tests/support/euro.ts';
import { asCents } from '#contract/money.ts';
import { owedAt, ruleAt } from './cancellation-rules.ts';

const rule = (refundPercent: number, day: number, keepsFee = false) => ({
  refundPercent,
  keepsFee,
  until: {
    at: `2026-03-${day}T00:00:00.000Z`,
    day: `March ${day}`,
    words: `on March ${day}`,
    label: '',
  },
});
const rules = { cancellation: [rule(80, 10), rule(50, 20, true)] };
const of = { amountCents: asCents(41_895), feeCents: asCents(1995), currency: euro };
const paid = { of, by: { differenceCents: -41_895, feeDifferenceCents: -1995 } };

test.each([
  [
    '2026-03-09T23:59:59.999Z',
    33_516,
    'that is 80 % of the amount paid (rule in conference.yaml that ends on March 10)',
  ],
  [
    '2026-03-10T00:00:00.000Z',
    19_950,
    'that is 50 % of the amount paid less the processing fee (rule in conference.yaml that ends on March 20)',
  ],
  ['2026-03-20T00:00:00.000Z', 0, 'because the last rule in conference.yaml ended on March 20'],
])('a cancellation at %s refunds %i cents by the rules', (now, cents, words) => {
  expect(owedAt(rules, paid, now)).toMatchObject({ cents, words });
});

test('without rules the result is undefined', () => {
  expect(owedAt({ cancellation: undefined }, paid, '2026-03-01T00:00:00.000Z')).toBeUndefined();
});

test('the rule of a moment has its end and the next rule', () => {
  expect(ruleAt(rules, '2026-03-09T00:00:00.000Z')).toMatchObject({
    refundPercent: 80,
    keepsFee: false,
    until: { day: 'March 10' },
    next: { refundPercent: 50, keepsFee: true },
  });
  expect(ruleAt(rules, '2026-03-10T00:00:00.000Z')).toMatchObject({
    refundPercent: 50,
    until: { day: 'March 20' },
    next: undefined,
  });
  expect(ruleAt(rules, '2026-03-20T00:00:00.000Z')).toEqual({
    refundPercent: 0,
    keepsFee: false,
    until: undefined,
    endedAt: rules.cancellation[1]?.until,
    next: undefined,
  });
});

test.each([0, 2, 3])(
  'a price given up in %i-decimal steps refunds the cents of one step',
  (decimals) => {
    const unit = decimals === 0 ? 33 : 2510;
    const currency = { ...euro, decimals };
    const parts = { cancellation: [rule(50, 10), rule(33.33, 20, true)] };
    for (const now of ['2026-03-01T00:00:00.000Z', '2026-03-15T00:00:00.000Z']) {
      let price = { amountCents: asCents(7 * unit), feeCents: asCents(7), currency };
      const by = { differenceCents: -7 * unit, feeDifferenceCents: -7 };
      const whole = owedAt(parts, { of: price, by }, now)?.cents;
      let sum = 0;
      for (let step = 0; step < 7; step++) {
        const one = { differenceCents: -unit, feeDifferenceCents: -1 };
        sum += owedAt(parts, { of: price, by: one }, now)?.cents ?? 0;
        price = {
          amountCents: asCents(price.amountCents - unit),
          feeCents: asCents(price.feeCents - 1),
          currency,
        };
      }
      expect(sum).toBe(whole);
    }
  },
);
