import * as moments from 'content:labels/moments';
import { closedWords, hoursWords, type Opening } from '#contract/content/opening.ts';

/** The instants at which a form opens and closes, and the sentence for each time. */
export type OpeningWords = {
  from: string | undefined;
  until: string | undefined;
  hours: string;
  before: string | undefined;
  over: string | undefined;
};

/** Loaders call this function, so the scripts have no phrases. `what` is the subject of the sentences. */
export function openingWords(what: string, opening: Opening): OpeningWords | undefined {
  const { from, until } = opening;
  if (!from && !until) return undefined;
  return {
    from: from?.at,
    until: until?.at,
    hours: hoursWords(moments, what, opening),
    before: from && closedWords(moments, what, { from }, ''),
    over: until && closedWords(moments, what, { until }, until.at),
  };
}
