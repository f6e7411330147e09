import { useRouteLoaderData } from 'react-router';
import type { Pages } from '#contract/content/pages-shape.ts';
import type { Privacy } from '#contract/content/privacy-shape.ts';

/** The words that every page needs. The root route's loader gives them, so they are in the page and not in a script. */
export type SiteWords = Pick<Pages, 'footer' | 'notFound'> & { privacyNote: Privacy['formNote'] };

export function useSiteWords(): SiteWords | undefined {
  return useRouteLoaderData<SiteWords>('root');
}
