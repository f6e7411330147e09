import { expect, test } from 'vitest';
import { textIn } from './text-file.ts';

const words = 'Grüße aus Łódź, 你好';
const utf16 = Buffer.from(`\uFEFF${words}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${words}`)],
  ['UTF-16', utf16],
  ['UTF-16 of the other order', Buffer.from(utf16).swap16()],
])('a text in %s is read', (_, bytes) => {
  expect(textIn(bytes)).toBe(words);
});

test('a text in a code page of Windows is not guessed', () => {
  expect(textIn(Buffer.from('Grüße', 'latin1'))).toBeUndefined();
});
