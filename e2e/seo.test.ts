import type { Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';

/** Visitors use another address than the one this server listens on, as behind a proxy. */
const address = 'https://summit.example';

test.use({ settings: { PUBLIC_BASE_URL: address }, javaScriptEnabled: false });
for (const path of builtPages) {
  test(`${path} has its title, description and preview for search engines`, async ({ page }) => {
    await page.goto(path);
    const own = `${address}${path}`;
    const title = await page.title();
    const description = (await meta(page, 'name', 'description')) ?? '';
    expect.soft(title).toMatch(/Polymer Summit 2026/);
    expect.soft(description.length).toBeGreaterThan(30);
    expect.soft(description.length).toBeLessThanOrEqual(200);
    await expect.soft(page.locator('link[rel=canonical]')).toHaveAttribute('href', own);
    expect.soft(await meta(page, 'property', 'og:url')).toBe(own);
    expect.soft(title).toContain(await meta(page, 'property', 'og:title'));
    expect.soft(await meta(page, 'property', 'og:description')).toBe(description);
    expect.soft(await meta(page, 'property', 'og:image')).toBe(`${address}/share.png`);
    expect.soft(await meta(page, 'name', 'twitter:card')).toBe('summary_large_image');
    await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');
    expect.soft(await page.content()).not.toContain('origin.invalid');
  });
}

test('every page has its own title and description', async ({ page }) => {
  const words = [];
  for (const path of builtPages) {
    await page.goto(path);
    words.push(await page.title(), await meta(page, 'name', 'description'));
  }
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});

test('the home page describes the conference as structured data, and the pages of its offers exist', async ({
  page,
}) => {
  await page.goto('/');
  const blocks = page.locator('script[type="application/ld+json"]');
  await expect(blocks).toHaveCount(1);
  const event = JSON.parse((await blocks.textContent()) ?? '');
  expect(event).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    url: `${address}/`,
    image: `${address}/share.png`,
    startDate: '2026-05-29T08:00:00+02:00',
    location: { '@type': 'Place', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
  });
  expect(event.endDate).toMatch(/^2026-05-30T/);
  expect(event.offers.length).toBeGreaterThan(0);
  for (const offer of event.offers) {
    expect.soft(offer).toMatchObject({
      price: expect.stringMatching(/^\d+\.\d\d$/),
      priceCurrency: 'EUR',
      url: `${address}/conference-registration`,
    });
  }
});

test('the sitemap lists the public pages, and robots.txt names the sitemap', async ({ page }) => {
  const sitemap = await page.request.get('/sitemap.xml');
  expect.soft(sitemap.headers()['content-type']).toContain('application/xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);
  const toRead = builtPages.filter((path) => !/^\/(payment-|register)/.test(path));
  expect.soft(listed).toEqual(toRead.map((path) => `${address}${path}`));

  const robots = await page.request.get('/robots.txt');
  expect.soft(robots.headers()['content-type']).toContain('text/plain');
  expect.soft(await robots.text()).toContain(`Sitemap: ${address}/sitemap.xml`);
});

test('pictures, icons, manifest, calendar and documents have the content type of their names', async ({
  page,
}) => {
  await page.goto('/');
  const links = page.locator('link[rel*=icon], link[rel=manifest]');
  await expect(links).toHaveCount(4);
  const named = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ lang: 'en', start_url: '/' });
  const icons: { src: string; sizes: string; type: string }[] = manifest.icons;

  for (const { src, sizes, type } of icons) {
    const picture = await page.request.get(src);
    expect.soft(picture.headers()['content-type'], src).toContain(type);
    if (type === 'image/png') {
      expect
        .soft(
          `${(await picture.body()).readUInt32BE(16)}x${(await picture.body()).readUInt32BE(20)}`,
          src,
        )
        .toBe(sizes);
    }
  }
  for (const [path, type, beginning] of [
    ...named.map((icon) => [icon, /^(image|application\/manifest)/, ''] as const),
    ['/share.png', /^image\/png/, '\u{89}PNG'],
    ['/conference.ics', /^text\/calendar/, 'BEGIN:VCALENDAR'],
    ['/documents/brochure.pdf', /^application\/pdf/, '%PDF-'],
    ['/documents/agenda.pdf', /^application\/pdf/, '%PDF-'],
  ] as const) {
    const answer = await page.request.get(path);
    expect.soft(answer.status(), path).toBe(200);
    expect.soft(answer.headers()['content-type'], path).toMatch(type);
    expect
      .soft((await answer.body()).toString('latin1'), path)
      .toMatch(new RegExp(`^${beginning}`));
  }
  const share = await (await page.request.get('/share.png')).body();
  expect([share.readUInt32BE(16), share.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(await (await page.request.get('/conference.ics')).text()).toContain('TZID=Europe/Berlin');
});

function meta(page: Page, key: 'name' | 'property', of: string): Promise<string | null> {
  return page.locator(`meta[${key}="${of}"]`).getAttribute('content');
}
