type Placed = { before?: string | undefined };

/**
 * A list of the trunk with the entries of features. An entry stands in front of the one that it names in `before`, else behind
 * the one before it in its own list, and the first at the end.
 */
export function placed<T extends Placed>(
  own: readonly T[],
  added: readonly (readonly T[])[],
  isCalled: (entry: T, name: string) => boolean,
): T[] {
  const all = [...own];
  for (const entries of added) {
    let at = all.length;
    for (const entry of entries) {
      const { before } = entry;
      const next = before === undefined ? at : all.findIndex((each) => isCalled(each, before));
      at = next < 0 ? all.length : next;
      all.splice(at, 0, entry);
      at += 1;
    }
  }
  return all;
}
