/** The name of the honeypot: a field that no visitor sees. A program that fills it in shows that it is one. */
export const HONEYPOT = 'website';

/** The text in the honeypot, for the body of a call; nothing where it is empty. */
export function honeypotOf({ website }: { website?: string | undefined }) {
  return website ? { [HONEYPOT]: website } : {};
}
