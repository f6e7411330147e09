import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** What is no reading matter: calls, test mode and receipts. */
const closed = ['/api/', '/sandbox/', '/receipt/'];

/** Pages of somebody who is paying. With the parameters of a payment they are for nobody else. */
const unlisted = ['/payment-success', '/payment-cancel', '/payment-failure', '/register'];

/** Whether search engines are told of it. */
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
