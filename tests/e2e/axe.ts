import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { isWeekly } from './weekly.ts';

/** Each page reads it once more, and the package's own `source` is more than twice as long. */
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The rules about colours, which differ between light and dark. */
const ofColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const phone = { width: 360, height: 740 };

/** The rules in the second window: the parts are those of the first, so all rules run there once a week. */
const inSecondWindow: RunOptions = isWeekly ? {} : ofColours;

/**
 * Checks the current state of the page in this window, and with dark colours in the window of a phone. The windows show the
 * same parts, except in the header: `navigation.test.ts` checks it with both colours in both windows.
 */
export async function expectNoFindings(page: Page, state = 'axe'): Promise<void> {
  const size = page.viewportSize();
  if (size === null || size.width <= phone.width) return expectNoFindingsHere(page, state);
  await expectNone(page, {}, state);
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, inSecondWindow, `${state}, dark, phone`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}

/** Checks the current state of the page in this window, with light and dark colours. */
export async function expectNoFindingsHere(page: Page, state = 'axe'): Promise<void> {
  await expectNone(page, {}, state);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, ofColours, `${state}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Also checks that the page does not scroll sideways. */
async function expectNone(page: Page, options: RunOptions, state: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(sideways, `pixels to scroll sideways, ${state}`).toBe(0);

  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(async (given): Promise<AxeResults> => {
    // Animations that end are awaited, because axe would measure half-faded colours. Scroll animations never end.
    const finite = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(finite.map(({ finished }) => finished));
    const inPage: typeof axe = Reflect.get(window, 'axe');
    return inPage.run({ resultTypes: ['violations'], ...given });
  }, options);
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect.soft(found, state).toEqual([]);
}
