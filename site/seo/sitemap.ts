import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { isListed } from './robots-file.ts';

/** The sitemap of the pages at these paths, without unlisted paths: https://www.sitemaps.org */
export function sitemapOf(paths: readonly string[]): string {
  const pages = paths.filter(isListed).toSorted();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((path) => `<url><loc>${SITE_ORIGIN}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
