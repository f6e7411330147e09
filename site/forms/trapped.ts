/** The name of the field that no visitor meets. */
export const TRAP = 'website';

/** What was put into it, for the body of a call; nothing where it was left alone. */
export function trapped({ website }: { website?: string | undefined }) {
  return website ? { [TRAP]: website } : {};
}
