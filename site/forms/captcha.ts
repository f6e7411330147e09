export const CAPTCHA_LENGTH = 6;

/**
 * Both cases and digits, without those that look like another: 0, 1, 6, 9, i, l, o, q, y and every letter whose cases differ in
 * size only, such as c and C.
 */
export const lettersAndDigits = 'ABDEFGHJLMNQRTabdefghmnrt234578';

/** Capitals and digits without those that look alike: I, L and 1, O and 0. */
export const unambiguous = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A code in which every letter of the alphabet is equally likely at every place. */
export function makeCaptcha(alphabet: string, randomByte: () => number): string {
  // A byte above the last multiple of the alphabet's size would favour its first characters, so another byte is taken.
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

/** The message of the form for a typed text that is not the code. */
export function captchaError(
  typed: string,
  code: string | undefined,
  messages: CaptchaMessages = { missing: 'Captcha is required', wrong: 'Captcha is incorrect' },
): string | undefined {
  if (typed === '') return messages.missing;
  return typed === code ? undefined : messages.wrong;
}
