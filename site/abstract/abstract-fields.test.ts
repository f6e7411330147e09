import { describe, expect, test } from 'vitest';
import { type AbstractValues, defaults, readAbstractDraft, rulesFor } from './abstract-fields.ts';

const CODE = 'aB3dE6';
const offered = { interests: [{ id: '7' }, { id: '8' }], sessions: [{ id: 'rheology' }] };
const abstractFile = new File(['%PDF'], 'abstract.pdf');
const filled: AbstractValues = {
  titlePrefix: 'Dr',
  name: 'Ada Lovelace',
  phone: '+44 20 7946 0000',
  email: 'ada@example.org',
  organizationName: 'University of London',
  country: 'UK',
  interestedInId: '7',
  sessionId: 'rheology',
  abstractFile,
  captcha: CODE,
};

describe('the rules', () => {
  test('let a filled form pass, trimmed and with its file', () => {
    const blanks = {
      ...filled,
      name: ' Ada Lovelace ',
      organizationName: 'University of London\t',
    };
    const entry = rulesFor(CODE, offered).parse(blanks);
    expect(entry).toEqual(filled);
    expect(entry.abstractFile).toBe(abstractFile);
  });

  test('name everything that is missing at once', () => {
    expect(errorsOf(defaults)).toEqual({
      titlePrefix: 'Title required',
      name: 'Name required',
      phone: 'Phone required',
      email: 'Email required',
      organizationName: 'Organization required',
      country: 'Country required',
      interestedInId: 'Interest area required',
      sessionId: 'Session required',
      abstractFile: 'File required',
      captcha: 'Captcha required',
    });
  });

  test('accept only options of the two lists', () => {
    expect(errorsOf({ ...filled, interestedInId: '9', sessionId: '7' })).toEqual({
      interestedInId: 'Interest area required',
      sessionId: 'Session required',
    });
  });

  test('accept only the exact captcha, and refuse every captcha before the page has a code', () => {
    expect(errorsOf({ ...filled, captcha: 'AB3DE6' })).toEqual({ captcha: 'Captcha incorrect' });
    expect(errorsOf(filled, null)).toEqual({ captcha: 'Captcha incorrect' });
  });
});

test('a draft restores everything but the file and the captcha', () => {
  const { abstractFile: _, ...rest } = filled;
  expect(readAbstractDraft(filled)).toEqual({ ...rest, captcha: '' });
});

function errorsOf(fields: AbstractValues, code: string | null = CODE): Record<string, string> {
  const { error } = rulesFor(code ?? undefined, offered).safeParse(fields);
  const issues = error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
