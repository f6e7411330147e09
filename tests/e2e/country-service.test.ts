import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { startSite } from '#tests/support/site-server.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectCaptcha, field, fill, openForm } from './form-page.ts';
import { pretendCountryService } from './pretend-server.ts';

const inEnglish = new Intl.Collator('en');

test('the site has a public list of all countries, which browsers keep', async ({ page }) => {
  const answer = await page.request.get('/countries.json');
  expect(answer.status()).toBe(200);
  const { etag, ...headers } = answer.headers();
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  const list: { name: { common: string } }[] = await answer.json();
  const names = list.map(({ name: { common } }) => common);
  expect(names).toHaveLength(251);
  expect(names).toEqual(names.toSorted(inEnglish.compare));
  expect(names).toEqual(expect.arrayContaining(['Germany', 'Hong Kong', 'Macao', 'Türkiye']));
  const again = await page.request.get('/countries.json', {
    headers: { 'if-none-match': String(etag) },
  });
  expect(again.status()).toBe(304);
});

for (const { path, first, last, least } of [
  { path: '/discount-registration', first: 'Afghanistan', last: 'Other', least: 190 },
  { path: '/abstract-submission', first: 'India', last: 'UK', least: 3 },
]) {
  test(`${path} waits for the countries, and falls back to its own list`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/gave no list|Failed to load resource/);
    const logged: string[] = [];
    page.on('console', (line) => logged.push(line.text()));

    await test.step('the country of a draft stays while the list loads and when it arrives', async () => {
      await openForm(page, path);
      await fill(page, { Country: 'Chile' });
      const { promise, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/countries.json', async (route) => {
        await promise;
        await route.fulfill({
          json: ['Chile', 'Åland Islands', 'Austria'].map((common) => ({ name: { common } })),
        });
      });
      await page.reload();
      await expectCaptcha(page);
      await expect(field(page, 'Country')).toHaveValue('Chile');
      expect(await optionsOf(page)).toEqual(['Loading countries…', 'Chile']);
      await expect(field(page, 'Country').locator('option').first()).toHaveAttribute('value', '');
      answer();
      await expect
        .poll(() => optionsOf(page))
        .toEqual(['Choose a country', 'Åland Islands', 'Austria', 'Chile']);
      await expect(field(page, 'Country')).toHaveValue('Chile');
    });

    await test.step('without a list the form shows its own list, and only the console says so', async () => {
      await page.getByRole('button', { name: 'Clear form' }).click();
      await pretendCountryService(page);
      await page.route('**/api/form-submission/get-*-options', (route) => route.abort());
      await page.reload();
      await expectCaptcha(page);
      await expect.poll(async () => (await optionsOf(page)).length).toBeGreaterThan(least);
      const [unset, ...countries] = await optionsOf(page);
      expect(unset).toBe('Choose a country');
      expect([countries[0], countries.at(-1)]).toEqual([first, last]);
      const failed = (what: RegExp) => logged.filter((line) => what.test(line));
      expect(failed(/country service gave no list/)).toHaveLength(1);
      expect(failed(/options gave no list/)).toHaveLength(path === '/abstract-submission' ? 2 : 0);
      const main = page.getByRole('main');
      await expect(main.getByRole('alert')).toHaveCount(0);
      await expect(main.getByRole('status')).toHaveCount(0);
      await expect(main.getByText(/missing|could not|failed/i)).toHaveCount(0);
      for (const label of ['Country', 'Interest area', 'Session']) {
        const list = field(page, label);
        if (await list.count()) await expect(list).toHaveAccessibleDescription('');
      }
      await expectNoFindings(page, 'lists that did not load');
    });
  });
}

test('the pages use another country service if COUNTRY_SERVICE names one', async ({ browser }) => {
  const service = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end(JSON.stringify([{ name: { common: 'Utopia' } }, { name: { common: 'Erewhon' } }]));
  });
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  const { port } = service.address() as AddressInfo;
  const site = await startSite({ COUNTRY_SERVICE: `http://127.0.0.1:${port}/all?fields=name` });
  const page = await browser.newPage();
  try {
    await page.goto(`${site.origin}/abstract-submission`);
    await expect.poll(() => optionsOf(page)).toEqual(['Choose a country', 'Erewhon', 'Utopia']);
  } finally {
    await page.close();
    await site.stop();
    service.close();
  }
});

function optionsOf(page: Page): Promise<string[]> {
  return field(page, 'Country').locator('option').allTextContents();
}
