import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** The rules about colours. They run again in dark mode, which has other colours. */
const ofColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const phone = { width: 360, height: 740 };

/** Checks the current state of the page, in this window and in the window of a phone. */
export async function expectNoFindings(page: Page, state = 'axe'): Promise<void> {
  await expectNoneHere(page, state);
  const size = page.viewportSize();
  if (size === null || size.width <= phone.width) return;
  await page.setViewportSize(phone);
  await expectNoneHere(page, `${state}, phone`);
  await page.setViewportSize(size);
}

/** Checks light and dark colours, and that the page does not scroll sideways. */
async function expectNoneHere(page: Page, state: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(sideways, `pixels to scroll sideways, ${state}`).toBe(0);

  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await expectNone(page, {}, state);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(page, ofColours, `${state}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNone(page: Page, options: RunOptions, state: string): Promise<void> {
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
