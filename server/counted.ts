/** "1 mail", "12 mails" */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** “Ada Moreau, Bo Lin and 3 more” */
export function firstNames(names: readonly string[]): string {
  // One more takes no more room than “and 1 more”.
  const shown = names.length <= MOST_NAMED + 1 ? names : names.slice(0, MOST_NAMED);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

const MOST_NAMED = 5;
