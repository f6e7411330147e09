import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { sidewaysScroll } from './page-checks.ts';

test('a figure starts to count 80 pixels below the window, and the figures end at their targets', async ({
  page,
}) => {
  // The window is low, so that the tiles are further below it at first.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.clock.install();
  await page.goto('/');
  await expectHydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const tiles = page.getByRole('region', { name: 'Conference statistics' }).getByRole('listitem');
  await expect.soft(tiles).toContainText(labels);

  await scrollUntilBelow(tiles.first(), 83);
  await page.clock.runFor(500);
  await expect(tiles.first()).toHaveText(/^0\+/);
  await scrollUntilBelow(tiles.first(), 77);
  // React shows a new number a moment after the page's clock has moved, so that each number is waited for.
  await expect(async () => {
    await page.clock.runFor(16);
    await expect(tiles.first()).toHaveText(/^[1-9]/, { timeout: 100 });
  }).toPass();
  await page.clock.runFor(600);
  await expect(tiles.first()).toHaveText(/^1[1-9]\d\+/);
  for (const milliseconds of [1000, 3000]) {
    await page.clock.runFor(milliseconds);
    for (const [at, target] of [300, 120, 40, 25, 15].entries()) {
      await expect(tiles.nth(at)).toHaveText(new RegExp(String.raw`^${target}\+`));
    }
  }
});

const labels = [
  'Global Delegates',
  'Research Presentations',
  'Keynote Speakers',
  'Countries Represented',
  'Panels & Workshops',
];

/** The script loads the speakers, so the page is hydrated when the speakers are there. */
async function expectHydrated(page: Page): Promise<void> {
  await expect(page.getByRole('article').nth(14)).toBeAttached();
}

/** Scrolls until the element is so many pixels below the window, and waits for the page's scroll handler. */
function scrollUntilBelow(element: Locator, pixels: number): Promise<void> {
  return element.evaluate(async (tile, below) => {
    const { promise, resolve } = Promise.withResolvers<Event>();
    addEventListener('scroll', resolve, { once: true });
    const top = scrollY + tile.getBoundingClientRect().top - innerHeight - below;
    scrollTo({ top, behavior: 'instant' });
    await promise;
  }, pixels);
}

test('logos move and pause, topics have a tooltip, the prices close the page, and the page can be printed', async ({
  page,
}) => {
  await page.goto('/');
  await expectHydrated(page);
  const strip = page.getByRole('group', { name: 'Partner logos' });
  const slides = strip.getByRole('listitem');

  await test.step('the strip moves fifteen logos, one in three seconds, and pauses under the pointer', async () => {
    await strip.scrollIntoViewIfNeeded();
    await expect(slides).toHaveCount(15);
    const first = slides.first();
    const leftAfter = (time: number) =>
      first.evaluate((slide, at) => {
        const [motion] = slide.getAnimations();
        if (motion) motion.currentTime = at;
        return slide.getBoundingClientRect().left;
      }, time);
    const width = (await first.boundingBox())?.width ?? 0;
    // Starts at the end of a round, to see how the first slide leaves and comes again.
    const steps = [await leftAfter(60_000), await leftAfter(63_000), await leftAfter(66_000)];
    expect.soft(Math.abs((steps[0] ?? 0) - (steps[1] ?? 0))).toBeCloseTo(width, 0);
    expect.soft(Math.abs((steps[1] ?? 0) - (steps[2] ?? 0))).toBeCloseTo(width, 0);
    expect.soft(await leftAfter(60_000 + 45_000)).toBeCloseTo(steps[0] ?? 0, 0);

    const motion = () => first.evaluate((slide) => slide.getAnimations()[0]?.playState);
    await expect.poll(motion).toBe('running');
    await strip.hover();
    await expect.poll(motion).toBe('paused');
    await page.mouse.move(0, 0);
    await expect.poll(motion).toBe('running');
  });

  await test.step('a tooltip with the title of the topic follows the pointer', async () => {
    const region = page.getByRole('region', { name: 'Conference Topics' });
    const card = region.getByRole('article').filter({ hasText: 'Polymer Nanotechnology' });
    const tooltip = page.getByRole('tooltip');
    await card.hover();
    const box = (await card.boundingBox()) ?? { x: 0, y: 0 };
    for (const step of [20, 45]) {
      await page.mouse.move(box.x + step, box.y + step);
      await expect(tooltip).toHaveText('Polymer Nanotechnology');
      await expect
        .poll(async () => {
          const corner = await tooltip.boundingBox();
          return [Math.round((corner?.x ?? 0) - box.x), Math.round((corner?.y ?? 0) - box.y)];
        })
        .toEqual([step + 10, step + 10]);
    }
    await expectNoFindings(page);
    await page.mouse.move(0, 0);
    await expect(tooltip).toHaveCount(0);
  });

  await test.step('the page ends with the price of every presentation type, fee included', async () => {
    const closing = page.getByRole('region', { name: 'See you in Berlin' });
    await expect(closing).toContainText('Registration from €208.95, fee included');
    await expect(closing.getByRole('listitem')).toHaveText([
      /^Speaker\s*€418.95$/,
      /^Poster\s*€313.95$/,
      /^Delegate\s*€471.45$/,
      /^Listener\s*€366.45$/,
      /^Student\s*€208.95$/,
      /^Exhibitor\s*€943.95$/,
    ]);
  });

  await test.step('the strip shows two, three, five or seven logos depending on the width, in motion or not', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      for (const [width, shown] of [
        [639, 2],
        [640, 3],
        [1023, 3],
        [1024, 5],
        [1279, 5],
        [1280, 7],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        const [whole, part] = [await strip.boundingBox(), await slides.first().boundingBox()];
        const logos = (whole?.width ?? 0) / (part?.width ?? 1);
        expect.soft(logos, `${width} pixels, motion: ${reducedMotion}`).toBeCloseTo(shown, 1);
      }
    }
  });

  await test.step('on a phone all speakers are there, the first six with their biographies', async () => {
    await page.setViewportSize({ width: 390, height: 664 });
    const cards = page.getByRole('region', { name: 'Keynote Speakers' }).getByRole('article');
    await expect(cards.first().locator('[data-bio]')).toBeVisible();
    const others = (await cards.all()).slice(6);
    expect(others.length).toBeGreaterThan(0);
    for (const [at, card] of others.entries()) {
      await expect.soft(card.getByRole('heading')).toBeVisible();
      expect.soft((await card.boundingBox())?.height, `card ${at + 7}`).toBeLessThan(130);
    }
  });

  await test.step('the figures of the page are printed', async () => {
    await page.emulateMedia({ media: 'print' });
    const figure = page.getByRole('img', { name: '300+' });
    await expect(figure).toBeVisible();
    const target = (element: Element) => getComputedStyle(element, '::before').content;
    expect(await figure.evaluate(target)).toBe('"300+"');
    // Browsers may print no backgrounds, and white text would be invisible without its background.
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
    for (const white of [figure, page.getByRole('link', { name: 'Register Now' })]) {
      await expect(white).toHaveCSS('color', ink);
    }
  });
});

test('with reduced motion nothing on the home page moves, and the figures show their targets at once', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expectHydrated(page);
  const tiles = page.getByRole('region', { name: 'Conference statistics' });
  await tiles.scrollIntoViewIfNeeded();
  await expect.soft(tiles.getByText('300+')).toBeVisible();
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  expect.soft(await moving()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect.soft(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const slides = page.getByRole('group', { name: 'Partner logos' }).getByRole('listitem');
  await slides.last().scrollIntoViewIfNeeded();
  await expect.soft(slides.last()).toBeVisible();
});

test('a deadline with a date says how far away it is, by the day at the place of the conference', async ({
  page,
}) => {
  const region = page.getByRole('region', { name: 'Conference Highlights' });
  const state = (label: string) =>
    region
      .getByRole('term')
      .filter({ hasText: label })
      .locator('..')
      .getByRole('definition')
      .nth(1);
  for (const [now, abstract, early, final] of [
    ['2025-08-20T10:00:00Z', 'in 148 days', 'in 5 days', 'in 202 days'],
    // In Berlin it is the next day already.
    ['2026-01-14T23:30:00Z', 'today', 'passed', 'in 54 days'],
    ['2026-03-09T10:00:00Z', 'passed', 'passed', 'tomorrow'],
    ['2026-11-25T10:00:00Z', 'passed', 'passed', 'passed'],
  ] as const) {
    await page.clock.setFixedTime(now);
    await page.goto('/');
    await expect(state('Abstract Submission')).toHaveText(abstract);
    await expect(state('Early Registration')).toHaveText(early);
    await expect(state('Final Registration')).toHaveText(final);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a long word in the title of a session is broken, and the page stays as wide as a phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto('/');
    const titles = page.getByRole('region', { name: 'Agenda' }).getByText('Opening remarks');
    await titles.evaluateAll((all) => {
      for (const title of all)
        title.textContent = 'Polytetrafluoroethylenepropylenevinylidenefluoride';
    });
    await expect(page.getByText(/^Polytetra/)).toBeVisible();
    expect(await page.evaluate(sidewaysScroll)).toBe(0);
  });
});
