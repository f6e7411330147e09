import type { Page } from '@playwright/test';
import { expectNoFindingsHere } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { field } from './form-page.ts';

test('the header links to the pages, its dropdown opens and closes, and axe finds nothing @phone', async ({
  page,
}, info) => {
  await page.goto('/agenda');
  const banner = page.getByRole('banner');
  await expect
    .soft(banner.getByRole('link', { name: 'Register', exact: true }))
    .toHaveAttribute('href', '/conference-registration');
  await openMenu(page);
  for (const [name, href] of [
    ['Home', '/'],
    ['Speakers', '/speakers'],
    ['Agenda', '/agenda'],
    ['Contact', '/contact'],
  ] as const) {
    const link = banner.getByRole('link', { name, exact: true });
    await expect.soft(link).toHaveAttribute('href', href);
  }
  const button = banner.getByRole('button', { name: 'Abstract Submission' });
  const sessions = banner.getByRole('link', { name: 'Sessions', exact: true });
  const submission = banner.getByRole('link', { name: 'Abstract Submission', exact: true });
  for (const open of [true, false, true]) {
    await button.click();
    await expect.soft(button).toHaveAttribute('aria-expanded', String(open));
    await expect.soft(sessions).toBeVisible({ visible: open });
  }
  await expectNoFindingsHere(page);
  // On a phone, Escape closes the whole menu with the dropdown.
  if (info.project.name === 'desktop') {
    await page.keyboard.press('Escape');
    await expect.soft(button).toHaveAttribute('aria-expanded', 'false');
    await expect.soft(button).toBeFocused();
    await button.click();
  }
  await expect.soft(submission).toHaveAttribute('href', '/abstract-submission');
  await sessions.click();
  await expect(page).toHaveURL(/\/sessions$/);
  await expect.soft(sessions).toBeHidden();
});

test('the footer has the contact, the venue, the dates and a form that makes no request', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/mailto:/);
  await page.goto('/sessions');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  for (const text of [/2026/, /Berlin, Germany/, /May 29-30, 2026/]) {
    await expect.soft(footer.getByText(text).first()).toBeVisible();
  }
  const headings = ['Conference', 'Venue and dates', 'Contact', 'Conference news'];
  await expect.soft(footer.getByRole('heading')).toHaveText(headings);
  const mail = footer.getByRole('link', { name: /@/ });
  await expect.soft(mail).toHaveAttribute('href', /^mailto:/);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const email = footer.getByPlaceholder('Your email');
  await expect.soft(email).toHaveAttribute('type', 'email');
  await email.fill('ada@lab.example');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  // The browser loads a font when its text is first painted.
  expect(requests.filter((url) => /^http(?!.*\.woff2$)/.test(url))).toEqual([]);
});

/** An unknown path, paths that the router accepts but the server does not, and files that only the build uses. */
const nearMisses = [
  '/no/such-page?secret=1',
  '/Nowhere',
  '/speakers//',
  '/partners/nobody.svg',
  '/Sitemap.xml',
];

test('an unknown address is logged and shows the 404 page with links, after a visit and after a link', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|Page not found/);
  const oops = page.getByRole('main').getByText('Oops! Page not found');
  for (const address of nearMisses) {
    const path = address.replace(/\?.*/, '');
    const opened = logOf(page, path);
    const response = await page.goto(address);
    expect.soft(response?.status(), path).toBe(404);
    expect.soft(await opened).not.toContain('secret');
    await expect.soft(oops).toBeVisible();
    await expect.soft(page.getByText('Unexpected Application Error!')).toHaveCount(0);

    await page.goto('/privacy');
    const last = page.getByRole('contentinfo').getByPlaceholder('Your email');
    await expect(async () => {
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
    const wentOn = logOf(page, path);
    await page.evaluate(goOnTo, address);
    expect.soft(await wentOn).not.toContain('secret');
    await expect(oops).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
  await expect(page).toHaveTitle(/^Page not found · /);
  const main = page.getByRole('main');
  for (const [name, href] of [
    ['Speakers', '/speakers'],
    ['Agenda', '/agenda'],
    ['Contact', '/contact'],
  ] as const) {
    await expect.soft(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await main.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('region', { name: 'Conference statistics' })).toBeAttached();
});

function logOf(page: Page, path: string): Promise<string> {
  const line = `Page not found: ${path}`;
  return page
    .waitForEvent('console', (message) => message.text().startsWith(line))
    .then((message) => message.text());
}

/** Navigates as a link does, without a request for the address. */
function goOnTo(address: string): void {
  history.pushState(null, '', address);
  history.pushState(null, '', '/agenda');
  history.back();
}

test('an address in capitals opens its page and keeps its query', async ({ page }) => {
  await page.goto('/Agenda?from=a-Poster');
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === '/agenda?from=a-Poster');
  await expect(page.getByRole('button', { name: /^Day 1/ })).toBeVisible();
});

/** Before its scripts run, a page leaves its links to the browser, which shows by itself that it loads. */
async function openHydrated(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
}

/** A request that the test holds back, until it is released. */
async function heldBack(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const [what, address] of [
  ['script', '**/assets/contact-page-*.js'],
  ['texts', '**/contact.data*'],
  ['style sheet', '**/assets/site-*.css'],
] as const) {
  test(`a line announces a page whose ${what} is late, and disappears when the page is there @phone`, async ({
    page,
  }) => {
    await openHydrated(page, '/speakers');
    const release = await heldBack(page, address);
    const line = page.getByRole('progressbar', { name: 'Loading the page' });
    await openMenu(page);
    await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(line).toBeVisible();
    expect(await line.evaluate(seenAfter, 100)).toEqual({ visibility: 'visible', isWide: true });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Speakers');
    release();
    await expect(page.getByRole('heading', { name: 'Send us a Message' })).toBeVisible();
    await expect(line).toHaveCount(0);
    // The page has its styles as soon as it is shown.
    await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCSS(
      'min-height',
      '48px',
    );
  });
}

/** Whether a visitor sees the line so many milliseconds after it was drawn, whatever the time is now. */
function seenAfter(line: Element, milliseconds: number) {
  const animations = line.getAnimations();
  const times = animations.map(({ currentTime }) => currentTime);
  for (const animation of animations) animation.currentTime = milliseconds;
  const { visibility } = getComputedStyle(line);
  const isWide = line.getBoundingClientRect().width > innerWidth / 20;
  for (const [at, animation] of animations.entries()) animation.currentTime = times[at] ?? 0;
  return { visibility, isWide };
}

test('a line announces a step back, and a page of another language', async ({ page }) => {
  const line = page.getByRole('progressbar', { name: 'Loading the page' });
  await openHydrated(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  const data = await heldBack(page, '**/contact.data*');
  await page.goBack();
  await expect(line).toBeVisible();
  data();
  await expect(page.getByRole('heading', { name: 'Send us a Message' })).toBeVisible();
  await expect(line).toHaveCount(0);

  // Nobody can ask a page that waits for its next document, so it tells when the line becomes visible.
  await page.evaluate(() =>
    addEventListener('animationstart', ({ animationName, pseudoElement }) =>
      console.info(`${animationName} ${pseudoElement}`),
    ),
  );
  const shown = page.waitForEvent('console', (told) => told.text() === 'loading-line ::after');
  const next = await heldBack(page, '**/de/contact');
  await openMenu(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Deutsch' })
    .click({ noWaitAfter: true });
  await shown;
  next();
  await expect(page).toHaveURL(/\/de\/contact$/);
  await page.goBack();
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
});

test('without a connection the page stays and says so, and the next page opens by itself afterwards', async ({
  page,
  context,
  allowConsole,
}) => {
  // The router reports that it could not load the page of a link under the pointer in advance.
  allowConsole(/ERR_INTERNET_DISCONNECTED|Error loading route module|Failed to fetch/);
  await page.goto('/agenda');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Speakers', exact: true }).click();
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(page).toHaveURL(/\/agenda$/);
  await page.getByRole('button', { name: /^Day 2/ }).click();
  await expect(page.getByText('Agenda coming soon.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/speakers$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('Meet Our');
});

test('a page that crashes shows the error screen, which reloads it and links to the home page', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/the page is broken/);
  await page.route('**/assets/agenda-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error('the page is broken') }`,
    }),
  );
  await page.goto('/contact');
  await openMenu(page);
  await page.getByRole('banner').getByRole('link', { name: 'Agenda', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect.soft(main.getByText('the page is broken')).toHaveCount(0);
  await expect.soft(page.getByRole('contentinfo')).toBeAttached();
  await expect.soft(main.getByText('Please reload this page.')).toBeVisible();
  await expect.soft(main.getByText(/is kept/)).toHaveCount(0);
  const loaded = page.waitForEvent('load');
  await main.getByRole('button', { name: 'Reload this page' }).click();
  await loaded;
  await main.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('region', { name: 'Conference statistics' })).toBeAttached();
});

test('the error screen says that entries are kept if the browser has stored some', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/the form is broken/);
  await page.goto('/contact');
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('draft:registration', '{"name":"Ada"}');
    }
  });
  await page.route('**/assets/registration-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error('the form is broken') }`,
    }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Register', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Your entries are kept on this device.')).toBeVisible();
  await page.unroute('**/assets/registration-page-*.js');
  await main.getByRole('button', { name: 'Reload this page' }).click();
  await expect(field(page, 'Name')).toHaveValue('Ada');
});

test('a route change scrolls smoothly to the top, or at once with reduced motion @phone', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('article').nth(14)).toBeAttached();
  await page.evaluate(() => {
    const scroll = window.scrollTo.bind(window);
    window.scrollTo = (options?: ScrollToOptions | number) => {
      if (typeof options !== 'object') return;
      document.documentElement.dataset['scrolls'] = options.behavior ?? 'auto';
      scroll(options);
    };
  });
  for (const [name, motion, behaviour] of [
    ['Speakers', 'no-preference', 'smooth'],
    ['Contact', 'reduce', 'instant'],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await openMenu(page);
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect.soft(page.locator('html')).toHaveAttribute('data-scrolls', behaviour);
  }
});

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the reading pages are complete', async ({ page }) => {
    await page.goto('/');
    const banner = page.getByRole('banner');
    for (const name of ['Home', 'Speakers', 'Agenda', 'Contact', 'Sessions', 'Register']) {
      await expect.soft(banner.getByRole('link', { name, exact: true })).toBeVisible();
    }
    const main = page.getByRole('main');
    const speakers = page.getByRole('region', { name: 'Keynote Speakers' });
    expect.soft(await speakers.getByRole('article').count()).toBeGreaterThan(0);
    await expect.soft(speakers.getByText('Loading...')).toBeHidden();
    const figures = main.getByRole('region', { name: 'Conference statistics' });
    const target = await figures
      .getByText('0+')
      .first()
      .evaluate((figure) => getComputedStyle(figure, '::before').content);
    expect.soft(target).toBe('"300+"');

    await page.goto('/speakers');
    await expect.soft(main.getByRole('heading', { level: 1 })).toContainText('Meet Our');
    expect.soft(await main.getByRole('article').count()).toBeGreaterThan(0);
    await page.goto('/agenda');
    await expect.soft(main.getByText(/opening remarks/i)).toBeVisible();
    await expect.soft(main.getByText('Agenda coming soon.', { exact: true })).toBeVisible();
    await page.goto('/payment-success?session_id=cs_test_1');
    await expect.soft(main.getByText(/do not pay again/)).toBeVisible();
  });
});

test('a page has the same height after a link as after loading it', async ({ page }) => {
  const heightOf = () =>
    page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
  const loaded = new Map<string, number>();
  for (const path of ['/agenda', '/speakers', '/conference-registration', '/']) {
    await page.goto(path);
    // The home page and the speakers page have the cards of speakers only then.
    await page.waitForLoadState('networkidle');
    loaded.set(path, await heightOf());
  }
  await page.goto('/privacy');
  const banner = page.getByRole('banner');
  for (const [name, path] of [
    ['Agenda', '/agenda'],
    ['Speakers', '/speakers'],
    ['Register', '/conference-registration'],
    ['Home', '/'],
  ] as const) {
    await banner.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(heightOf, path).toBeCloseTo(loaded.get(path) ?? 0, -1);
  }
});
