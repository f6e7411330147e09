import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** What is no reading matter: calls, test mode, and pages for people who are about to pay. */
const closed = ['/api/', '/sandbox/', '/receipt/', '/payment-', '/register'];

export function isForRobots(path: string): boolean {
  return !closed.some((beginning) => path.startsWith(beginning));
}

export function robotsText(): string {
  return [
    'User-agent: *',
    ...closed.map((beginning) => `Disallow: ${beginning}`),
    '',
    `Sitemap: ${SITE_ORIGIN}/sitemap.xml`,
    '',
  ].join('\n');
}
