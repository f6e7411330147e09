import type { moments } from './labels/moments.ts';
import { fillPlaceholders } from './placeholders.ts';

/**
 * An instant in UTC, its day, its words in a sentence ("on March 10, 2026 at 18:00 (Europe/Berlin)"), and its words after a
 * label ("March 10, 2026 at 18:00 (Europe/Berlin)").
 */
export type Moment = { at: string; day: string; words: string; label: string };

/** The labels for openings. */
export type Phrases = Pick<typeof moments, 'opens' | 'closes' | 'opensAndCloses' | 'closed'>;

/** Open from the instant `from`, and closed from the instant `until`. */
export type Opening = { from?: Moment; until?: Moment };

export type OpeningState = 'before' | 'open' | 'over';

/** `now` is an instant in UTC, as text. */
export function stateOf({ from, until }: Opening, now: string): OpeningState {
  if (until !== undefined && now >= until.at) return 'over';
  return from !== undefined && now < from.at ? 'before' : 'open';
}

/** "Registration opens on January 1, 2026 (Europe/Berlin) and closes …", the same text before, during and after. */
export function hoursWords(phrases: Phrases, what: string, { from, until }: Opening): string {
  const phrase = from === undefined ? 'closes' : until === undefined ? 'opens' : 'opensAndCloses';
  return filled(phrases[phrase], what, { from, until });
}

/** "Registration closed on March 10, 2026 at 18:00 (Europe/Berlin)."; undefined while registration is open. */
export function closedWords(
  phrases: Phrases,
  what: string,
  opening: Opening,
  now: string,
): string | undefined {
  const state = stateOf(opening, now);
  if (state === 'open') return undefined;
  return filled(state === 'before' ? phrases.opens : phrases.closed, what, opening);
}

function filled(
  phrase: string,
  what: string,
  { from, until }: { from?: Moment | undefined; until?: Moment | undefined },
): string {
  return fillPlaceholders(phrase, {
    what,
    from: from?.words ?? '',
    until: until?.words ?? '',
  });
}
