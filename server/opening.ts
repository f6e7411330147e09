import { closedWords, type Opening } from '#contract/content/opening.ts';
import { AppError } from './errors.ts';
import { type Clock, timestamp } from './identity.ts';

/** Throws where something is not open yet, or closed: `what` says it, and `contact` is who answers questions. */
export function refuseClosed(what: string, when: Opening, clock: Clock, contact: string): void {
  const closed = closedWords(what, when, timestamp(clock()));
  if (closed !== undefined) throw new AppError('closed', `${closed} Please write to ${contact}.`);
}
