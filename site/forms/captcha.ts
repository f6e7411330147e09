import * as labels from 'content:labels/forms';
export const CAPTCHA_LENGTH = 6;

/**
 * Capital letters, small letters and digits. Characters that resemble others are left out: 0, 1, 6, 9, i, l, o, q, y, and
 * letters such as c and C whose two cases differ only in size.
 */
export const lettersAndDigits = 'ABDEFGHJLMNQRTabdefghmnrt234578';

/** Capital letters and digits, without the similar characters I, L and 1, O and 0. */
export const unambiguous = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code in which every character of the alphabet is equally likely at every position. */
export function makeCaptcha(alphabet: string, randomByte: () => number): string {
  // A byte from the last multiple of the alphabet's size on would favour the first characters, so the loop skips it.
  const limit = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < CAPTCHA_LENGTH) {
    const byte = randomByte();
    if (byte < limit) code += alphabet.charAt(byte % alphabet.length);
  }
  return code;
}

/** The part of a pasted text that goes into the field. */
export function captchaFromClipboard(text: string): string {
  return text.slice(0, CAPTCHA_LENGTH);
}

export type CaptchaMessages = { missing: string; wrong: string };

/** The error message for a typed text that is not the code. */
export function captchaError(
  typed: string,
  code: string | undefined,
  messages: CaptchaMessages = {
    missing: labels.captchaRequired,
    wrong: labels.captchaIncorrect,
  },
): string | undefined {
  if (typed === '') return messages.missing;
  return typed === code ? undefined : messages.wrong;
}
