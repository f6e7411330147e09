import type { Page } from '@playwright/test';
import {
  author,
  fillAbstract,
  openAbstract,
  submitButton,
  successWindow,
} from './abstract-form.ts';
import { entries, fillDiscount, openDiscount, pay, session } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { entriesOf, expectCaptcha, field, openForm, storedNames } from './form-page.ts';
import type { Replies } from './pretend-server.ts';
import {
  everyField,
  fillEveryField,
  storedNamesOfAttempt,
  openRegistration,
  payWith,
  tryBothMethods,
} from './registration-form.ts';

type Form = {
  address: string;
  entries: Record<string, string>;
  open: (page: Page, replies?: Replies) => Promise<{ replies: Replies }>;
  fill: (page: Page) => Promise<void>;
  send: (page: Page) => Promise<void>;
};

const forms = {
  registration: {
    address: '/conference-registration',
    entries: everyField,
    open: openRegistration,
    fill: fillEveryField,
    send: async (page) => {
      await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
      await payWith(page, 'Card');
    },
  },
  discount: {
    address: '/discount-registration',
    entries,
    open: openDiscount,
    fill: fillDiscount,
    send: pay,
  },
  abstract: {
    address: '/abstract-submission',
    entries: author,
    open: openAbstract,
    fill: fillAbstract,
    send: (page) => submitButton(page).click(),
  },
} satisfies Record<string, Form>;

for (const [name, form] of Object.entries<Form>(forms)) {
  const labels = Object.keys(form.entries);

  test(`the entries of the ${name} form survive a reload, a crash and a step back`, async ({
    page,
    context,
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

    const crashed = page.waitForEvent('crash');
    const devTools = await context.newCDPSession(page);
    // The answer never comes, because the page that waits for it has crashed.
    void devTools.send('Page.crash').catch(() => {});
    await crashed;
    const next = await context.newPage();
    await form.open(next);
    await expectKept(next, form);
  });

  test(`the draft of the ${name} form survives an outage for a minute less than 24 hours, and then is gone`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource|gave no list/);
    page.on('dialog', (dialog) => dialog.accept());
    const { replies } = await form.open(page);
    await form.fill(page);
    const typed = Date.now();
    for (const path of Object.keys(replies)) {
      // The price is requested first, because the form cannot be sent without one.
      if (!path.includes('pricing')) replies[path] = 'offline';
    }
    await form.send(page);
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    expect.soft(await entriesOf(page, labels)).toEqual(Object.values(form.entries));

    const day = 24 * 60 * 60 * 1000;
    await form.open(page, {});
    await page.clock.setSystemTime(typed + day - 60_000);
    await page.reload();
    await expectKept(page, form);
    await page.clock.setSystemTime(Date.now() + day + 60_000);
    await page.reload();
    await expectEmpty(page, form);
  });

  test(`the button clears the ${name} form, and no card data is stored`, async ({ page }) => {
    await form.open(page);
    await form.fill(page);
    await expect(page.locator('form [autocomplete^="cc-"], form [name*="card" i]')).toHaveCount(0);
    expect(await storedNames(page)).toEqual([`draft:${name}`, `draft:${name}:since`]);
    await page.getByRole('button', { name: 'Clear form' }).click();
    await expectEmpty(page, form);
    await page.reload();
    await expectEmpty(page, form);
  });
}

test('clearing the registration form removes the stored data of its payment too', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await tryBothMethods(page);
  await openForm(page, '/conference-registration');
  expect(await storedNames(page)).toEqual(storedNamesOfAttempt);
  await page.getByRole('button', { name: 'Clear form' }).click();
  await expectEmpty(page, forms.registration);
});

test('an accepted discount registration leaves nothing in the browser storage', async ({
  page,
}) => {
  await openDiscount(page, { [session]: { json: { message: 'Taken' } } });
  await fillDiscount(page);
  await pay(page);
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .getByText(/success/),
  ).toBeVisible();
  await expectEmpty(page, forms.discount);
});

test('a received abstract leaves nothing in the browser storage', async ({ page }) => {
  await openAbstract(page);
  await fillAbstract(page);
  await submitButton(page).click();
  await expect(successWindow(page)).toBeVisible();
  await page.reload();
  await expectEmpty(page, forms.abstract);
});

/** All entries are back except the captcha, whose code is new, and the file, which no browser lets a page keep. */
async function expectKept(page: Page, { entries: kept }: Form): Promise<void> {
  await expectCaptcha(page);
  await expect.poll(() => entriesOf(page, Object.keys(kept))).toEqual(Object.values(kept));
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
}

async function expectEmpty(page: Page, { entries: typed }: Form): Promise<void> {
  await expectCaptcha(page);
  const labels = Object.keys(typed);
  await expect.poll(() => entriesOf(page, labels)).toEqual(labels.map(() => ''));
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(left).not.toContain('lab.example');
}
