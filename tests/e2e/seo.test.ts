import { type APIRequestContext, request } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { type SiteServer, startSite } from '#tests/support/site-server.ts';

/** The address of the site for visitors. The server listens on another address, as behind a proxy. */
const address = 'https://summit.example';
let site: SiteServer;
let visitor: APIRequestContext;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  site = await startSite({ PUBLIC_BASE_URL: address });
  visitor = await request.newContext({ baseURL: site.origin });
});
test.afterAll(async () => {
  await visitor.dispose();
  await site.stop();
});

test('every page has a title, a description and a preview of its own for search engines', async ({
  page,
}) => {
  const words: (string | undefined)[] = [];
  for (const path of builtPages) {
    const html = await (await visitor.get(path)).text();
    const head = await page.evaluate((text) => {
      const {
        documentElement,
        title,
        head: of,
      } = new DOMParser().parseFromString(text, 'text/html');
      const metas = [...of.querySelectorAll('meta')].map((meta) => [
        meta.getAttribute('property') ?? meta.name,
        meta.content,
      ]);
      const link = of.querySelector('link[rel=canonical]');
      const canonical = link?.getAttribute('href');
      return { lang: documentElement.lang, title, canonical, ...Object.fromEntries(metas) };
    }, html);
    const { title, description } = head;
    words.push(title, description);
    expect.soft(head, path).toMatchObject({
      lang: 'en',
      title: expect.stringContaining('Polymer Summit 2026'),
      description: expect.stringMatching(/^.{31,200}$/),
      canonical: `${address}${path}`,
      'og:url': `${address}${path}`,
      'og:description': description,
      'og:image': `${address}/share.png`,
      'og:locale': 'en_US',
      'twitter:card': 'summary_large_image',
    });
    expect.soft(title).toContain(head['og:title'] ?? 'a title');
    expect.soft(html).not.toContain('origin.invalid');
  }
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});

test('the home page describes the conference as structured data, and the sitemap lists the public pages', async () => {
  const html = await (await visitor.get('/')).text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(1);
  const event = JSON.parse(blocks[0]?.[1] ?? '');
  expect(event).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    url: `${address}/`,
    image: `${address}/share.png`,
    startDate: '2026-05-29T08:00:00+02:00',
    endDate: expect.stringMatching(/^2026-05-30T/),
    location: { '@type': 'Place', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
  });
  expect(event.offers.length).toBeGreaterThan(0);
  for (const offer of event.offers) {
    expect.soft(offer).toMatchObject({
      price: expect.stringMatching(/^\d+\.\d\d$/),
      priceCurrency: 'EUR',
      url: `${address}/conference-registration`,
    });
  }

  const sitemap = await visitor.get('/sitemap.xml');
  expect.soft(sitemap.headers()['content-type']).toContain('application/xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);
  const toRead = builtPages.filter((path) => !/^\/(payment-|register)/.test(path));
  const inGerman = toRead.map((path) => `/de${path === '/' ? '' : path}`);
  expect.soft(listed).toEqual([...toRead, ...inGerman].map((path) => `${address}${path}`));
  const robots = await visitor.get('/robots.txt');
  expect.soft(robots.headers()['content-type']).toContain('text/plain');
  expect.soft(await robots.text()).toContain(`Sitemap: ${address}/sitemap.xml`);
});

test('the agenda describes its items as structured data, and leads to its other formats', async () => {
  const html = await (await visitor.get('/agenda')).text();
  const [, block = ''] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const { subEvent } = JSON.parse(block);
  expect(subEvent[0]).toMatchObject({
    '@type': 'Event',
    startDate: '2026-05-29T08:00:00+02:00',
    url: expect.stringContaining(`${address}/agenda#`),
  });
  const links = html.match(/<link [^>]*rel="alternate"[^>]*>/g) ?? [];
  const formats = links
    .filter((link) => !/hreflang/i.test(link))
    .map((link) => /href="([^"]*)"/.exec(link)?.[1] ?? '');
  expect(formats).toHaveLength(4);
  const calendars = [...html.matchAll(/href="(\/agenda\/[^"]*\.ics)"/g)].map(([, to]) => to ?? '');
  expect(calendars.length).toBe(subEvent.length);
  for (const path of [...formats, ...calendars]) {
    const answer = await visitor.get(path);
    expect.soft(answer.status(), path).toBe(200);
    expect.soft(await answer.text(), path).not.toContain('origin.invalid');
  }
});

test('pictures, icons, manifest, calendar and documents have the content type of their names', async () => {
  const html = await (await visitor.get('/')).text();
  const links = html.match(/<link [^>]*rel="(?:[\w-]*icon|manifest)"[^>]*>/g) ?? [];
  const named = links.map((link) => /href="([^"]*)"/.exec(link)?.[1] ?? '');
  expect(named).toHaveLength(4);
  const manifest = await (await visitor.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ lang: 'en', start_url: '/' });
  const icons: { src: string; sizes: string; type: string }[] = manifest.icons;
  for (const { src, sizes, type } of icons) {
    const picture = await visitor.get(src);
    expect.soft(picture.headers()['content-type'], src).toContain(type);
    if (type === 'image/png') expect.soft(sizeOf(await picture.body()), src).toBe(sizes);
  }
  for (const [path, type, beginning] of [
    ...named.map((icon) => [icon, /^(image|application\/manifest)/, ''] as const),
    ['/share.png', /^image\/png/, '\u{89}PNG'],
    ['/favicon.ico', /^image\/x-icon/, '\0\0\u{1}\0\u{1}\0'],
    ['/apple-touch-icon.png', /^image\/png/, '\u{89}PNG'],
    ['/conference.ics', /^text\/calendar/, 'BEGIN:VCALENDAR'],
    ['/schedule.xml', /^application\/xml/, '<?xml version="1.0" encoding="UTF-8"?>\n<schedule>'],
    ['/schedule.json', /^application\/json/, '{"$schema":'],
    ['/documents/brochure.pdf', /^application\/pdf/, '%PDF-'],
    ['/documents/agenda.pdf', /^application\/pdf/, '%PDF-'],
  ] as const) {
    const answer = await visitor.get(path);
    expect.soft(answer.status(), path).toBe(200);
    expect.soft(answer.headers()['content-type'], path).toMatch(type);
    const text = (await answer.body()).toString('latin1');
    expect.soft(text.startsWith(beginning), path).toBe(true);
  }
  expect(sizeOf(await (await visitor.get('/share.png')).body())).toBe('1200x630');
  expect(await (await visitor.get('/conference.ics')).text()).toMatch(/^DTSTART:\d{8}T\d{6}Z/m);
});

function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
