import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lettersAndDigits } from '#site/forms/captcha.ts';
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

  test('take blanks for nothing', () => {
    const texts = ['titlePrefix', 'name', 'phone', 'email', 'organizationName', 'country'];
    for (const name of texts) {
      expect(errorsOf({ ...filled, [name]: ' \t ' })).toEqual({ [name]: errorsOf(defaults)[name] });
    }
  });

  test('take only what the lists offer', () => {
    expect(errorsOf({ ...filled, interestedInId: '9', sessionId: '7' })).toEqual({
      interestedInId: 'Interest area required',
      sessionId: 'Session required',
    });
  });

  test.each(['ada', 'ada@', 'ada@b c.org', 'root@localhost', 'a..b@c.de'])(
    'refuse the address %s',
    (email) => {
      expect(errorsOf({ ...filled, email })).toEqual({
        email: 'Please enter a valid email address',
      });
    },
  );

  test('refuse a file of another kind', () => {
    expect(errorsOf({ ...filled, abstractFile: new File(['MZ'], 'abstract.exe') })).toEqual({
      abstractFile: 'Only PDF, DOC, DOCX files allowed.',
    });
  });

  test('refuse every captcha but the one that is shown', () => {
    const letters = fc.constantFrom(...lettersAndDigits);
    const codes = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(codes, codes, (typed, code) => {
        const { captcha } = errorsOf({ ...filled, captcha: typed }, code);
        expect(captcha).toBe(typed === code ? undefined : 'Captcha incorrect');
      }),
    );
    expect(errorsOf({ ...filled, captcha: 'AB3DE6' })).toEqual({ captcha: 'Captcha incorrect' });
    expect(errorsOf({ ...filled, captcha: ' ' })).toEqual({ captcha: 'Captcha incorrect' });
  });

  test('let nothing pass before there is a captcha', () => {
    expect(errorsOf(filled, null)).toEqual({ captcha: 'Captcha incorrect' });
  });
});

describe('a draft', () => {
  test('brings back everything but the file and the captcha', () => {
    const { abstractFile: _, ...rest } = filled;
    expect(readAbstractDraft(filled)).toEqual({ ...rest, captcha: '' });
  });

  test('that is damaged brings back what is left of it', () => {
    const { abstractFile: _, ...rest } = filled;
    const damaged = {
      ...rest,
      titlePrefix: 'Sir',
      name: 7,
      phone: '1'.repeat(61),
      abstractFile: {},
    };
    expect(readAbstractDraft(damaged)).toEqual({
      ...rest,
      titlePrefix: '',
      name: '',
      phone: '',
      captcha: '',
    });
  });

  test('may be anything', () => {
    fc.assert(
      fc.property(fc.object(), (found) => {
        const fields = Object.values({ ...defaults, ...readAbstractDraft(found) });
        expect(fields).toHaveLength(Object.keys(defaults).length);
        for (const text of fields) expect(['string', 'undefined']).toContain(typeof text);
      }),
    );
  });
});

function errorsOf(fields: AbstractValues, code: string | null = CODE): Record<string, string> {
  const { error } = rulesFor(code ?? undefined, offered).safeParse(fields);
  const issues = error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
