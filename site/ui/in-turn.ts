/**
 * Does something in a task of its own, after what was put off before: a page that is being taken over has enough to do.
 * Returns how to call it off.
 */
export function inTurn(act: () => void): () => void {
  const timer = setTimeout(act);
  return () => clearTimeout(timer);
}
