import { closedWords, type Opening } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type Content, inLanguage } from '#contract/content.ts';
import { AppError } from './errors.ts';
import { type Clock, timestamp } from './identity.ts';

/** The name of what opens and closes, and its opening, in the words of a content. */
type OpeningIn = (content: Content) => { what: string; when: Opening };

/** Throws if something is not open yet or closed. */
export function refuseClosed(content: Content, openingIn: OpeningIn, clock: Clock): void {
  const now = timestamp(clock());
  const closedIn = (of: Content) => {
    const { what, when } = openingIn(of);
    return closedWords(of.labels.moments, what, when, now);
  };
  if (closedIn(content) === undefined) return;
  throw new AppError('closed', (language = content.language) => {
    const of = inLanguage(content, language);
    const contact = of.conference.secretary.email;
    return fillPlaceholders(of.labels.refusals.closed, { closed: closedIn(of) ?? '', contact });
  });
}
