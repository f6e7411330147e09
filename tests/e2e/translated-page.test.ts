import type { Page } from '@playwright/test';
import { fillAbstract, openAbstract, submitButton, successWindow } from './abstract-form.ts';
import { choose, payButton } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { field, fill, messageOf, openForm, typeCaptcha } from './form-page.ts';
import { payByCard } from './pay-by-card.ts';
import { pretendCountryService } from './pretend-server.ts';
import { person } from './registration-form.ts';
import { translate } from './translate.ts';

/** Compares only the text that a visitor sees. */
const reading = { useInnerText: true };

test.beforeEach(async ({ page, allowConsole }) => {
  await pretendCountryService(page, ['Poland', 'Norway']);
  allowConsole(/mailto:/);
  // React renders a page again if the page was translated before its scripts arrived, and logs that it differs.
  allowConsole(/Minified React error #418/);
});

test('a registration on a translated page is paid by card, and every amount follows the choice', async ({
  page,
}) => {
  await openForm(page, '/conference-registration');
  await translate(page, 'once it is ready');
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await expect(main).toContainText('8 fields need your attention.', reading);
  expect(await messageOf(page, 'Name')).toBe('Name is required');
  await fill(page, {
    ...person,
    Email: 'translated@lab.example',
    'Registration type': 'registrationOnly',
    'Presentation type': 'speaker',
  });
  await expect(main).toContainText('1 field needs your attention.', reading);
  await expectTotal(page, '€418.95');
  await field(page, 'Presentation type').selectOption('student');
  await expectTotal(page, '€208.95');
  await field(page, 'Registration type').selectOption('registrationAndAccommodation');
  await field(page, 'Guests').selectOption('4');
  await expect(main).toContainText('4 guests share your room.', reading);
  await field(page, 'Guests').selectOption('0');
  await expect(main).toContainText('Besides you', reading);
  await field(page, 'Registration type').selectOption('registrationOnly');
  await expectTotal(page, '€208.95');

  await field(page, 'Captcha').fill('wrong');
  await page.getByRole('button', { name: 'Show captcha' }).click();
  await expect(page.getByRole('button', { name: 'Hide captcha' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  expect(await messageOf(page, 'Captcha')).toBe('Captcha is incorrect');
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await typeCaptcha(page);
  await page.getByRole('button', { name: 'Pay with Card' }).click();

  await expect(page.getByText(/208\.95/).first()).toBeVisible();
  await translate(page, 'from its first text on');
  await payByCard(page);
  const result = page.getByRole('heading', { name: /Payment Successful/ });
  await expect(result).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('€208.95');
});

test('an agreed amount on a translated page is paid by PayPal, and every shown amount follows the typed amount', async ({
  page,
}) => {
  await openForm(page, '/discount-registration');
  await translate(page, 'once it is ready');
  const summary = page.getByRole('region', { name: 'Payment summary' });
  const amount = field(page, 'Discount amount');
  await amount.pressSequentially('100');
  await expect(summary).toContainText('€105.00', reading);
  await amount.fill('250');
  await expect(summary).toContainText('€262.50', reading);
  await expect(summary).not.toContainText('105', reading);
  await choose(page, 'PayPal');
  await expect(payButton(page)).toHaveText('Pay €262.50 with PayPal');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
  const { Country, Name, Phone, Email, ...rest } = person;
  await fill(page, { Title: 'Dr.', Name, Phone, Email, ...rest, Description: 'As agreed' });
  await field(page, 'Country').selectOption(Country);
  await typeCaptcha(page);
  await expect(page.getByRole('main')).toContainText('You pay €262.50, and', reading);
  await payButton(page).click();

  await expect(page.getByText(/262\.50/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
});

test('an abstract is sent from a translated page', async ({ page }) => {
  await openAbstract(page);
  await translate(page, 'once it is ready');
  await submitButton(page).click();
  expect(await messageOf(page, 'Abstract file')).toBe('File required');
  await fillAbstract(page);
  await expect(page.getByRole('main')).toContainText('Elastomers.pdf', reading);
  await submitButton(page).click();
  const receipt = successWindow(page);
  await expect(receipt).toContainText('AB26-7K3M-9QXW');
  await receipt.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Abstract AB26-7K3M-9QXW was submitted')).toBeVisible();
  await expect(page.getByText('Elastomers.pdf')).toHaveCount(0);
});

test('the forms that send nothing work on a translated page', async ({ page }) => {
  await page.goto('/contact');
  await translate(page, 'once it is ready');
  const main = page.getByRole('main');
  await fill(page, {
    'Full name': person.Name,
    Email: person.Email,
    Subject: 'Poster',
    Message: 'How large may it be?',
  });
  await main.getByRole('button', { name: 'Send Message' }).click();
  await expect(main.getByRole('status')).toContainText('Copy the message');
  const footer = page.getByRole('contentinfo');
  await footer.getByPlaceholder('Your email').fill(person.Email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByRole('status')).toContainText('Copy the message');

  const company = {
    'First name': 'Ada',
    'Last name': 'Kowalska',
    'Job title': 'Buyer',
    Email: person.Email,
    Phone: person.Phone,
  };
  await page.goto('/sponsorship-exposure-form');
  await translate(page, 'once it is ready');
  await fill(page, { ...company, 'Company name': 'Kettenwerk', Country: 'Germany' });
  await main.getByRole('button', { name: 'Submit' }).click();
  await expect(main.getByRole('status')).toBeVisible();

  await page.goto('/book-a-stand');
  await translate(page, 'once it is ready');
  await fill(page, { ...company, Title: 'Dr', Company: 'Kettenwerk', Country: 'Germany' });
  await main.getByRole('button', { name: 'Submit' }).click();
  await expect(main.locator(':focus')).toContainText('@');
});

test('a registration form that was translated before its scripts arrived shows the right prices', async ({
  page,
}) => {
  await translate(page, 'from its first text on');
  await openForm(page, '/conference-registration');
  await fill(page, { 'Registration type': 'registrationOnly', 'Presentation type': 'speaker' });
  await expectTotal(page, '€418.95');
  await field(page, 'Presentation type').selectOption('student');
  await expectTotal(page, '€208.95');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Session topics' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Topics');
});

/** The visible page names this total in every place, and no earlier amount. */
async function expectTotal(page: Page, total: string): Promise<void> {
  const bill = page.getByRole('region', { name: 'Pricing breakdown' });
  await expect(bill).toContainText(total, reading);
  const main = page.getByRole('main');
  await expect(main).toContainText(`You pay ${total}, and`, reading);
  const stale = ['€418.95', '€208.95'].find((other) => other !== total) ?? '';
  await expect(main).not.toContainText(stale, reading);
}
