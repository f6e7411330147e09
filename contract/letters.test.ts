import { expect, test } from 'vitest';
import { inWindows1252, spelledIn, windows1252Bytes } from './letters.ts';

const ASCII = /[ -~]/;
const WORDS = /[a-z0-9]/;

test.each([
  ['O’Neil – “Gels” — 5 €', 'O’Neil – “Gels” — 5 €', `O'Neil - "Gels" - 5 EUR`],
  ['O‘Neil, O´Neil, Oʼneil', "O‘Neil, O´Neil, O'neil", "O'Neil, O'Neil, O'neil"],
  [
    'Łukasz Bąk, Şule Çelik, Žižek',
    'Lukasz Bak, Sule Çelik, Žižek',
    'Lukasz Bak, Sule Celik, Zizek',
  ],
  ['Zoë Mäder-Grün, Straße', 'Zoë Mäder-Grün, Straße', 'Zoe Maeder-Gruen, Strasse'],
  ['Mu\u0308ller', 'Müller', 'Mueller'],
  ['Hans‑Jürgen‐Ø', 'Hans-Jürgen-Ø', 'Hans-Juergen-O'],
  ['王小明 2', '??? 2', '??? 2'],
  ['a\tb\u2009c\nd', 'a b c d', 'a b c d'],
  ['½ № 7 … × •', '½ No 7 … × •', '1/2 No 7 ... x -'],
  ['Ａ ﬁ', 'A fi', 'A fi'],
])('%j is %j in windows-1252 and %j in ASCII', (text, windows, ascii) => {
  expect(inWindows1252(text)).toBe(windows);
  expect(spelledIn(ASCII, text, '?')).toBe(ascii);
  expect(spelledIn(WORDS, text.toLowerCase(), '')).toMatch(/^[a-z0-9]*$/);
});

test('the bytes of a text are read back by a decoder of windows-1252', () => {
  const text = 'O’Neil – “Gels” — 5 € _ Łoś Žižek Ÿ œ Ä ÿ';
  const bytes = windows1252Bytes(inWindows1252(text));
  expect(new TextDecoder('windows-1252').decode(bytes)).toBe(text.replace('Łoś', 'Los'));
});
