/** An instant in UTC, its day, and its words: "on March 10, 2026 at 18:00 (Europe/Berlin)". */
export type Moment = { at: string; day: string; words: string };

/** The words after a label: "March 10, 2026 at 18:00 (Europe/Berlin)". */
export function afterLabel({ words }: Moment): string {
  return words.replace(/^(?:on|at the end of) /, '');
}

/** Open from the instant `from`, and closed from the instant `until`. */
export type Opening = { from?: Moment; until?: Moment };

export type OpeningState = 'before' | 'open' | 'over';

/** `now` is an instant in UTC, as text. */
export function stateOf({ from, until }: Opening, now: string): OpeningState {
  if (until !== undefined && now >= until.at) return 'over';
  return from !== undefined && now < from.at ? 'before' : 'open';
}

/** "Registration opens on January 1, 2026 (Europe/Berlin) and closes …", the same text before, during and after. */
export function hoursWords(what: string, { from, until }: Opening): string {
  const parts = [from && `opens ${from.words}`, until && `closes ${until.words}`];
  return `${what} ${parts.filter(Boolean).join(' and ')}.`;
}

/** "Registration closed on March 10, 2026 at 18:00 (Europe/Berlin)."; undefined while registration is open. */
export function closedWords(what: string, opening: Opening, now: string): string | undefined {
  const state = stateOf(opening, now);
  if (state === 'before') return `${what} opens ${opening.from?.words}.`;
  if (state === 'over') return `${what} closed ${opening.until?.words}.`;
  return undefined;
}
