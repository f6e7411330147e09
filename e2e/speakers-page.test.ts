import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectInOrder } from './document-order.ts';
import { delayedReply, pretendServer, type Reply } from './pretend-server.ts';

const path = '/api/speakers/polymers';
const ada = {
  id: 'ada',
  name: 'Ada Kowalska',
  imageUrl: '/favicon.svg',
  title: 'Professor of Rheology',
  university: 'Vistula Institute',
  type: 'Keynote Speaker',
  bio: 'Listens to melts.',
};

const answers = [[ada, { name: 'Bo' }, {}], { data: [ada, { name: 'Bo' }, {}] }];
const failures: Reply[] = [{ status: 500, json: [ada] }, 'offline', { text: 'no JSON' }];

/** The two pages with the grid. The home page is slow to render, so most answers are tested on /speakers only. */
const grids = [
  { address: '/speakers', gridIn: speakersMain, failing: failures },
  { address: '/', gridIn: keynoteRegion, failing: failures.slice(0, 1) },
];

for (const { address, gridIn, failing } of grids) {
  test(`${address} loads the speakers once, from an array or from the data of an object`, async ({
    page,
  }) => {
    for (const json of answers) {
      const held = delayedReply({ json });
      const calls = await pretendServer(page, { [path]: held.reply });
      await page.goto(address);
      const grid = gridIn(page);
      const cards = grid.getByRole('article');
      await expect.soft(grid.getByText('Loading...')).toBeVisible();
      held.release();
      await expect(cards).toHaveCount(3);
      await expect.soft(grid.getByText('Loading...')).toHaveCount(0);

      const [full, short, empty] = [cards.nth(0), cards.nth(1), cards.nth(2)];
      const heading = full.getByRole('heading');
      const portrait = full.getByRole('img');
      const lines = [ada.title, ada.university, ada.type, ada.bio].map((text) =>
        full.getByText(text, { exact: true }),
      );
      await expect.soft(heading).toHaveText('Ada Kowalska');
      for (const line of lines) await expect.soft(line).toHaveCount(1);
      await expect.soft(portrait).toHaveAttribute('src', ada.imageUrl);
      await expectInOrder(portrait, heading, ...lines);
      await expect.soft(short).toHaveText('Bo');
      await expect.soft(short.getByRole('img')).toHaveCount(0);
      await expect.soft(empty).toHaveText('');
      expect.soft(calls).toEqual([{ line: `GET ${path}` }]);
      await page.unrouteAll();
    }
  });

  test(`${address} reports that the speakers could not be fetched and stops loading`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    for (const reply of failing) {
      await pretendServer(page, { [path]: reply });
      await page.goto(address);
      const grid = gridIn(page);
      const message = grid.getByText('Failed to fetch speakers', { exact: true });
      await expect.soft(message).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const hue = hueOf(await message.evaluate((element) => getComputedStyle(element).color));
        expect.soft(Math.abs(hue), `degrees from red, ${colorScheme}`).toBeLessThan(8);
      }
      await expect.soft(grid.getByText('Loading...')).toHaveCount(0);
      await expect.soft(grid.getByRole('article')).toHaveCount(0);
      await page.unrouteAll();
    }
  });
}

test('a portrait that cannot be loaded falls back to an empty source', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('/gone.png', (route) => route.abort());
  await pretendServer(page, { [path]: { json: [{ ...ada, imageUrl: '/gone.png' }] } });
  await page.goto('/speakers');
  const portrait = page.getByRole('article').locator('img');
  await portrait.scrollIntoViewIfNeeded();
  await expect(portrait).toHaveAttribute('src', '');
});

test('/speakers has its introduction and links to the abstract submission', async ({ page }) => {
  await page.goto('/speakers');
  const main = page.getByRole('main');
  await expect
    .soft(main.getByRole('heading', { level: 1 }))
    .toHaveText('Meet Our Polymer Summit 2026 Speakers');
  await expect.soft(main.getByRole('link', { name: 'Become a Speaker' })).toBeVisible();
  const closing = main.getByRole('region', {
    name: 'Interested in Presenting at Polymer Summit 2026?',
  });
  const submit = closing.getByRole('link', { name: 'Submit Abstract' });
  await expect.soft(submit).toHaveAttribute('href', '/abstract-submission');

  const cards = main.getByRole('article');
  await expect(cards.first()).toBeVisible();
  // In the narrowest windows the two are stacked.
  await page.setViewportSize({ width: 340, height: 740 });
  const [one, other] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect.soft(one?.x).toBe(other?.x);
});

/** From -180 to 180 degrees: 0 is red, 30 is orange. */
function hueOf(color: string): number {
  const [red = NaN, green = NaN, blue = NaN] = (color.match(/\d+/g) ?? []).map(Number);
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

function speakersMain(page: Page): Locator {
  return page.getByRole('main');
}

function keynoteRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Keynote Speakers' });
}
