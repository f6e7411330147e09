/** Keeps the last drawings by their texts: a reader opens a page again after each act, and drawing takes a seventh of it. */
export function drawnLast<Texts extends string[], Drawing>(
  draw: (...texts: Texts) => Drawing,
  most = 300,
): (...texts: Texts) => Drawing {
  const drawn = new Map<string, Drawing>();
  return (...texts) => {
    const key = texts.join('\n');
    const known = drawn.get(key) ?? draw(...texts);
    // The end of the list is the newest.
    drawn.delete(key);
    drawn.set(key, known);
    const [oldest] = drawn.size > most ? drawn.keys() : [];
    if (oldest !== undefined) drawn.delete(oldest);
    return known;
  };
}
