import { readFile } from 'node:fs/promises';
import { expectNoFindings } from './axe.ts';
import { expect, withoutServer as test } from './fixtures.ts';

test.use({ baseURL: 'https://summit.example' });

test('the page of a restart stays as it is until a server answers, and then opens the page', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  const body = await readFile('deploy/proxy/restarting.html', 'utf8');
  let loads = 0;
  let asked = 0;
  let isBack = false;
  await page.route('/**', async (route) => {
    if (route.request().method() === 'HEAD') asked++;
    if (route.request().isNavigationRequest()) loads++;
    await route.fulfill(
      isBack
        ? { contentType: 'text/html', body: '<h1>Your registration</h1>' }
        : { status: 502, contentType: 'text/html', body },
    );
  });

  await page.goto('/registration/token?notice=saved');
  await expectNoFindings(page);
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(loads).toBe(1);

  isBack = true;
  await expect(page.getByRole('heading', { name: 'Your registration' })).toBeVisible();
  await expect(page).toHaveURL('/registration/token?notice=saved');
  expect(loads).toBe(2);
});

test('without scripts the page of a restart loads itself again', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const body = await readFile('deploy/proxy/restarting.html', 'utf8');
  let isFirst = true;
  await page.route('**', async (route) => {
    await route.fulfill({ contentType: 'text/html', body: isFirst ? body : '<h1>Back</h1>' });
    isFirst = false;
  });
  await page.goto('https://summit.example/');
  await expect(page.getByRole('heading', { name: 'Back' })).toBeVisible();
  await page.close();
});
