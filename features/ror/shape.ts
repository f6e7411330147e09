import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';

const en = {
  yourAbstract: {
    // The organisations of the affiliations, on the page of an abstract. {organisation} is the entry of an affiliation.
    organisations: {
      heading: 'Institutions',
      intro:
        'Registries of publications know institutions by an identifier (ROR). Please choose the ones that your affiliations mean. The text of an affiliation stays as you wrote it.',
      edit: 'Choose the institutions',
      known: 'Chosen: {count} of {all}.',
      none: 'None of these',
      open: 'I do not know',
      search: 'Search for another institution',
      find: 'Search',
      nothing: 'The list has no institution with these words.',
      save: 'Save the institutions',
      gone: 'There are no affiliations to choose an institution for.',
      back: 'Back to your abstract',
      source: 'The list is from the Research Organization Registry (ror.org), of {date}.',
    },
  },
};

export const rorTexts: FeatureTexts = { sentences: en };

type Page = Words<typeof en.yourAbstract>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToYourAbstract extends Page {}
}
