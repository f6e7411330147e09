import { expect, test } from './fixtures.ts';

const form = '/conference-registration';

test('what no window reaches and what is drawn behind the words waits for the style sheet, what is in sight does not', async ({
  page: visitor,
  isMobile,
}) => {
  let letIn = () => {};
  const wait = new Promise<void>((done) => (letIn = done));
  await visitor.route('**/assets/*.css', async (route) => {
    await wait;
    await route.continue();
  });
  await visitor.goto(form);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  // No phone reaches the fields at first.
  const details = visitor.getByRole('group', { name: 'Your details' });
  await expect(details).toBeVisible({ visible: !isMobile });
  await expect(visitor.getByRole('group', { name: 'Captcha', exact: true })).toBeHidden();
  await expect(visitor.getByRole('contentinfo')).toBeHidden();
  const drawing = visitor.locator('main .still-art').first();
  await expect(drawing).toBeHidden();
  letIn();
  await expect(drawing).toBeVisible();
  await expect(details).toBeVisible();
  await expect(visitor.getByRole('group', { name: 'Captcha', exact: true })).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
});

test('a style sheet that never comes keeps no part of the page away', async ({
  page: visitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await visitor.route('**/assets/*.css', (route) => route.abort());
  await visitor.goto(form);
  await expect(visitor.getByRole('group', { name: 'Your details' })).toBeVisible();
  await expect(visitor.getByRole('group', { name: 'Payment' })).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Clear form' })).toBeEnabled();
});

test('every word has the fonts of the site part by part, before the rest of the page has them', async ({
  page: visitor,
}) => {
  await visitor.goto(form);
  await expect(visitor.getByRole('group', { name: 'Captcha code' })).not.toBeEmpty();
  await expect(visitor.locator('html')).not.toHaveClass(/awaits-fonts/);
  // The parts alone have to say so.
  await visitor.evaluate(() => document.documentElement.classList.add('awaits-fonts'));
  const styles = await visitor.evaluate(() => {
    const holdsWords = ({ childNodes }: Element) =>
      [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    return [...document.querySelectorAll('body :not(script, noscript, style)')]
      .filter(holdsWords)
      .map((element) => getComputedStyle(element))
      .map((style) => `${style.fontFamily.split(',', 1).join()} ${style.fontSizeAdjust}`);
  });
  expect(styles.length).toBeGreaterThan(50);
  expect([...new Set(styles)].toSorted()).toEqual([
    '"Instrument Sans" none',
    'Newsreader none',
    'ui-monospace none',
  ]);
  const label = visitor.getByRole('group', { name: 'Your details' }).locator('label').first();
  await expect(label).toHaveCSS('letter-spacing', 'normal');
});

test('fonts that never come leave those of the machine, and keep nothing else away', async ({
  page: visitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await visitor.route('**/*.woff2', (route) => route.abort());
  await visitor.goto(form);
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Clear form' })).toBeEnabled();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', 'serif');
});

test('fonts that nobody sends keep nothing else away', async ({ page: visitor }) => {
  await visitor.route('**/*.woff2', () => {});
  await visitor.goto(form, { waitUntil: 'commit' });
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  await expect(visitor.locator('html')).toHaveClass(/awaits-fonts/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts are those of the site', async ({ page: visitor }) => {
    await visitor.goto('/contact');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Newsreader/);
  });

  test('the manifest is there', async ({ page: visitor }) => {
    await visitor.goto('/contact');
    await expect(visitor.locator('link[rel=manifest]')).toHaveCount(1);
  });
});

test('a reload finds its place again, although most of the page comes late', async ({ page }) => {
  await page.goto(form);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1400);
});

test('the programme of a day, which no phone reaches at first, comes with the style sheet there', async ({
  page: visitor,
  isMobile,
}) => {
  let letIn = () => {};
  const wait = new Promise<void>((done) => (letIn = done));
  await visitor.route('**/assets/*.css', async (route) => {
    await wait;
    await route.continue();
  });
  await visitor.goto('/agenda');
  await expect(visitor.getByRole('button', { name: 'Day 1' })).toBeVisible();
  const items = visitor.getByRole('main').getByRole('listitem');
  await expect(items.first()).toBeVisible({ visible: !isMobile });
  letIn();
  await expect(items.first()).toBeVisible();
});

test('a page that somebody comes to by a link keeps nothing away', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  // Quiet moments, in which what is far is drawn for good, do not come on a busy device.
  await page.evaluate(() => (globalThis.requestIdleCallback = () => 0));
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('group', { name: 'Your details' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Payment' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('a page of the server, where nothing is to come, is as long as its words', async ({
  page,
}) => {
  await page.goto('/conference-registration');
  const sheet = await page.locator('link[rel="stylesheet"]').first().getAttribute('href');
  await page.route('**/plain', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${sheet}"><main class="receipt">Receipt</main>`,
    }),
  );
  await page.goto('/plain');
  expect((await page.locator('main').boundingBox())?.height).toBeLessThan(2000);
});
