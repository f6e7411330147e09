import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { expectNoFindings } from './axe.ts';
import { brokenWords } from './broken-words.ts';
import { expect } from './fixtures.ts';
import { longWord, widenedBy } from './long-words.ts';
import { cutOff, shiftsSoFar, sidewaysScroll, visibleParts } from './page-checks.ts';
import { serverPages, test } from './server-pages.ts';

/** As every-page.test.ts says of the built pages. */
test('the pages that the server makes do not shift, request nothing from other hosts, are accessible, fit every window and text size, and are complete without scripts', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/404/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const devtools = await page.context().newCDPSession(page);
  const without = await browser.newPage({ javaScriptEnabled: false, baseURL: server.origin });
  for (const path of serverPages()) {
    await page.setViewportSize({ width: 1280, height: 800 });
    const source = await (await page.goto(path))?.text();
    // Link previews need the address of this site.
    expect.soft(source, path).not.toContain(SITE_ORIGIN);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const shifts = await page.evaluate(shiftsSoFar);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02);
    await expect.soft(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoFindings(page, path);
    const { headings, links, fields } = await page.evaluate(visibleParts);
    await without.setViewportSize({ width: 1280, height: 800 });
    await without.goto(path);
    const blocked = await without.evaluate(visibleParts);
    expect.soft(blocked.headings, path).toEqual(headings);
    expect.soft(blocked.links, path).toEqual(links);
    expect.soft(blocked.fields, path).toEqual(fields);
    for (const [width, standard] of [
      [1280, 32],
      [390, 32],
      [320, 16],
    ] as const) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height: 800 });
      const what = `${path}, ${width} pixels, text of ${standard}`;
      await expect.poll(() => page.evaluate(sidewaysScroll), what).toBe(0);
      expect.soft(await page.evaluate(cutOff), what).toEqual([]);
      if (width === 320) {
        expect.soft(await page.evaluate(brokenWords), what).toEqual([]);
        expect.soft(await page.evaluate(widenedBy, longWord), what).toEqual([]);
      }
    }
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
  await without.close();
  expect(new Set(asked)).toEqual(new Set([server.origin]));
});
