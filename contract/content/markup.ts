import type { Legal } from '#contract/content/shapes/legal-shape.ts';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import type { Privacy } from '#contract/content/shapes/privacy-shape.ts';

/** A text of content/ in which Markdown was: without links and bold words it stays a text. The HTML is sanitised. */
export type Markup = string | { html: string };

type Section = { heading: string; points: string[] };
type Marked<T extends { sections: Section[] }> = Omit<T, 'sections'> & {
  sections: { heading: string; points: Markup[] }[];
};

type Kept = Privacy['page']['kept'];
type Entry = Kept['entries'][number];
type MarkedEntry = { [key in keyof Entry]: key extends 'title' ? string : Markup };

/** The statements whose points may have links. */
export type Statements = {
  legal: Omit<Legal, 'pages'> & { pages: Marked<Legal['pages'][number]>[] };
  privacy: Omit<Privacy, 'page'> & {
    page: Omit<Marked<Privacy['page']>, 'kept'> & {
      kept: Omit<Kept, 'entries'> & { entries: MarkedEntry[] };
    };
  };
  pages: Omit<Pages, 'accessibility'> & { accessibility: Marked<Pages['accessibility']> };
};
