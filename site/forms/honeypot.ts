import * as z from 'zod/mini';

/** The name of the honeypot: a field that no visitor sees. A program that fills it in shows that it is one. */
export const HONEYPOT = 'reserved';

export type WithHoneypot = { [HONEYPOT]?: string | undefined };

/** The text in the honeypot, for the body of a call; nothing where it is empty. */
export function honeypotOf({ reserved }: WithHoneypot) {
  return reserved ? { [HONEYPOT]: reserved } : {};
}

/** Fails where a browser filled in the honeypot. What a program typed there goes to the server, which refuses it. */
export function notFilledByBrowser(isTyped: boolean) {
  return z.refine<WithHoneypot>((entry) => isTyped || !entry[HONEYPOT], { path: [HONEYPOT] });
}
