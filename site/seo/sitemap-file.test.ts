import { expect, test } from 'vitest';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { robotsText } from './robots-file.ts';
import { sitemapOf } from './sitemap-file.ts';

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);

test('every public page is listed with its full address', () => {
  expect(addressesIn(sitemapOf(['/speakers', '/', '/conference-registration']))).toEqual([
    `${SITE_ORIGIN}/`,
    `${SITE_ORIGIN}/conference-registration`,
    `${SITE_ORIGIN}/speakers`,
  ]);
});

const isOpen = (address: string) =>
  ![...robotsText().matchAll(/^Disallow: (.*)$/gm)].some(([, start = '']) =>
    address.startsWith(start),
  );

test.each(['/payment-success', '/payment-cancel', '/payment-failure', '/register'])(
  '%s is not listed, and robots.txt forbids its addresses with parameters of a payment',
  (path) => {
    expect(addressesIn(sitemapOf([path]))).toEqual([]);
    expect(isOpen(`${path}?session_id=cs_test_a`)).toBe(false);
    expect(isOpen(path)).toBe(true);
  },
);

test.each([
  '/api/docs',
  '/sandbox/mail',
  '/pay/a',
  '/receipt/a',
  '/abstract/a',
  '/registration/a',
  '/waiting-list?choice=a',
  '/offer/a',
])('%s is not listed, and robots.txt forbids it', (path) => {
  expect(addressesIn(sitemapOf([path]))).toEqual([]);
  expect(isOpen(path)).toBe(false);
});

test('robots.txt names the sitemap of the build, and those that the server makes', () => {
  expect(robotsText([''], ['/contributions/sitemap.xml'])).toMatch(
    new RegExp(
      `Sitemap: ${SITE_ORIGIN}/sitemap.xml\nSitemap: ${SITE_ORIGIN}/contributions/sitemap.xml\n$`,
    ),
  );
});
