import * as z from 'zod/mini';
import type { ContentToCheck, FeatureTexts, TextMistake } from '#contract/content/feature-texts.ts';
import { openingTimes } from '#contract/content/moments.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { en } from './texts/en.ts';

const Places = z.optional(
  z
    .int('expected a whole number of places')
    .check(z.minimum(1, 'must be at least 1'), z.maximum(100_000)),
);

/** Without `from` people sign up from now on, and without `until` until the item begins. */
const SignUp = z.optional(z.strictObject(openingTimes));

export const sessionPlacesTexts: FeatureTexts = {
  sentences: en,
  shapes: { agendaItem: { places: Places, signUp: SignUp } },
  facts: { agenda: ['places', 'signUp'] },
  isLimited: ({ places }) => places !== undefined,
  mistakes: wrongItems,
  certificateValues: ['session_hours', 'sessions'],
};

/** Items with places that nobody could sign up for. */
function wrongItems({ agenda }: ContentToCheck): TextMistake[] {
  return agenda.days.flatMap(({ items }, day) =>
    items.flatMap((item, at): TextMistake[] => {
      const wrong = (key: string, message: string): TextMistake[] => [
        { path: ['agenda', 'days', day, 'items', at, key], input: item, message },
      ];
      const { id, places, signUp } = item;
      if (places === undefined) {
        return signUp ? wrong('signUp', 'needs `places`, the number of people in the room') : [];
      }
      return id === undefined
        ? wrong('id', 'is missing: people sign up for an item with `places` under its id')
        : [];
    }),
  );
}

type YourRegistration = Words<typeof en.yourRegistration>;
type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToYourRegistration extends YourRegistration {}
  interface AddedToMails extends Mails {}
  interface AddedToAgendaItem {
    /** People with a place of the conference sign up for one of these on their own page. */
    places?: z.output<typeof Places>;
    signUp?: z.output<typeof SignUp>;
  }
}
