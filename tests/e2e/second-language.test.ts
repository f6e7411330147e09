import type { Locator } from '@playwright/test';
import { expectNoFindingsHere } from './axe.ts';
import { brokenWords } from './broken-words.ts';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';

test('a visitor changes to German, is told of empty fields in it, pays, and comes back to the German page', async ({
  page,
}) => {
  await page.goto('/conference-registration');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL('/de/conference-registration');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmeldung');

  const pay = page.getByRole('button', { name: 'Mit Karte zahlen' });
  await pay.click();
  await expect(page.getByText('Der Name fehlt')).toBeVisible();
  await expect(page.getByText('Felder brauchen Ihre Aufmerksamkeit')).toBeVisible();
  await expectNoFindingsHere(page);

  await page.getByLabel('Name *').fill('Ada Kowalska');
  await page.getByLabel('Telefon *').fill('+48 22 555 0187');
  await page.getByLabel('E-Mail *').fill('deutsch@lab.example');
  await page.getByLabel('Institut *').fill('Vistula Institute');
  // The words are German, and the value is the one that every page sends.
  await page.getByLabel('Land *').selectOption({ label: 'Polen' });
  await expect(page.getByLabel('Land *')).toHaveValue('Poland');
  await page.getByLabel('Art der Anmeldung *').selectOption({ label: 'Nur Anmeldung' });
  await page.getByLabel('Teilnahmeart *').selectOption({ index: 1 });
  const letters = page.getByRole('group', { name: 'Der Sicherheitscode' }).getByRole('img');
  await page.getByLabel('Sicherheitscode *').fill((await letters.allTextContents()).join(''));
  await pay.click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'Zahlung erhalten' })).toBeVisible();
  await expect(page).toHaveURL('/de/payment-success');
  // The address names no payment any more, so another language would show none.
  await expect(page.getByRole('link', { name: 'English' })).toHaveCount(0);
  await expect(page.getByText(/Anmeldung: /)).toBeVisible();
  await expect(page.getByText(/^\d+,\d\d\s€$/)).toBeVisible();
});

test('each page and its translation name each other, and an unknown address is answered in its language', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/404|Page not found|nothing/);
  const alternates = /<link rel="alternate" hrefLang="([\w-]+)" href="([^"]+)"/gi;
  for (const path of builtPages) {
    const translated = path === '/' ? '/de' : `/de${path}`;
    const named = async (address: string) => {
      const html = await (await request.get(address)).text();
      const links = [...html.matchAll(alternates)].map(([, tag, href = '']) => [
        tag,
        new URL(href).pathname,
      ]);
      return Object.fromEntries(links);
    };
    const both = { en: path, de: translated, 'x-default': path };
    expect.soft(await named(path), path).toEqual(both);
    expect.soft(await named(translated), translated).toEqual(both);
  }

  await page.goto('/de/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
  // A link within the site stays in the language.
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL('/de');
});

test('no page scrolls sideways or breaks a word in German at 320 and 390 pixels', async ({
  page,
}) => {
  for (const path of builtPages) {
    await page.goto(`/de${path}`);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${path} at ${width}`;
      expect.soft(await page.evaluate(sidewaysScroll), where).toBe(0);
      expect.soft(await page.evaluate(brokenWords), where).toEqual([]);
    }
  }
});

test('from right to left no page scrolls sideways or has findings of axe, and the menu is at the left, at 390 and 1280 pixels', async ({
  page,
}) => {
  const header = page.getByRole('banner');
  const placeOf = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN;
  for (const path of ['/', '/agenda', '/conference-registration']) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${path} at ${width}`;
      expect.soft(await page.evaluate(sidewaysScroll), where).toBe(0);
      const register = await placeOf(header.getByRole('link', { name: 'Register' }).first());
      expect.soft(register, where).toBeLessThan(width / 2);
      expect
        .soft(await placeOf(header.getByRole('link').first()), where)
        .toBeGreaterThan(width / 2 - 40);
      if (path === '/conference-registration') continue;
      const hours = page.locator('main :has(> time + time):visible').first().locator('time');
      const [start, end] = [await placeOf(hours.first()), await placeOf(hours.last())];
      expect.soft(start, `the hours of ${where}`).toBeGreaterThan(end);
    }
  }
  await expectNoFindingsHere(page, 'from right to left');
});

function sidewaysScroll(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}
