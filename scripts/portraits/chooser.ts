export type Choose = <T>(options: readonly T[]) => T;

/** The same id makes the same choices in the same order: FNV-1a over the id, then a mixing step for each choice. */
export function chooserFor(id: string): Choose {
  let state = 2166136261;
  for (const letter of id) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (options) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    const option = options[(state >>> 8) % options.length];
    if (option === undefined) throw new RangeError('there is nothing to choose from');
    return option;
  };
}
