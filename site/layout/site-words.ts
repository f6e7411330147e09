import { useRouteLoaderData } from 'react-router';
import type { Content } from '#contract/content.ts';
import type { MenuEntry } from '#contract/content/menu.ts';
import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import type { Legal } from '#contract/content/shapes/legal-shape.ts';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import type { Privacy } from '#contract/content/shapes/privacy-shape.ts';

type LongLabel =
  | 'cleared'
  | 'draftKept'
  | 'draftNotKept'
  | 'filledByBrowser'
  | 'leaveEmpty'
  | 'notLoaded'
  | 'paymentGoesTo'
  | 'requiredFields'
  | 'youPay';

/** The texts that every page needs. The root loader returns the texts, so they are in the HTML and not in a script. */
export type SiteWords = Pick<Pages, 'footer' | 'notFound'> & {
  brandLine: Content['conference']['brandLine'];
  /** The year and the full title of the conference. */
  copyright: string;
  /** The links of the header, and the words of its button. */
  menu: MenuEntry[];
  register: string;
  privacyNote: Privacy['formNote'];
  /** The longer labels of the forms. */
  forms: Pick<Labels['forms'], LongLabel>;
  /** The advice after a crash, if the browser keeps entries of a form. */
  keptEntries: string;
  legalLinks: Pick<Legal['pages'][number], 'path' | 'link'>[];
  paymentNote: string;
  /** The sentence that the conference is postponed or cancelled. */
  status?: string;
};

export function useSiteWords(): SiteWords | undefined {
  return useRouteLoaderData<SiteWords>('root');
}
