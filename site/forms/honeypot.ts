import * as z from 'zod/mini';

/** The name of the honeypot: a field that no visitor sees. Only a program fills in this field. */
export const HONEYPOT = 'reserved';

export type WithHoneypot = { [HONEYPOT]?: string | undefined };

/** The part of a call's body with the text in the honeypot; an empty object if the honeypot is empty. */
export function honeypotOf({ reserved }: WithHoneypot) {
  return reserved ? { [HONEYPOT]: reserved } : {};
}

/** Fails if a browser filled in the honeypot. A text that a program typed is sent to the server, which refuses it. */
export function notFilledByBrowser(isTyped: boolean) {
  return z.refine<WithHoneypot>((entry) => isTyped || !entry[HONEYPOT], { path: [HONEYPOT] });
}
