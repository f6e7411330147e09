import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration, visitor } from './registration-form.ts';
import { startSite } from './site-server.ts';

test('a payer opens the mail, and from it the receipt, in the look of the site and as PDF', async ({
  page,
  context,
  allowConsole,
}, info) => {
  // The policy blocks Playwright's own scripts in the mail and in the receipt, which have none of ours.
  allowConsole(/^error: Blocked script execution in '[^']*\/(?:letter|receipt\/\w+)'/);
  const person = { ...visitor, email: `receipt.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  await page.goto('/sandbox/mail');
  const mine = page.getByRole('listitem').filter({ hasText: person.email });
  await mine.getByRole('link', { name: /Payment confirmed/ }).click();
  const letter = page.frameLocator('iframe');
  await expect(letter.getByText(`Dear ${person.name},`)).toBeVisible();
  const opened = context.waitForEvent('page');
  await letter.getByRole('link', { name: 'Open your receipt' }).click();

  const receipt = await opened;
  await expect(receipt).toHaveURL(/\/receipt\/[0-9a-z]{26}$/);
  const main = receipt.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(main).toContainText(person.name);
  await expect(main).toContainText('815.85');
  await expect(receipt.getByRole('banner')).toBeVisible();
  await expect(receipt.getByRole('contentinfo')).toBeVisible();
  const width = await main.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  expect(await main.locator('h1').evaluate((h1) => getComputedStyle(h1).fontFamily)).toMatch(
    /Newsreader/,
  );
  const download = receipt.waitForEvent('download');
  await main.getByRole('link', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^PS26-.*\.pdf$/);
});

test('a server that sends mail has no page to read it', async () => {
  const site = await startSite({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '9',
    PUBLIC_BASE_URL: 'http://localhost',
  });
  expect((await fetch(`${site.origin}/sandbox/mail`)).status).toBe(404);
  await site.stop();
});
