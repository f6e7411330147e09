import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { delayedReply, pretendServer } from './pretend-server.ts';

const path = '/api/speakers/polymers';
const ada = {
  id: 'ada',
  name: 'Ada Kowalska',
  imageUrl: '/gone.png',
  title: 'Professor of Rheology',
  university: 'Vistula Institute',
  type: 'Keynote Speaker',
  bio: 'Listens to melts.',
};

for (const [address, failure] of [
  ['/speakers', { text: 'no JSON' }],
  ['/', { status: 500, json: [ada] }],
] as const) {
  test(`${address} loads the speakers once, or reports that they could not be fetched, and axe finds nothing`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    const delayed = delayedReply({
      json: { data: [ada, { name: 'Bo', imageUrl: '/favicon.svg' }, {}] },
    });
    const calls = await pretendServer(page, { [path]: delayed.reply });
    await page.route('/gone.png', (route) => route.abort());
    await page.goto(address);
    const grid =
      address === '/'
        ? page.getByRole('region', { name: 'Keynote Speakers' })
        : page.getByRole('main');
    const cards = grid.getByRole('article');
    await expect.soft(grid.getByText('Loading...')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect.soft(grid.getByText('Loading...')).toBeHidden();
    const rest = await grid.locator('.speakers').evaluate(({ clientHeight }) => clientHeight);
    expect.soft(rest, 'no empty sheet is printed').toBe(0);
    await page.emulateMedia({ media: null });
    delayed.release();
    await expect(cards).toHaveCount(3);
    await expect.soft(grid.getByText('Loading...')).toHaveCount(0);
    await expect.soft(cards.nth(0).getByRole('heading')).toHaveText(ada.name);
    const lines = [ada.name, ada.title, ada.university, ada.type, ada.bio];
    const shown = (await cards.nth(0).innerText()).split(/\n+/);
    expect
      .soft(shown.map((line) => line.toLowerCase()))
      .toEqual(lines.map((line) => line.toLowerCase()));
    // A portrait that cannot be loaded falls back to an empty source.
    const portrait = cards.nth(0).locator('img');
    await portrait.scrollIntoViewIfNeeded();
    await expect.soft(portrait).toHaveAttribute('src', '');
    await expect.soft(cards.nth(1)).toHaveText('Bo');
    await expect.soft(cards.nth(1).locator('img')).toHaveAttribute('src', '/favicon.svg');
    expect.soft(await cards.nth(1).innerHTML()).toMatch(/<img[^>]*>.*Bo/s);
    await expect.soft(cards.nth(2).locator('img')).toHaveCount(0);
    await expect.soft(cards.nth(2)).toHaveText('');
    expect.soft(calls).toEqual([{ line: `GET ${path}` }]);
    await page.setViewportSize({ width: 360, height: 740 });
    const [one, other] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect.soft(one?.x, 'in narrow windows the cards are below each other').toBe(other?.x);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.unrouteAll();

    await pretendServer(page, { [path]: failure });
    await page.goto(address);
    const message = grid.getByText('Failed to fetch speakers', { exact: true });
    await expect.soft(message).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const hue = hueOf(await message.evaluate((element) => getComputedStyle(element).color));
      expect.soft(Math.abs(hue), `degrees from red, ${colorScheme}`).toBeLessThan(8);
    }
    await expect.soft(grid.getByText('Loading...')).toHaveCount(0);
    await expect.soft(cards).toHaveCount(0);
    await expectNoFindings(page);
  });
}

/** The hue from -180 to 180 degrees: 0 is red, 30 is orange. */
function hueOf(color: string): number {
  const [red = NaN, green = NaN, blue = NaN] = (color.match(/\d+/g) ?? []).map(Number);
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}
