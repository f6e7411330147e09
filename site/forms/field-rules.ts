import * as z from 'zod/mini';
import { emailAddress } from '#contract/text.ts';

/** A line that must be there; blanks alone are nothing. */
export function required(message: string) {
  return z.string().check(z.trim(), z.minLength(1, message));
}

/** What the server would not take for an address either. */
export function requiredEmail(message: string) {
  return required(message).check(
    z.refine(
      (text) => text === '' || emailAddress.safeParse(text).success,
      'Please enter a valid email address',
    ),
  );
}
