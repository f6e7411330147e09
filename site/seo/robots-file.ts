import { languages } from 'content:language';
import sitemaps from 'content:sitemaps';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** /robots.txt */
export function loader() {
  const bases = languages.length === 0 ? [''] : languages.map(({ base }) => base);
  return new Response(robotsText(bases, sitemaps), { headers: { 'content-type': 'text/plain' } });
}

/** Paths that search engines should not visit: calls, the sandbox, and private pages to which mails link. */
const closed = ['/api/', '/sandbox/', '/pay/', '/receipt/', '/abstract/', '/unsubscribe/'].concat(
  '/registration/',
  '/waiting-list',
  '/offer/',
);

/** The pages after a payment. An address with the parameters of a payment is private. */
const unlisted = ['/payment-success', '/payment-cancel', '/payment-failure', '/register'];

/** Whether the sitemap lists the path. */
export function isListed(path: string): boolean {
  return !unlisted.includes(path) && !closed.some((beginning) => path.startsWith(beginning));
}

/** `bases` are the beginnings of the addresses in each language, `others` the sitemaps that the server makes. */
export function robotsText(
  bases: readonly string[] = [''],
  others: readonly string[] = [],
): string {
  const beginnings = [
    ...closed,
    ...bases.flatMap((base) => unlisted.map((path) => `${base}${path}?`)),
  ];
  return [
    'User-agent: *',
    ...beginnings.map((beginning) => `Disallow: ${beginning}`),
    '',
    ...['/sitemap.xml', ...others].map((path) => `Sitemap: ${SITE_ORIGIN}${path}`),
    '',
  ].join('\n');
}
