import { closedWords, type Opening, type Phrases } from '#contract/content/opening.ts';
import { AppError } from './errors.ts';
import { type Clock, timestamp } from './identity.ts';

/** Throws if `what` is not open yet or closed. `contact` is the address for questions. */
export function refuseClosed(
  phrases: Phrases,
  what: string,
  when: Opening,
  clock: Clock,
  contact: string,
): void {
  const closed = closedWords(phrases, what, when, timestamp(clock()));
  if (closed !== undefined) throw new AppError('closed', `${closed} Please write to ${contact}.`);
}
