import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registrationTypes } from '#contract/registration-options.ts';
import {
  defaults,
  readRegistrationDraft,
  type RegistrationValues,
  rulesFor,
  wholeNumberOf,
} from './registration-fields.ts';

const filled: RegistrationValues = {
  ...defaults,
  name: 'Ada Kowalska',
  phone: '+48 22 555 0187',
  email: 'ada@lab.example',
  institute: 'Vistula Institute',
  country: 'Poland',
  registrationType: 'registrationOnly',
  presentationType: 'listener/delegate',
  captcha: 'aB3xYz',
};

describe('the rules', () => {
  test('name each missing field', () => {
    expect(messagesOf(defaults)).toEqual({
      name: 'Name is required',
      phone: 'Phone is required',
      email: 'Email is required',
      institute: 'Institute is required',
      country: 'Country is required',
      registrationType: 'Registration type is required',
      presentationType: 'Presentation type is required',
      captcha: 'Captcha is required',
    });
  });

  test('accept a form that is filled in', () => {
    expect(messagesOf(filled)).toEqual({});
  });

  test.each(Object.values(registrationTypes))('accept the registration type $form', ({ form }) => {
    expect(messagesOf({ ...filled, registrationType: form })).toEqual({});
  });

  test.each([
    ['another code', 'aB3xYy'],
    ['the code in another case', 'ab3xyz'],
    ['only a part of the code', 'aB3xY'],
  ])('refuse a captcha that is %s', (_, captcha) => {
    expect(messagesOf({ ...filled, captcha })).toEqual({ captcha: 'Captcha is incorrect' });
  });

  test('count blanks as empty and trim the text', () => {
    expect(messagesOf({ ...filled, name: ' \t ' })).toEqual({ name: 'Name is required' });
    expect(rulesFor('aB3xYz').parse({ ...filled, name: ' Ada ' }).name).toBe('Ada');
  });

  test('refuse a text that is not an email address', () => {
    expect(messagesOf({ ...filled, email: 'ada at lab' })).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  test('accept any title', () => {
    expect(messagesOf({ ...filled, title: 'Baroness' })).toEqual({});
  });
});

test('every typed number becomes a whole number within its bounds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer()), (typed) => {
      const nights = wholeNumberOf(typed, 365);
      expect(Number.isInteger(nights)).toBe(true);
      expect(nights).toBeGreaterThanOrEqual(0);
      expect(nights).toBeLessThanOrEqual(365);
    }),
  );
  expect([NaN, -1, 2, 2.9].map((typed) => wholeNumberOf(typed, 365))).toEqual([0, 0, 2, 2]);
});

describe('a draft', () => {
  test('is restored without the captcha', () => {
    expect(readRegistrationDraft(filled)).toEqual({ ...filled, captcha: '' });
  });

  test('with any values at all becomes a usable form', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(defaults)), fc.anything()),
        (found) => {
          const values = readRegistrationDraft(found);
          expect(Object.keys(values).toSorted()).toEqual(Object.keys(defaults).toSorted());
          expect(values.captcha).toBe('');
          expect(readRegistrationDraft(values)).toEqual(values);
        },
      ),
    );
  });
});

function messagesOf(fields: RegistrationValues): Record<string, string> {
  const result = rulesFor('aB3xYz').safeParse(fields);
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}
