import { describe, expect, test } from 'vitest';
import { bodyOf, interestsCall, readAnswer, sessionsCall } from './abstract-wire.ts';

describe('a list of choices', () => {
  const read = (answer: unknown) => sessionsCall.reads.parse(answer);

  test('is requested from the path of the contract', () => {
    expect(interestsCall.path).toBe('/api/form-submission/get-interested-in-options');
    expect(sessionsCall.path).toBe('/api/form-submission/get-session-options');
  });

  test('takes the text of an option from option_name, else sessionName, else name, else label', () => {
    const all = { option_name: 'A', sessionName: 'B', name: 'C', label: 'D' };
    const { option_name: _, ...three } = all;
    const { sessionName: __, ...two } = three;
    const { name: ___, ...one } = two;
    const entries = [all, three, two, one].map((entry, at) => ({ id: String(at), ...entry }));
    expect(read(entries).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
  });

  test('ignores a text that is empty or not a string', () => {
    const entry = { id: '1', option_name: '', sessionName: null, name: 5, label: 'D' };
    expect(read([entry])).toEqual([{ id: '1', name: 'D' }]);
  });

  test('has ids as text', () => {
    const entries = [
      { id: 0, name: 'A' },
      { id: 12, name: 'B' },
      { id: '012', name: 'C' },
    ];
    expect(read(entries).map(({ id }) => id)).toEqual(['0', '12', '012']);
  });

  test('leaves out entries that cannot be chosen', () => {
    const odd = [null, 7, 'A', {}, { id: '1' }, { name: 'A' }, { id: '', name: 'A' }, { id: {} }];
    const twins = [
      { id: '1', name: 'First' },
      { id: 1, name: 'Second' },
    ];
    expect(read([...odd, ...twins])).toEqual([{ id: '1', name: 'First' }]);
  });

  test.each([null, {}, 'text', 7])('cannot be %j', (answer) => {
    expect(sessionsCall.reads.safeParse(answer).success).toBe(false);
  });
});

describe('an answer to a submission', () => {
  test('is read with all fields of the contract', () => {
    const receipt = {
      reference: 'PS26-7K3M-9QXW',
      session: 'Polymer Rheology',
      fileName: 'abstract.pdf',
      bytes: 1234,
      sha256: 'ab12',
    };
    const answer = { success: true, message: 'Thank you', ...receipt };
    expect(readAnswer(JSON.stringify(answer))).toMatchObject(answer);
  });

  test.each([
    '',
    'OK',
    '<html>',
    'null',
    '[]',
    '7',
    '{}',
    '{"bytes":-1,"session":{},"reference":7}',
  ])('without usable fields, such as %j, gives an empty receipt', (text) => {
    expect(Object.values(readAnswer(text)).every((value) => value === undefined)).toBe(true);
  });
});

describe('the body', () => {
  const abstractFile = new File(['%PDF'], 'abstract.pdf');
  const entry = {
    titlePrefix: 'Dr',
    name: 'Ada Lovelace',
    phone: '1',
    email: 'ada@example.org',
    organizationName: 'University',
    country: 'UK',
    interestedInId: '7',
    sessionId: 'rheology',
    abstractFile,
    captcha: 'aB3dE6',
  };

  test('has the parts of the call, the file last, and no captcha', () => {
    const { captcha: _, ...sent } = entry;
    const body = bodyOf(entry);
    expect([...body.keys()]).toEqual(Object.keys(sent));
    for (const [name, value] of Object.entries(sent)) {
      if (typeof value === 'string') expect(body.getAll(name)).toEqual([value]);
    }
    expect(body.get('abstractFile')).toMatchObject({ name: 'abstract.pdf', size: 4 });
  });

  test('contains the text that a program has typed into the honeypot', () => {
    expect(bodyOf({ ...entry, reserved: 'https://spam.example' }).get('reserved')).toBe(
      'https://spam.example',
    );
  });
});
