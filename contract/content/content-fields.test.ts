import { expect, test } from 'vitest';
import { textWith } from './content-fields.ts';

test('a text names its placeholders and the facts of the conference, and nothing else', () => {
  const words = textWith(['person']);
  expect(words.safeParse('{person} comes to {name}').success).toBe(true);
  expect(words.safeParse('{persons} come').error?.issues[0]?.message).toContain(
    '{persons} is neither a fact of the conference nor a placeholder of this text',
  );
});

test('a placeholder cannot have the name of a fact, which would replace it', () => {
  expect(() => textWith(['person', 'name'])).toThrow('{name} is a fact');
});
