import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectInOrder } from './document-order.ts';

test('the sections of the home page have their order and their texts', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  const names = [
    'Conference statistics',
    'Partner Institutions & Sponsors',
    'Shaping the Future of Polymer Science',
    'Keynote Speakers',
    'Conference Highlights',
    'Who Should Attend',
    'Conference Topics',
    'Agenda',
  ];
  const tops = [];
  for (const name of names) {
    const region = main.getByRole('region', { name, exact: true });
    await expect.soft(region, name).toHaveCount(1);
    tops.push((await region.boundingBox())?.y ?? NaN);
  }
  expect.soft(tops).toEqual(tops.toSorted((one, other) => one - other));

  const texts = {
    'Shaping the Future of Polymer Science': [
      'GLOBAL SCIENTIFIC COLLABORATION',
      'Advanced Polymer Chemistry',
      'Sustainable Bioplastics',
      'Smart & Responsive Polymers',
      'Polymer Nanotechnology',
      'Biomedical Applications',
      'Composite Materials',
      'Drug Delivery Systems',
      'Green Synthesis Methods',
      'Learn More About Our Vision',
      '50+ Countries',
      '1000+ Experts',
    ],
    'Keynote Speakers': [
      'Learn from world-renowned leaders who are shaping the future of Polymer Science and innovation.',
    ],
    'Conference Highlights': [
      'Berlin, Germany',
      'May 29-30, 2026',
      '2 days of innovation & collaboration',
      'Abstract Submission',
      'Jan 15',
      'Early Registration',
      'August 25',
      'Final Registration',
      'Mar 10',
      'Why Attend',
      'Global Networking',
      'Connect with 300+ researchers, industry leaders, and innovators from around the world',
      'Innovation Showcase',
      'Excellence Awards',
    ],
    Agenda: ['May 29, 2026', 'May 30, 2026', '08:00-09:00', '09:00-09:30'],
  };
  for (const [name, expected] of Object.entries(texts)) {
    const region = page.getByRole('region', { name, exact: true });
    for (const text of expected) {
      await expect.soft(region.getByText(text, { exact: true }), text).toHaveCount(1);
    }
  }
  const vision = page.getByRole('region', { name: 'Shaping the Future of Polymer Science' });
  await expectInOrder(
    vision.getByText('Green Synthesis Methods'),
    vision.getByRole('link', { name: 'Learn More About Our Vision' }),
    vision.getByText('50+ Countries'),
    vision.getByText('1000+ Experts'),
    vision.getByRole('blockquote'),
  );
  const speakers = page.getByRole('region', { name: 'Keynote Speakers' });
  const all = speakers.getByRole('link', { name: 'View All Speakers' });
  await expect.soft(all).toHaveAttribute('href', '/speakers');
  const audience = page.getByRole('region', { name: 'Who Should Attend' });
  await expect
    .soft(audience.getByRole('article').getByRole('heading'))
    .toHaveText([
      'Polymer Scientists',
      'Industrial Chemists',
      'R&D Executives',
      'Graduate Students',
      'Technology Providers',
      'Policy Makers',
    ]);
});

test('the hero shows the place and the dates and links to the registration', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const text of ['Berlin, Germany', 'May 29-30, 2026']) {
    await expect.soft(main.getByText(text).first()).toBeVisible();
  }
  for (const name of ['Register Now', 'Become a Speaker']) {
    const link = main.getByRole('link', { name, exact: true });
    await expect.soft(link).toHaveAttribute('href', '/conference-registration');
  }
  const brochure = main.getByRole('link', { name: 'Download Brochure' });
  const file = await page.request.get((await brochure.getAttribute('href')) ?? '');
  expect.soft(file.headers()['content-type']).toBe('application/pdf');

  const dots = main.locator('[data-dot]');
  await expect(dots).toHaveCount(20);
  const hidden = main.locator('[aria-hidden="true"] [data-dot]');
  await expect(hidden).toHaveCount(20);
});

test('the figures count up from zero to their targets when they are scrolled into reach', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const tiles = page.getByRole('region', { name: 'Conference statistics' }).getByRole('listitem');
  const labels = [
    'Global Delegates',
    'Research Presentations',
    'Keynote Speakers',
    'Countries Represented',
    'Panels & Workshops',
  ];
  const targets = [300, 120, 40, 25, 15];
  const figures = async () =>
    (await tiles.allInnerTexts()).map((text) => Number(/(\d+)\+/.exec(text)?.[1]));
  await expect.soft(tiles).toContainText(labels);
  // The script loads the speakers, so the page is hydrated.
  await expect(page.getByRole('article').nth(14)).toBeAttached();
  expect.soft(await figures()).toEqual([0, 0, 0, 0, 0]);

  await page.clock.pauseAt(Date.now() + 60_000);
  expect.soft(await figures()).toEqual([0, 0, 0, 0, 0]);
  await tiles.last().evaluate((tile) => tile.scrollIntoView({ block: 'end' }));
  await expect
    .poll(async () => {
      await page.clock.runFor(16);
      return (await figures())[0];
    })
    .toBeGreaterThan(0);
  const [early = 0] = await figures();
  await page.clock.runFor(600);
  const [later = 0] = await figures();
  expect.soft(later).toBeGreaterThan(early);
  expect.soft(later).toBeLessThan(300);
  await page.clock.runFor(1000);
  expect.soft(await figures()).toEqual(targets);
  await page.clock.runFor(3000);
  expect.soft(await figures()).toEqual(targets);
});

test('a figure starts to count when its tile comes within 80 pixels of the window', async ({
  page,
}) => {
  // The window is so low that the tiles are further away at first.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 400 });
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('article').nth(14)).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  const tile = page
    .getByRole('region', { name: 'Conference statistics' })
    .getByRole('listitem')
    .first();

  await scrollUntilBelow(tile, 83);
  await page.clock.runFor(500);
  await expect.soft(tile).toHaveText(/^0\+/);
  await scrollUntilBelow(tile, 77);
  await expect
    .poll(async () => {
      await page.clock.runFor(16);
      return tile.innerText();
    })
    .toMatch(/^[1-9]/);
});

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

test('the strip moves fifteen logos, one in three seconds, and pauses under the pointer', async ({
  page,
}) => {
  await page.goto('/');
  const strip = page.getByRole('group', { name: 'Partner logos' });
  const slides = strip.getByRole('listitem');
  await strip.scrollIntoViewIfNeeded();
  const labels = 'PSU SFU SJS HKU PU SJTU UC PCC AU UDSM UESTC SNU CAS UOC BUCT'.split(' ');
  await expect.soft(slides).toHaveText(labels);
  const logos = await slides.getByRole('img').all();
  const names = await Promise.all(logos.map((logo) => logo.getAttribute('alt')));
  expect.soft(names).toEqual(labels.map((label) => `${label} logo`));

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

  await expect.soft.poll(() => motionOf(first)).toBe('running');
  await strip.hover();
  await expect.soft.poll(() => motionOf(first)).toBe('paused');
  await page.mouse.move(0, 0);
  await expect.soft.poll(() => motionOf(first)).toBe('running');
});

function motionOf(slide: Locator): Promise<string | undefined> {
  return slide.evaluate((element) => element.getAnimations()[0]?.playState);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the strip shows two, three, five or seven logos depending on the width, motion: ${reducedMotion}`, async ({
    page,
  }, info) => {
    test.skip(info.project.name === 'phone', 'sets its own widths');
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    const strip = page.getByRole('group', { name: 'Partner logos' });
    for (const [width, shown] of [
      [639, 2],
      [640, 3],
      [1023, 3],
      [1024, 5],
      [1279, 5],
      [1280, 7],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const slide = strip.getByRole('listitem').first();
      const [whole, part] = [await strip.boundingBox(), await slide.boundingBox()];
      const logos = (whole?.width ?? 0) / (part?.width ?? 1);
      expect.soft(logos, `${width} pixels`).toBeCloseTo(shown, 1);
    }
  });
}

test('eight topics have their tags, and a tooltip follows the pointer over them', async ({
  page,
}) => {
  await page.goto('/');
  const region = page.getByRole('region', { name: 'Conference Topics' });
  const cards = region.getByRole('article');
  await expect
    .soft(cards.getByRole('heading'))
    .toHaveText([
      'Smart & Responsive Polymers',
      'Sustainable Bioplastics',
      'Polymer Nanotechnology',
      'Advanced Composites',
      'Biomedical Applications',
      'Processing & Manufacturing',
      'Automotive & Aerospace',
      'Recycling & Circular Economy',
    ]);
  for (const card of await cards.all()) {
    expect.soft(await card.getByRole('listitem').count()).toBeGreaterThan(0);
  }
  const sponsor = region.getByRole('link', { name: 'Ad-sponsor' });
  await expect.soft(sponsor).toHaveAttribute('target', '_blank');

  const card = cards.filter({ hasText: 'Polymer Nanotechnology' });
  const tooltip = page.getByRole('tooltip');
  await expect(page.getByRole('article').nth(14)).toBeAttached();
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
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
});
