import { expect, test } from 'vitest';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { robotsText } from './robots.ts';
import { sitemapOf } from './sitemap.ts';

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);

test('every page to read is listed with its whole address', () => {
  expect(addressesIn(sitemapOf(['/speakers', '/', '/conference-registration']))).toEqual([
    `${SITE_ORIGIN}/`,
    `${SITE_ORIGIN}/conference-registration`,
    `${SITE_ORIGIN}/speakers`,
  ]);
});

test.each(['/payment-success', '/payment-cancel', '/payment-failure', '/register', '/api/docs'])(
  '%s is not listed, and robots are asked to leave it',
  (path) => {
    expect(addressesIn(sitemapOf([path]))).toEqual([]);
    const closed = [...robotsText().matchAll(/^Disallow: (.*)$/gm)].map(([, at = '']) => at);
    expect(closed.some((beginning) => path.startsWith(beginning))).toBe(true);
  },
);
