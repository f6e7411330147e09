import { expect, test } from 'vitest';
import { valueChanges } from './value-changes.ts';

test('every amount of a new entry is in the sentences, also if a price has got another id', () => {
  const before = { presentation_types: [{ id: 'student', label: 'Student', price: '199.00' }] };
  const after = { presentation_types: [{ id: 'students', label: 'Student', price: '19.00' }] };
  expect(valueChanges(before, after)).toEqual([
    'Presentation types: added “Student”',
    'Presentation types › “Student” › Id: added students',
    'Presentation types › “Student” › Price: added 19.00',
    'Presentation types: removed “Student”',
  ]);
});

test('a part that was not there is named value by value, in words and not as code', () => {
  const opening = { abstracts: { until: '2027-02-01' } };
  expect(valueChanges({}, { opening })).toEqual(['Opening › Abstracts › Until: added 2027-02-01']);
  expect(valueChanges({ opening }, {})).toEqual([
    'Opening › Abstracts › Until: removed 2027-02-01',
  ]);
  const mail = { payment_confirmed: { paragraphs: ['Thank you.', 'Bring your ticket.'] } };
  expect(valueChanges({}, mail)).toEqual([
    'Payment confirmed › Paragraphs › 1: added Thank you.',
    'Payment confirmed › Paragraphs › 2: added Bring your ticket.',
  ]);
});

test('of a long text the part that differs is shown, wherever it is', () => {
  const words = 'The conference dinner is on the second evening, on a ship, '.repeat(5);
  const [end = ''] = valueChanges({ text: words }, { text: `${words}and it begins at eight.` });
  expect(end).toMatch(/^Text: ….* on a ship, → ….* on a ship, and it begins at eight\.$/);
  const [start = ''] = valueChanges({ text: `Old. ${words}` }, { text: `New. ${words}` });
  expect(start).toMatch(/^Text: Old\. .*… → New\. .*…$/);
  const [whole = ''] = valueChanges({ text: words }, { text: 'A'.repeat(300) });
  expect(whole).toBe(`Text: ${words.trim()} → ${'A'.repeat(300)}`);
});
