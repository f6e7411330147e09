import * as z from 'zod/mini';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { email, text } from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import { endIn, type Locale, moment, openingIn, openingTimes } from '#contract/content/moments.ts';
import type { Moment, Opening } from '#contract/content/opening.ts';

const Own = z.strictObject({
  edits: z.optional(z.strictObject({ until: moment })),
  answers: z.optional(z.strictObject({ until: moment })),
  final: z.optional(z.strictObject(openingTimes)),
  /** Authors and reviewers write to this person about abstracts; absent: to the secretary. */
  chair: z.optional(z.strictObject({ name: text, email })),
  kinds: z._default(z.array(text).check(z.minLength(1)), []),
  /** Whether the form suggests organisations while somebody types; a feature has the list of them. */
  suggestions: z._default(z.boolean('expected true or false'), false),
});

/** The rules for submitted abstracts. Every key may be left out. */
export const Abstracts = withAdded('abstracts', Own);

export type AbstractSettings = Omit<z.output<typeof Abstracts>, 'edits' | 'answers' | 'final'> & {
  /** Authors can correct their abstract and replace its file until then. */
  editsUntil: Moment;
  /** Authors of accepted abstracts can confirm or withdraw until then. */
  answersUntil: Moment;
  /** The end of the day before the conference. */
  begins: Moment;
  /** When authors can send the final version; undefined: no final version is asked for. */
  final: Opening | undefined;
};

/** `closes` is the end of the form for abstracts, `start` the first day of the conference. */
export function abstractsIn(
  locale: Locale,
  written: z.output<typeof Abstracts>,
  { closes, start }: { closes: Moment | undefined; start: string },
): AbstractSettings {
  const { edits, answers, final, ...rest } = written;
  const begins = endIn(locale, { day: dayAfter(start, -1) });
  return {
    ...rest,
    begins,
    editsUntil: edits ? endIn(locale, edits.until) : (closes ?? begins),
    answersUntil: answers ? endIn(locale, answers.until) : begins,
    final: final && openingIn(locale, final),
  };
}

/** The deadlines that cannot be true together, by their paths. `end` is the end of the conference. */
export function impossibleDeadlines(
  { edits, answers, final }: z.output<typeof Abstracts>,
  { editsUntil, answersUntil, final: finalVersions }: AbstractSettings,
  end: Moment,
): { path: string[]; message: string }[] {
  const { until } = finalVersions ?? {};
  const after = `must not be after the end of the conference, ${end.day}`;
  return [
    { is: answers && answersUntil.at > end.at, path: ['answers', 'until'], message: after },
    { is: edits && editsUntil.at > end.at, path: ['edits', 'until'], message: after },
    { is: final && until && until.at > end.at, path: ['final', 'until'], message: after },
    {
      is: edits && until && editsUntil.at > until.at,
      path: ['edits', 'until'],
      message: 'must not be after the end of final versions: a corrected file would replace them',
    },
  ].filter(({ is }) => is);
}
