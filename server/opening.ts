import { closedWords, type Opening } from '#contract/content/opening.ts';
import { AppError } from './errors.ts';
import { type Clock, timestamp } from './identity.ts';

/** Throws if `what` is not open yet or closed. `contact` is the address for questions. */
export function refuseClosed(what: string, when: Opening, clock: Clock, contact: string): void {
  const closed = closedWords(what, when, timestamp(clock()));
  if (closed !== undefined) throw new AppError('closed', `${closed} Please write to ${contact}.`);
}
