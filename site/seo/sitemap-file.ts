import addresses from 'content:addresses';
import { languages as siteLanguages } from 'content:language';
import { addressIn } from './page-address.ts';
import { isListed } from './robots-file.ts';

/** /sitemap.xml, with every page of the conference. */
export function loader() {
  return new Response(sitemapOf(addresses, siteLanguages), {
    headers: { 'content-type': 'application/xml' },
  });
}

type Language = { tag: string; base: string };

/**
 * The sitemap of the pages at these paths, without unlisted paths: https://www.sitemaps.org. Each page of a site with several
 * languages names the same page in all of them.
 */
export function sitemapOf(paths: readonly string[], languages: readonly Language[] = []): string {
  const pages = paths.filter(isListed).toSorted();
  const bases = languages.length === 0 ? [''] : languages.map(({ base }) => base);
  const alternates = (path: string) =>
    languages.map(
      ({ tag, base }) =>
        `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressIn(base, path)}"/>`,
    );
  const xhtml = languages.length === 0 ? '' : ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>`,
    ...bases.flatMap((base) =>
      pages.map(
        (path) => `<url><loc>${addressIn(base, path)}</loc>${alternates(path).join('')}</url>`,
      ),
    ),
    '</urlset>',
    '',
  ].join('\n');
}
