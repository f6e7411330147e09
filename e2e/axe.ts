import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** As the page is now, once its colours have come to rest: those that still fade in would be measured half way. */
export async function expectNoFindings(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
