import { describe, expect, test } from 'vitest';
import { euro } from '#tests/support/euro.ts';
import { defaults, type DiscountValues, readDiscountDraft, rulesFor } from './discount-fields.ts';

const CODE = 'K7MPQ2';
const filled: DiscountValues = {
  title: 'Dr.',
  name: 'Ada Lovelace',
  phone: '+44 20 7946 0000',
  email: 'ada@example.org',
  instituteOrUniversity: 'University of London',
  country: 'United Kingdom',
  description: 'Invited speaker',
  discountAmount: '100',
  method: 'paypal',
  captcha: CODE,
};

describe('the rules', () => {
  test('let a filled form pass, trimmed and with its amount in cents', () => {
    const blanks = { ...filled, name: ' Ada Lovelace ', discountAmount: ' 99.9 ' };
    expect(rulesFor(CODE, euro).parse(blanks)).toEqual({ ...filled, discountAmount: 9990 });
  });

  test('name everything that is missing at once', () => {
    expect(errorsOf(defaults)).toEqual({
      title: 'Title is required',
      name: 'Name is required',
      phone: 'Phone is required',
      email: 'Email is required',
      instituteOrUniversity: 'Institute/University is required',
      country: 'Country is required',
      description: 'Description is required',
      discountAmount: 'Discount amount is required',
      captcha: 'Captcha is required',
    });
  });

  test.each(['0', '-1', 'abc', '0.001', '1e2', '1e9', '1,000', '1.000', '12.345'])(
    'refuse the amount %s',
    (amount) => {
      expect(errorsOf({ ...filled, discountAmount: amount })).toEqual({
        discountAmount: 'Please enter a valid discount amount',
      });
    },
  );

  test('accept the captcha also in small letters, and refuse every captcha before the page has a code', () => {
    expect(errorsOf({ ...filled, captcha: CODE.toLowerCase() })).toEqual({});
    expect(errorsOf({ ...filled, captcha: 'K7MPQ3' })).toEqual({ captcha: 'Captcha is incorrect' });
    expect(errorsOf(filled, null)).toEqual({ captcha: 'Captcha is incorrect' });
  });
});

test('a draft restores everything but the captcha', () => {
  expect(readDiscountDraft(filled)).toEqual({ ...filled, captcha: '' });
  expect(readDiscountDraft({ ...filled, method: 'cash' }).method).toBe('card');
});

function errorsOf(fields: DiscountValues, code: string | null = CODE): Record<string, string> {
  const { error } = rulesFor(code ?? undefined, euro).safeParse(fields);
  const issues = error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
