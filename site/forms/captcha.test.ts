import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  captchaError,
  captchaFromClipboard,
  CAPTCHA_LENGTH,
  lettersAndDigits,
  makeCaptcha,
  unambiguous,
} from './captcha.ts';

const alphabets = fc.constantFrom(lettersAndDigits, unambiguous);
const byte = fc.integer({ min: 0, max: 255 });
// `makeCaptcha` accepts the last six bytes with every alphabet, so that it always ends.
const bytes = fc.array(byte, { maxLength: 50 }).map((drawn) => [...drawn, 0, 1, 2, 3, 4, 5]);

test('a code has six characters of its alphabet', () => {
  fc.assert(
    fc.property(alphabets, bytes, (alphabet, drawn) => {
      const code = makeCaptcha(alphabet, sourceOf(drawn));
      expect(code).toHaveLength(CAPTCHA_LENGTH);
      for (const letter of code) expect(alphabet).toContain(letter);
    }),
  );
});

test('the registration alphabet has letters of both cases and digits, and no two similar characters', () => {
  expect(lettersAndDigits).toMatch(/^[A-Z]+[a-z]+[2-8]+$/);
  expect(lettersAndDigits).not.toMatch(/[0169ilIoOqycCsSvVwWxXzZuUpPkK]/);
  expect(new Set(lettersAndDigits).size).toBe(lettersAndDigits.length);
});

test('the discount alphabet has no small letters and nothing ambiguous', () => {
  expect(unambiguous).toMatch(/^[A-Z2-9]+$/);
  expect(unambiguous).not.toMatch(/[ILO01]/);
  expect(new Set(unambiguous).size).toBe(unambiguous.length);
});

test('every character is equally likely', () => {
  for (const alphabet of [lettersAndDigits, unambiguous]) {
    const counts = new Map<string, number>();
    for (let value = 0; value < 256; value++) {
      const letter = makeCaptcha(alphabet, sourceOf([value, 0, 0, 0, 0, 0, 0]));
      const first = value < 256 - (256 % alphabet.length) ? letter.charAt(0) : '';
      if (first) counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect(counts.size).toBe(alphabet.length);
    expect(new Set(counts.values()).size).toBe(1);
  }
});

test('only the exact code is accepted', () => {
  fc.assert(
    fc.property(bytes, fc.string({ maxLength: 8 }), (drawn, typed) => {
      const code = makeCaptcha(lettersAndDigits, sourceOf(drawn));
      expect(captchaError(code, code)).toBeUndefined();
      const error = captchaError(typed, code);
      if (typed === '') expect(error).toBe('Captcha is required');
      else expect(error).toBe(typed === code ? undefined : 'Captcha is incorrect');
    }),
  );
});

test('a code with another case is incorrect', () => {
  expect(captchaError('abcde1', 'Abcde1')).toBe('Captcha is incorrect');
});

test('before the page has a code, every typed text is incorrect', () => {
  expect(captchaError('abcdef', undefined)).toBe('Captcha is incorrect');
});

test('the first six characters of the clipboard are pasted', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const taken = captchaFromClipboard(text);
      expect(taken.length).toBe(Math.min(text.length, CAPTCHA_LENGTH));
      expect(text.startsWith(taken)).toBe(true);
    }),
  );
});

function sourceOf(drawn: number[]): () => number {
  let at = 0;
  return () => drawn[at++ % drawn.length] ?? 0;
}
