import type { Page } from '@playwright/test';
import { busyConference } from '#tests/support/busy-conference.ts';
import { expectNoFindings } from './axe.ts';
import { expect, testOf } from './fixtures.ts';
import { translate } from './translate.ts';

const test = testOf(busyConference);
// One build serves all tests.
test.describe.configure({ mode: 'serial' });

const phone = { width: 320, height: 740 };
const starOf = (page: Page, title: string | RegExp) => page.getByRole('button', { name: title });
/** The items that the visitor sees. */
const items = (page: Page) => page.getByRole('main').locator('li[id]:visible');
const heightOf = async (page: Page, id: string) =>
  (await page.locator(`#${id}`).boundingBox())?.y ?? Number.NaN;

test('a visitor finds a speaker without accents and chooses a track, on a desk and on a phone', async ({
  page,
}) => {
  await page.goto('/agenda');
  const main = page.getByRole('main');
  const status = main.getByRole('status');
  await expect(items(page)).toHaveCount(25);
  await page.getByRole('searchbox', { name: 'Search the agenda' }).fill('lukasz BAK');
  await expect(status).toHaveText(/^\d+ of 76 items$/);
  for (const item of await items(page).all()) await expect(item).toContainText('Łukasz Bąk');
  // A search shows the items of every day.
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(3);
  const lecture = main.getByRole('link', { name: /^Plenary lecture 2/ });
  await expect(lecture).toHaveAttribute('href', '/speakers');
  await expectNoFindings(page, 'searched');

  await page.setViewportSize(phone);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox', { name: 'Track' }).selectOption('Ageing');
  await expect(status).toHaveText('15 of 76 items');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Corrosion');
  await expect(status).toHaveText('3 of 76 items');
  await page.getByRole('searchbox').fill('nothing like this');
  await expect(status).toHaveText('No item matches.');
  await page.getByRole('button', { name: 'Show all items' }).click();
  await expect(items(page)).toHaveCount(25);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('stars survive a reload, and the starred items are printed and subscribed to', async ({
  page,
}) => {
  await page.goto('/agenda');
  const own = page.getByRole('button', { name: /^My programme/ });
  await own.click();
  await expect(page.getByRole('status')).toContainText('Nothing is in your programme yet.');
  await own.click();
  const plenary = starOf(page, /^Star: Plenary lecture 1/);
  await plenary.click();
  await expect(plenary).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Day 2/ }).click();
  await starOf(page, 'Star: Conference dinner').click();
  await starOf(page, 'Star: Lunch').click();

  await page.reload();
  await expect(own).toContainText('3');
  await own.click();
  await expect(items(page)).toHaveCount(3);
  await expectNoFindings(page, 'my programme');
  // A star that is taken away leaves the item on the page, so that no wrong press loses it, but not on paper.
  const lunch = starOf(page, 'Star: Lunch');
  await lunch.click();
  await expect(lunch).toHaveAttribute('aria-pressed', 'false');
  await expect(items(page)).toHaveCount(3);
  await page.emulateMedia({ media: 'print' });
  await expect(items(page)).toHaveCount(2);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  const link = page.getByRole('link', { name: 'Subscribe in your calendar' });
  const address = String(await link.getAttribute('href'));
  expect(address).toMatch(/^webcal:\/\/localhost:\d+\/agenda\.ics\?items=plenary-1,_[0-9a-z]+$/);
  const calendar = await (await page.request.get(address.replace('webcal', 'http'))).text();
  expect(calendar.match(/^SUMMARY:.*/gm)).toHaveLength(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download for your calendar' }).click();
  expect((await download).suggestedFilename()).toBe('agenda.ics');
});

test('search and stars work on a translated page', async ({ page }) => {
  await page.goto('/agenda');
  await translate(page, 'once it is ready');
  await page.getByRole('searchbox').fill('lukasz');
  await expect(page.getByRole('status')).toHaveText(/^\d+ of 76 items$/);
  await starOf(page, /^Star: /)
    .first()
    .click();
  await page.getByRole('searchbox').fill('');
  const own = page.getByRole('button', { name: /^My programme/ });
  await own.click();
  await expect(items(page)).toHaveCount(1);
  await own.click();
  await expect(page.getByRole('status')).toHaveText('');
  await page.getByRole('button', { name: /^Day 2/ }).click();
  await expect(page.locator('#workshop-2')).toBeVisible();
});

test('a browser that forbids its storage keeps stars while the page is open, and says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await page.goto('/agenda');
  const star = starOf(page, /^Star: Plenary lecture 1/);
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('alert')).toContainText('does not keep the stars');
});

test('the address of an item opens its day, also before the scripts have come', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/agenda#workshop-2', { waitUntil: 'commit' });
  const item = page.locator('#workshop-2');
  await expect(item).toBeInViewport();
  await expect(page.locator('#workshop-1')).toBeHidden();
  release();
  const second = page.getByRole('button', { name: /^Day 2/ });
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(item).toBeInViewport();
  await page.getByRole('button', { name: /^Day 1/ }).click();
  await expect(item).toBeHidden();
  await expect(page.locator('#workshop-1')).toBeVisible();
});

test('without JavaScript every day is there, side by side on a desk and one after another on a phone', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.origin}/agenda`);
  await expect(items(page)).toHaveCount(76);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  // The first talks of two tracks begin at one height, and the workshop stands beside them.
  const [first, second, workshop] = await Promise.all(
    ['talk-1', 'talk-6', 'workshop-1'].map((id) => heightOf(page, id)),
  );
  expect(second).toBe(first);
  expect(workshop).toBe(first);
  expect(await heightOf(page, 'talk-2')).toBeGreaterThan(Number(first));
  await page.setViewportSize(phone);
  expect(await heightOf(page, 'talk-6')).toBeGreaterThan(await heightOf(page, 'talk-1'));
  const html = page.locator('html');
  expect(await html.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect(await page.content()).not.toContain('AB26-');

  // On paper, a day of 25 items takes at most one and a half sheets.
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const pdf = await page.pdf({ format: 'A4', margin });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(sheets.length).toBeLessThanOrEqual(4);
  await context.close();
});
