import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPayer, aSheet } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';

test('an institute pays for its people at the page behind the link, which needs no script and fits a phone', async ({
  page,
  site,
  allowConsole,
}) => {
  // The pages of the server have no scripts of ours, and their policy blocks Playwright's scripts.
  allowConsole(/^error: Blocked script execution in '[^']*\/(?:pay|receipt)\/[\w/?=&]+'/);
  const folder = await mkdtemp(join(tmpdir(), 'plenary-group-'));
  const sheet = join(folder, 'people.xlsx');
  const { people, rows } = aSheet(['Speaker', 'Poster']);
  await writeSheetFile(sheet, rows);
  const payer = ['--payer', aPayer.name, '--payer-email', aPayer.email];
  const said = await site.organiser('group', sheet, ...payer, '--yes');
  await rm(folder, { recursive: true });
  const [address = ''] = /http\S+\/pay\/\w+/.exec(said) ?? [];

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment');
  await expect.soft(page.getByRole('main')).toContainText('€732.90');
  await expect.soft(page.getByRole('main')).toContainText(String(people[1]?.name));
  await page.setViewportSize({ width: 360, height: 740 });
  const sideways = () =>
    page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect.soft(await sideways()).toBe(0);

  // A visitor who cancels finds the page unchanged, and may choose another way.
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(({ href }) => href.startsWith(address));

  await page.getByRole('button', { name: 'Pay by card' }).click();
  await payByCard(page);
  await expect(page.getByRole('main')).toContainText('Paid');
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
  await expect(page.getByRole('main')).toContainText('€732.90');
  expect(await sideways()).toBe(0);
});
