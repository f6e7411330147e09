import type { Page } from '@playwright/test';
import { openAbstract, paper, submit, successWindow } from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import { captchaCode, field } from './form-page.ts';
import { comeBack, heading } from './payment-return.ts';
import { callsTo } from './pretend-server.ts';
import { openDiscount, session } from './discount-form.ts';
import { checkout, openRegistration, register } from './registration-form.ts';

test('a visitor fills in and pays a registration with the keyboard alone', async ({ page }) => {
  const { calls } = await openRegistration(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  for (const [name, keys] of [
    ['Title', 'Dr'],
    ['Name', 'Ada Kowalska'],
    ['Phone', '+48 22 555'],
    ['Email', 'ada@lab.example'],
    ['Institute / University', 'Vistula Institute'],
    ['Country', 'Poland'],
    ['Registration type', 'Registration and'],
    ['Presentation type', 'Listener'],
    ['Nights', '3'],
    ['Guests', '1'],
    ['Extra nights', '2'],
    ['Accompanying person', ' '],
    ['Captcha', code],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.type(keys);
  }
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await tabTo(page, 'Pay with Card');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(callsTo(calls, `POST ${register}`)).toHaveLength(1);
  expect(callsTo(calls, `POST ${checkout}`)).toMatchObject([
    {
      body: {
        name: 'Ada Kowalska',
        country: 'Poland',
        presentationType: 'LISTENER',
        accommodationNights: 3,
        accommodationGuests: 1,
        extraNights: 2,
        accompanyingPerson: true,
      },
    },
  ]);
});

test('a visitor fills in and pays a discount registration with the keyboard alone', async ({
  page,
}) => {
  const { calls } = await openDiscount(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  for (const [name, keys] of [
    ['Title', 'Dr.'],
    ['Name', 'Ada Kowalska'],
    ['Phone', '+48 22 555'],
    ['Email', 'ada@lab.example'],
    ['Institute / University', 'Vistula Institute'],
    ['Country', 'Poland'],
    ['Description', 'Invited talk'],
    ['Discount amount', '50'],
    ['Captcha', code],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.type(keys);
  }
  await tabTo(page, 'Card');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'PayPal', exact: true })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tabTo(page, 'Pay €52.50 with Card');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(callsTo(calls, `POST ${session}`)).toMatchObject([
    { body: { name: 'Ada Kowalska', country: 'Poland', unitAmount: '52.50' } },
  ]);
});

test('an author fills in and sends an abstract and closes the receipt with the keyboard alone', async ({
  page,
}) => {
  const { calls } = await openAbstract(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  for (const [name, keys] of [
    ['Title', 'Dr'],
    ['Name', 'Ada Kowalska'],
    ['Phone', '+48 22 555'],
    ['Email', 'ada@lab.example'],
    ['Organization', 'Vistula Institute'],
    ['Country', 'Poland'],
    ['Interest area', 'Poster'],
    ['Session', 'Elastomers'],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.type(keys);
  }
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'Abstract file');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(paper);
  await tabTo(page, 'Captcha');
  await page.keyboard.type(code);
  await tabTo(page, 'Submit Abstract');
  await page.keyboard.press('Enter');
  await expect(successWindow(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(successWindow(page)).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveValue('');
  expect(callsTo(calls, `POST ${submit}`)).toHaveLength(1);
});

const company = [
  ['First name', 'Ada'],
  ['Last name', 'Kowalska'],
] as const;
const reach = [
  ['Job title', 'Buyer'],
  ['Email', 'ada@works.example'],
  ['Country', 'Germany'],
  ['Phone', '+48 22 555'],
  ['Mobile', '+48 60 555'],
  ['Website', 'https://works.example'],
] as const;
for (const { path, entries, button } of [
  {
    path: '/contact',
    entries: [
      ['Full name', 'Ada Kowalska'],
      ['Email', 'ada@lab.example'],
      ['Subject', 'Visa'],
      ['Message', 'Is a letter of invitation possible?'],
    ],
    button: 'Send Message',
  },
  {
    path: '/book-a-stand',
    entries: [['Title', 'Dr'], ...company, ['Company', 'Works'], ...reach],
    button: 'Submit',
  },
  {
    path: '/sponsorship-exposure-form',
    entries: [...company, ['Company name', 'Works'], ...reach],
    button: 'Submit',
  },
] as const) {
  test(`a visitor fills in and submits ${path} with the keyboard alone`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/mailto:/);
    await page.goto(path);
    const form = page.getByRole('main').locator('form');
    for (const [name, keys] of entries) {
      await tabTo(page, name);
      await page.keyboard.type(keys);
    }
    await form.evaluate((element) =>
      element.addEventListener('submit', () => element.setAttribute('data-was-sent', '')),
    );
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(form).toHaveAttribute('data-was-sent');
    for (const [name, value] of entries) {
      await expect.soft(field(page, name)).toHaveValue(value);
    }
    if (path !== '/book-a-stand') await expect(form.getByRole('status')).not.toBeEmpty();
  });
}

test('from a payment error the keys lead to support, to the details and back', async ({ page }) => {
  await comeBack(page, '/payment-success');
  await expect(heading(page, /Payment Error/)).toBeVisible();
  await tabTo(page, 'Try Again');
  await tabTo(page, 'Contact Support');
  await tabTo(page, 'Technical details');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register$/);
});

/** Tabs forward to the element with this name, and checks that its focus is visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return { name: '', isOutlined: false };
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
      const text = (label ?? element).textContent?.replace(/ \*$/, '') ?? '';
      return { name: text, isOutlined: getComputedStyle(element).outlineStyle !== 'none' };
    });
    if (at.name !== name) continue;
    expect.soft(at.isOutlined, `${name} is outlined`).toBe(true);
    return;
  }
  throw new Error(`The Tab key does not come to "${name}"`);
}
