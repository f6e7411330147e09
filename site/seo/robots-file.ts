import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** /robots.txt */
export function loader() {
  return new Response(robotsText(), { headers: { 'content-type': 'text/plain' } });
}

/** Paths that are not pages to read: calls, the sandbox, and what a link in a mail leads to. */
const closed = ['/api/', '/sandbox/', '/pay/', '/receipt/', '/abstract/', '/unsubscribe/'];

/** The pages of a payment. With the parameters of a payment they are private. */
const unlisted = ['/payment-success', '/payment-cancel', '/payment-failure', '/register'];

/** Whether the sitemap lists the path. */
export function isListed(path: string): boolean {
  return !unlisted.includes(path) && !closed.some((beginning) => path.startsWith(beginning));
}

export function robotsText(): string {
  const beginnings = [...closed, ...unlisted.map((path) => `${path}?`)];
  return [
    'User-agent: *',
    ...beginnings.map((beginning) => `Disallow: ${beginning}`),
    '',
    `Sitemap: ${SITE_ORIGIN}/sitemap.xml`,
    '',
  ].join('\n');
}
