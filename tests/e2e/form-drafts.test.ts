import type { Page } from '@playwright/test';
import { expectNoFindingsHere } from './axe.ts';
import { author, fillAbstract, openAbstract } from './abstract-form.ts';
import { entries, fillDiscount, openDiscount } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import {
  expectCaptcha,
  expectEmpty,
  expectEntries,
  field,
  fill,
  openForm,
  storedNames,
} from './form-page.ts';
import { heading } from './payment-return.ts';
import {
  everyField,
  fillEveryField,
  openRegistration,
  storedNamesOfAttempt,
  tryBothMethods,
} from './registration-form.ts';
import { isWeekly } from './weekly.ts';

type Form = {
  name: string;
  entries: Record<string, string>;
  open: (page: Page) => Promise<unknown>;
  fill: (page: Page) => Promise<void>;
};

const day = 24 * 60 * 60 * 1000;
const forms: [Form, ...Form[]] = [
  { name: 'registration', entries: everyField, open: openRegistration, fill: fillEveryField },
  { name: 'discount', entries, open: openDiscount, fill: fillDiscount },
  { name: 'abstract', entries: author, open: openAbstract, fill: fillAbstract },
];

for (const form of forms) {
  test(`the entries of the ${form.name} form survive a reload and a step back, until they are cleared`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/api\/speakers/);
    await form.open(page);
    await expect.soft(page.getByText('kept on this device only')).toBeVisible();
    await form.fill(page);
    await page.reload();
    await expectKept(page, form);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/$/);
    await page.goBack();
    await expectKept(page, form);

    const card = page.locator('form [autocomplete^="cc-"], form [name*="card" i]');
    await expect(card).toHaveCount(0);
    const both = [`draft:${form.name}`, `draft:${form.name}:since`].flatMap((name) => [name, name]);
    expect(await storedNames(page)).toEqual(both);
    await page.getByRole('button', { name: 'Clear form' }).click();
    await expectGone(page, form);
    await page.reload();
    await expectGone(page, form);
  });
}

for (const form of forms) {
  test(`the ${form.name} form shows its entries, whatever the browser puts into its fields while the page loads`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/api\/speakers/);
    await form.open(page);
    await form.fill(page);
    const load = await delayLoad(page);
    await page.reload({ waitUntil: 'commit' });
    await expectKept(page, form);
    // A browser may give fields their texts of the last visit long after the scripts, which it has in its cache.
    await putInto(page, '[type=text], [type=email], [type=tel]', '');
    await expect(field(page, 'Email')).toHaveValue('');
    await load();
    await expectKept(page, form);

    await page.getByRole('button', { name: 'Clear form' }).click();
    await page.reload({ waitUntil: 'commit' });
    await expectNothing(page, form);
    await putInto(page, 'main [type=email]', 'ada@lab.example');
    await load();
    await page.reload({ waitUntil: 'commit' });
    await expectEntries(page, { Email: 'ada@lab.example', Captcha: '' });
    await load();
  });
}

// All forms keep their entries by the same code, so the other forms have these tests once a week.
for (const form of isWeekly ? forms : forms.slice(0, 1)) {
  test(`two windows with the ${form.name} form never mix their entries, and a new one offers the last`, async ({
    page,
    context,
  }) => {
    await form.open(page);
    await form.fill(page);
    const other = await context.newPage();
    await form.open(other);
    const offer = other.getByRole('status').filter({ hasText: 'keeps entries' });
    await expect(offer).toBeVisible();
    await expectNothing(other, form);
    await expectNoFindingsHere(other);
    await fill(other, { Name: 'Bo Second', Email: 'bo@lab.example' });
    await page.reload();
    await expectKept(page, form);
    await expect(page.getByText('keeps entries')).toHaveCount(0);
    await other.reload();
    await expectEntries(other, { Name: 'Bo Second', Phone: '' });
    // One window clears its form, and the other keeps what it has.
    await page.getByRole('button', { name: 'Clear form' }).click();
    await other.reload();
    await expect(field(other, 'Name')).toHaveValue('Bo Second');

    await other.close();
    const next = await context.newPage();
    await form.open(next);
    await expectNothing(next, form);
    await next.getByRole('button', { name: 'Put them into the form' }).click();
    await expect(field(next, 'Name')).toHaveValue('Bo Second');
    await expect(field(next, 'Captcha')).toBeFocused();
    await expect(next.getByText('keeps entries')).toHaveCount(0);
    await next.reload();
    await expect(field(next, 'Name')).toHaveValue('Bo Second');

    const last = await context.newPage();
    await form.open(last);
    await last.getByRole('button', { name: 'Discard them' }).click();
    await expect(last.getByText('keeps entries')).toHaveCount(0);
    await last.reload();
    await expectNothing(last, form);
    await expect(last.getByText('keeps entries')).toHaveCount(0);
    await next.reload();
    await expect(field(next, 'Name')).toHaveValue('Bo Second');
  });

  test(`the ${form.name} form says so if the browser keeps nothing: never, or no more`, async ({
    page,
    context,
  }) => {
    const note = page.getByText('Your browser keeps nothing. Please do not close this page.');
    const promise = page.getByText('kept on this device only');
    await form.open(page);
    await expect(promise).toBeVisible();
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await fill(page, { Name: 'Ada' });
    await expect(note).toBeVisible();
    await expect(promise).toHaveCount(0);

    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
      }
    });
    await form.open(page);
    await expect(note).toBeVisible();
    await form.fill(page);
    await expect(note).toBeVisible();
    await expect(promise).toHaveCount(0);
  });
}

test('entries survive almost a day, and a crash', async ({ page, context }) => {
  const [form] = forms;
  await form.open(page);
  await form.fill(page);
  await page.clock.setSystemTime(Date.now() + day - 60_000);
  await page.reload();
  await expectKept(page, form);

  const crashed = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  // The answer never comes, because the page that waits for it has crashed.
  void devTools.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await form.open(next);
  await next.getByRole('button', { name: 'Put them into the form' }).click();
  await expectKept(next, form);
});

test('the browser deletes the data of a payment after a day, or when the visitor clears the form', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await tryBothMethods(page);
  await openForm(page, '/conference-registration');
  expect(await storedNames(page)).toEqual(storedNamesOfAttempt);
  await page.getByRole('button', { name: 'Clear form' }).click();
  expect(await storedNames(page)).toEqual([]);

  await tryBothMethods(page);
  await openDiscount(page);
  expect(await storedNames(page)).toEqual(storedNamesOfAttempt);
  await page.goto('/register');
  await expect(page.getByText(/If you have already paid/)).toBeVisible();
  await page.clock.setFixedTime(Date.now() + day);
  await page.reload();
  await expect(heading(page, /registration/)).toBeVisible();
  await expect(page.getByText(/If you have already paid/)).toHaveCount(0);
  await page.goto('/payment-success?token=5O190127TN364715T&PayerID=P');
  await expect(page.getByText(/registration data not found/i).first()).toBeVisible();
  await openDiscount(page);
  await expect.poll(() => storedNames(page)).toEqual([]);
});

/** A picture delays the event `load` of each page that opens next, until the returned function is called. */
async function delayLoad(page: Page): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = [];
  await page.route('/late.svg', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg />' });
  });
  await page.addInitScript(() => {
    new Image().src = '/late.svg';
  });
  return async () => {
    waiting.pop()?.();
    await page.waitForLoadState();
  };
}

/** Changes the texts of fields without any event, as a browser does that brings back the last visit. */
async function putInto(page: Page, fields: string, text: string): Promise<void> {
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
  await page.locator(`form :is(${fields})`).evaluateAll((elements, value) => {
    for (const element of elements) if ('value' in element) element.value = value;
  }, text);
}

/** All entries are back except the captcha, which has a new code, and the file, which no browser lets a page store. */
async function expectKept(page: Page, { entries: kept }: Form): Promise<void> {
  await expectCaptcha(page);
  await expectEntries(page, kept);
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
}

async function expectNothing(page: Page, { entries: typed }: Form): Promise<void> {
  await expectCaptcha(page);
  await expectEmpty(page, Object.keys(typed));
}

async function expectGone(page: Page, form: Form): Promise<void> {
  await expectNothing(page, form);
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(left).not.toContain('lab.example');
}
