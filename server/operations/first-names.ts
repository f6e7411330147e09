const MOST_NAMED = 5;

/** The people whom a concern names: “Ada Moreau, Bo Lin, Cy Dahl, Di Ek, Ed Foss and 3 more” */
export function firstNames(names: readonly string[]): string {
  // One more takes no more room than “and 1 more”.
  const shown = names.length <= MOST_NAMED + 1 ? names : names.slice(0, MOST_NAMED);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
