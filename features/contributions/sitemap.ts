import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import { type Xml, xml } from '#documents/xml.ts';
import { contributionPath } from './contribution-address.ts';
import type { Publication } from './published-contributions.ts';

/**
 * The sitemap of all contributions, https://www.sitemaps.org. As in that of the build, each page of a site with several
 * languages names the same page in all of them.
 */
export function contributionsSitemap(
  content: Content,
  { list }: Publication,
  origin: string,
): string {
  const languages = languagesOf(content).map((tag) => ({ tag, at: inLanguage(content, tag).base }));
  const paths = ['/contributions', ...list.map(({ reference }) => contributionPath(reference))];
  const alternates = (path: string): Xml[] =>
    languages.length === 1
      ? []
      : languages.map(
          ({ tag, at }) =>
            xml`<xhtml:link rel="alternate" hreflang="${tag}" href="${origin}${at}${path}"/>`,
        );
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${languages.flatMap(({ at }) =>
  paths.map((path) => xml`<url><loc>${origin}${at}${path}</loc>${alternates(path)}</url>\n`),
)}</urlset>
`.xml;
}
