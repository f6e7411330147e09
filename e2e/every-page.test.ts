import type { Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { pretendCountryService } from './pretend-server.ts';

const pages = [...builtPages, '/no-such-page'];
const countryService = 'https://restcountries.com';
const asksForCountries = ['/abstract-submission', '/discount-registration'];

test.beforeEach(({ allowConsole }) => allowConsole(/404|Page not found|no-such-page/));

for (const path of pages) {
  test(`${path} makes requests only to its own server and the country service, and logs nothing`, async ({
    page,
    site,
  }) => {
    await pretendCountryService(page, ['Norway', 'Chile']);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(path);
    await goThrough(page);
    const others = asksForCountries.includes(path) ? [countryService] : [];
    await expect.poll(() => asked).toEqual(expect.arrayContaining([site.origin, ...others]));
    await page.waitForLoadState('networkidle');
    expect(new Set(asked)).toEqual(new Set([site.origin, ...others]));
    // No success message shows before the visitor has done anything.
    await expect(page.getByRole('status')).toHaveCount(0);
  });

  test(`${path} fits into 320 pixels and cuts nothing off at twice the text size`, async ({
    page,
  }) => {
    await pretendCountryService(page, ['Norway', 'Chile']);
    const browser = await page.context().newCDPSession(page);
    for (const [width, height, standard] of [
      [320, 640, 16],
      [1280, 800, 32],
      [768, 1024, 32],
    ] as const) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await goThrough(page);
      const what = `${width} pixels, text of ${standard}`;
      expect.soft(await page.evaluate(sidewaysScroll), what).toBe(0);
      expect.soft(await page.evaluate(cutOff), what).toEqual([]);
      const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(standard);
    }
  });
}

/** Scrolls to the end, so that lazy pictures load. */
async function goThrough(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByPlaceholder('Your email').scrollIntoViewIfNeeded();
}

function sidewaysScroll(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Text that a box cuts off or that lies outside the window, without moving text and text for screen readers only. */
function cutOff(): string[] {
  const passing = '.strip, .sr-only, svg, noscript, script, style';
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest(passing) || !element.checkVisibility()) continue;
    const { overflowX, overflowY, position } = getComputedStyle(element);
    const wide = element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isCut = (cuts(overflowX) && wide > 1) || (cuts(overflowY) && high > 1);
    const words = element.innerText?.trim() ?? '';
    if (isCut && words !== '') found.push(`cut: ${words.slice(0, 60)}`);
    const { left, right } = element.getBoundingClientRect();
    const isBeside = left < -1 || right > document.documentElement.clientWidth + 1;
    if (isBeside && words !== '' && position !== 'fixed')
      found.push(`beside: ${words.slice(0, 60)}`);
  }
  return found;
}
