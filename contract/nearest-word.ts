/** The word with the fewest letters of difference to a typed one, if there are at most `most`. */
export function nearestWord(words: readonly string[], typed: string, most = 2): string | undefined {
  const near = words
    // The difference of the lengths is the least distance; a server compares each setting with each name.
    .filter((word) => Math.abs(word.length - typed.length) <= most)
    .map((word) => ({ word, changes: distance(word, typed) }))
    .toSorted((one, other) => one.changes - other.changes)[0];
  return near && near.changes <= most ? near.word : undefined;
}

/** The Levenshtein distance: the number of letters to change, to remove or to insert. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, same] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === same ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
