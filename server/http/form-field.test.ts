import { expect, test } from 'vitest';
import { choiceField, lineField } from './form-field.ts';

const field = { name: 'name', label: 'Name' };

test('the note and the mistake of a field describe its input', () => {
  const said = { note: 'As in the passport.', mistake: 'Please enter a name.' };
  const { markup } = lineField({ ...field, ...said }, { most: 20 });
  expect(markup).toMatch(/aria-describedby="name-note name-mistake"\s+aria-invalid="true"/);
  expect(markup).toContain('<p id="name-note">As in the passport.</p>');
  expect(markup).toMatch(/<p id="name-mistake"[^>]*>Please enter a name\.<\/p>/);
  expect(lineField(field, { most: 20 }).markup).not.toContain('aria-');
});

test('an entry is shown again as it was typed, and a very long one in part', () => {
  const valueOf = (value: string) =>
    /value="([^"]*)"/.exec(lineField({ ...field, value }, { most: 20 }).markup)?.[1];
  expect(valueOf('"><b>')).toBe('&#34;&#62;&#60;b&#62;');
  expect(valueOf('x'.repeat(21))).toHaveLength(21);
  expect(valueOf('x'.repeat(5000))).toHaveLength(40);
});

test('an answer that is no choice selects nothing', () => {
  const choices = [{ value: 'a', words: 'A' }];
  expect(choiceField({ ...field, value: 'a' }, choices).markup).toContain('value="a" selected');
  expect(choiceField({ ...field, value: 'b' }, choices).markup).not.toContain('selected');
});
