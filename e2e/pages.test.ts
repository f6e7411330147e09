import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';
import { expectInOrder } from './document-order.ts';
import { pretendCountryService } from './pretend-server.ts';

test('/agenda shows the first day, and its button shows the second', async ({ page }) => {
  await page.goto('/agenda');
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  const first = main.getByRole('button', { name: /^Day 1/ });
  const second = main.getByRole('button', { name: /^Day 2/ });
  const opening = main.getByText(/opening remarks/i);
  const laterDay = main.getByText('Agenda coming soon.', { exact: true });

  await expect.soft(first).toHaveAttribute('aria-pressed', 'true');
  await expect.soft(second).toHaveAttribute('aria-pressed', 'false');
  for (const text of ['May 29, 2026', '08:00-09:00', '09:00-09:30', 'Agenda Coming Soon']) {
    await expect.soft(main.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect.soft(main.getByText(/registration and welcome coffee/i)).toBeVisible();
  await expect.soft(opening).toBeVisible();
  await expect.soft(laterDay).toBeHidden();

  await second.click();
  await expect.soft(second).toHaveAttribute('aria-pressed', 'true');
  await expect.soft(first).toHaveAttribute('aria-pressed', 'false');
  await expect.soft(laterDay).toBeVisible();
  await expect.soft(opening).toBeHidden();
  await first.click();
  await expect.soft(opening).toBeVisible();

  const download = main.getByRole('link', { name: 'Download Full Agenda' });
  const file = await page.request.get((await download.getAttribute('href')) ?? '');
  expect.soft(file.headers()['content-type']).toBe('application/pdf');
  await expect.soft(main.getByText(/subject to change/)).toBeVisible();
});

test('/sessions lists twenty topics and no other items', async ({ page }) => {
  await page.goto('/sessions');
  const main = page.getByRole('main');
  const heading = main.getByRole('heading', { level: 1 });
  await expect.soft(heading).toHaveText('Conference Topics');
  await expect(main.getByRole('listitem')).toHaveText([
    'Smart Polymers',
    'Bioplastics Innovation',
    'Polymer Nanocomposites',
    'Sustainable Polymers',
    'Biomedical Polymers',
    'Polymer Chemistry',
    'Polymer Engineering',
    'Advanced Polymer Materials',
    'Polymers in Energy Storage',
    'Polymers for Electronics',
    'Polymers in Drug Delivery',
    'Recyclable Polymers',
    'Conductive Polymers',
    'Elastomers and Rubbers',
    'Polymer Rheology',
    'Polymer Blends and Alloys',
    'Functional Polymers',
    'Industrial Applications',
    'Nano-engineered Polymers',
    '3D Printing with Polymers',
  ]);
});

test('/contact names the venue and the secretary, and its form makes no request', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/mailto:/);
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect.soft(main.getByText(/Berlin, Germany/)).toBeVisible();
  const secretary = main.getByRole('link', { name: /@/ }).first();
  await expect.soft(secretary).toHaveAttribute('href', /^mailto:/);
  await expect.soft(main.getByRole('heading', { name: 'Send us a Message' })).toBeVisible();

  const requests = requestsOf(page);
  const entries = { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' };
  await expectRequired(page, Object.keys(entries), 'Send Message');
  await fill(page, entries);
  await main.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status')).toContainText('nothing has been sent yet');
  expect(requests).toEqual([]);
});

test('/conference-registration shows its badge, its deadline, its hotel and the payment methods', async ({
  page,
}) => {
  await page.goto('/conference-registration');
  const main = page.getByRole('main');
  for (const text of ['Registration Open', 'August 25, 2025']) {
    await expect.soft(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.soft(main.getByText(/Beijing/)).toBeVisible();
  await expect.soft(main.getByText(/secure card provider, payments in euros/i)).toBeVisible();
  const labels = 'Title,Name,Phone,Email,Institute / University,Country,Registration type';
  await expectForm(
    page,
    [...labels.split(','), 'Presentation type', 'Captcha'],
    ['Pay with Card', 'Pay with PayPal'],
  );
  const countries = await optionsOf(field(page, 'Country'));
  expect.soft(countries.length).toBeGreaterThan(190);
  const types = {
    'Registration type': ['', 'registrationOnly', 'registrationAndAccommodation'],
    'Presentation type': [
      '',
      'speaker',
      'poster',
      'abstract-submission',
      'listener/delegate',
      'student',
      'exhibitor',
    ],
  };
  for (const [label, values] of Object.entries(types)) {
    expect.soft(await optionsOf(field(page, label))).toEqual(values);
  }
  const presentation = field(page, 'Presentation type');
  await expect.soft(presentation.locator('[value=abstract-submission]')).toHaveText('Delegate');
  await expect.soft(presentation.locator('[value="listener/delegate"]')).toHaveText('Listener');

  await field(page, 'Registration type').selectOption('registrationAndAccommodation');
  const upTo = (last: number, first = 0) =>
    Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  expect.soft(await optionsOf(field(page, 'Guests'))).toEqual(upTo(10));
  expect.soft(await optionsOf(field(page, 'Nights'))).toEqual(upTo(10, 1));
  await expect.soft(field(page, 'Guests')).toHaveValue('0');
  await expect.soft(field(page, 'Nights')).toHaveValue('1');
  await expect.soft(field(page, 'Accompanying person')).not.toBeChecked();
  await expect.soft(field(page, 'Extra nights')).toHaveAttribute('type', 'number');
  const order = ['Presentation type', 'Guests', 'Nights', 'Accompanying person', 'Extra nights'];
  await expectInOrder(...[...order, 'Captcha'].map((label) => field(page, label)));
});

test('/abstract-submission shows its banner and a form with every field', async ({ page }) => {
  await pretendCountryService(page, ['Norway', 'Chile']);
  await page.goto('/abstract-submission');
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const text of ['January 25, 2026', 'May 29-30, 2026']) {
    await expect.soft(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.soft(main.getByText(/Berlin, Germany/)).toBeVisible();
  await expect.soft(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  const labels = 'Title,Name,Phone,Email,Organization,Country,Interest area,Session,Abstract file';
  await expectForm(page, [...labels.split(','), 'Captcha'], ['Submit Abstract']);
  const titles = await optionsOf(field(page, 'Title'));
  expect.soft(titles).toEqual(['', 'Dr', 'Mr', 'Ms', 'Prof']);
});

test('/discount-registration has a form with every field and a payment summary', async ({
  page,
}) => {
  await pretendCountryService(page, ['Norway', 'Chile']);
  await page.goto('/discount-registration');
  const labels = 'Title,Name,Phone,Email,Institute / University,Country,Description';
  await expectForm(
    page,
    [...labels.split(','), 'Discount amount', 'Captcha'],
    ['Pay €0.00 with Card'],
  );
  const summary = page.getByRole('region', { name: 'Payment summary' });
  await expect.soft(summary).toBeVisible();
  await expectInOrder(
    field(page, 'Discount amount'),
    summary,
    page.getByRole('radio', { name: 'Card' }),
    page.getByRole('radio', { name: 'PayPal' }),
    field(page, 'Captcha'),
    page.getByRole('button', { name: /^Pay/ }),
  );
});

test('/payment-success reports an address without a payment as an invalid link', async ({
  page,
}) => {
  await page.goto('/payment-success');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: /Payment Error/ })).toBeVisible();
  await expect.soft(main.getByRole('alert')).toContainText('Invalid payment link.');
  const support = main.getByRole('link', { name: 'Contact Support' });
  await expect.soft(support).toHaveAttribute('href', /^mailto:/);
  const again = main.getByRole('link', { name: 'Try Again' });
  await expect.soft(again).toHaveAttribute('href', '/register');
  const details = main.getByRole('group').filter({ hasText: 'Technical details' });
  await expect.soft(details).not.toHaveAttribute('open');
  await details.getByText('Technical details').click();
  await expect.soft(details).toHaveAttribute('open');
});

for (const path of ['/payment-cancel', '/payment-failure', '/register']) {
  test(`${path} says that nothing was charged and what to do, and links back to the forms`, async ({
    page,
  }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect.soft(main.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect.soft(main.getByText(/nothing was charged/i)).toBeVisible();
    await expect.soft(main.getByRole('listitem')).not.toHaveCount(0);
    const contact = main.getByRole('link', { name: 'Contact the organisers' });
    await expect.soft(contact).toHaveAttribute('href', '/contact');
    await main.getByRole('link', { name: 'Return to Registration' }).click();
    await expect(page).toHaveURL(/\/conference-registration$/);
  });
}

test('/accessibility states what the site supports, what it does not, and whom to contact', async ({
  page,
}) => {
  await page.goto('/accessibility');
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('heading', { level: 1 })).toHaveText('Accessibility');
  for (const name of [/^What the site does$/, /tested/, /limits/, /does not work/]) {
    await expect.soft(main.getByRole('region', { name })).toHaveCount(1);
  }
  await expect.soft(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
});

test('/exhibition has two sets of figures, six reasons and two buttons that do nothing', async ({
  page,
}) => {
  await page.goto('/exhibition');
  const main = page.getByRole('main');
  const statistics = main.getByRole('list', { name: /statistics/i });
  await expect.soft(statistics).toHaveCount(2);
  const reasons = main.getByRole('list', { name: 'Reasons to exhibit' });
  await expect.soft(reasons.getByRole('listitem')).toHaveCount(6);

  const requests = requestsOf(page);
  const before = await main.innerText();
  for (const name of ['Book a Stand', 'Sponsorship Enquiry']) {
    await main.getByRole('button', { name }).click();
  }
  expect.soft(await main.innerText()).toBe(before);
  expect.soft(new URL(page.url()).pathname).toBe('/exhibition');
  expect.soft(requests).toEqual([]);
});

test('/sponsorship-exposure-page has six figures and six objectives', async ({ page }) => {
  await page.goto('/sponsorship-exposure-page');
  for (const name of ['Statistics', 'Business objectives']) {
    const list = page.getByRole('main').getByRole('list', { name, exact: true });
    await expect.soft(list.getByRole('listitem')).toHaveCount(6);
  }
});

const contact = {
  Email: 'ada@lab.example',
  Country: 'Germany',
  Phone: '+49 30 555',
  Mobile: '+49 171 555',
  Website: 'lab.example',
};

test('/book-a-stand checks its fields and sends nothing', async ({ page }) => {
  await page.goto('/book-a-stand');
  const entries = {
    Title: 'Dr',
    'First name': 'Ada',
    'Last name': 'Kowalska',
    Company: 'Wires',
    'Job title': 'Buyer',
    ...contact,
  };
  const requests = requestsOf(page);
  await expectRequired(page, ['First name', 'Email', 'Country'], 'Submit');
  await fill(page, entries);
  await page.getByRole('main').getByRole('button', { name: 'Submit' }).click();
  for (const [label, entry] of Object.entries(entries)) {
    await expect.soft(field(page, label)).toHaveValue(entry);
  }
  expect.soft(page.url()).toMatch(/\/book-a-stand$/);
  expect(requests).toEqual([]);
});

test('/sponsorship-exposure-form logs its fields and sends nothing', async ({ page }) => {
  await page.goto('/sponsorship-exposure-form');
  expect
    .soft(await optionsOf(field(page, 'Country')))
    .toEqual(['', 'India', 'UAE', 'USA', 'UK', 'Germany']);

  const requests = requestsOf(page);
  await expectRequired(page, ['First name', 'Email', 'Country'], 'Submit');
  const entries = {
    'First name': 'Ada',
    'Last name': 'Kowalska',
    'Company name': 'Wires',
    'Job title': 'Buyer',
    ...contact,
  };
  await fill(page, entries);
  const logged = page.waitForEvent('console', (line) => line.type() === 'log');
  await page.getByRole('main').getByRole('button', { name: 'Submit' }).click();
  const log = JSON.stringify(await (await logged).args()[1]?.jsonValue());
  for (const entry of Object.values(entries)) expect.soft(log).toContain(entry);
  expect(requests).toEqual([]);
});

/** What the page asks of any server from now on, but for its own parts. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isPart = request.method() === 'GET' && !url.includes('/api/');
    const isNew = !isPart || request.isNavigationRequest();
    if (isNew && url.startsWith('http')) requests.push(url);
  });
  return requests;
}

/** Checks that the page has one form that shows its messages itself, with these fields and buttons. */
async function expectForm(page: Page, labels: string[], buttons: string[]): Promise<void> {
  const form = page.getByRole('main').locator('form');
  await expect.soft(form).toHaveCount(1);
  await expect.soft(form).toHaveAttribute('novalidate');
  for (const label of labels) await expect.soft(field(page, label), label).toHaveCount(1);
  await expect.soft(page.getByLabel('Captcha code')).toHaveText(/^[A-Za-z0-9]{6}$/);
  await expect.soft(form.getByRole('button', { name: 'Refresh captcha' })).toBeEnabled();
  for (const name of buttons) {
    await expect.soft(form.getByRole('button', { name, exact: true })).toBeEnabled();
  }
}

function optionsOf(select: Locator): Promise<(string | null)[]> {
  return select
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
}

/** The browser itself blocks a form whose required fields are empty. */
async function expectRequired(page: Page, labels: string[], button: string): Promise<void> {
  for (const label of labels) await expect.soft(field(page, label)).toHaveAttribute('required');
  await page.getByRole('main').getByRole('button', { name: button }).click();
  const isValid = await page.getByRole('main').locator('form').evaluate(isComplete);
  expect.soft(isValid).toBe(false);
  await expect.soft(page.getByRole('main').locator(':invalid:focus')).toHaveCount(1);

  function isComplete(form: Element): boolean {
    return form instanceof HTMLFormElement && form.checkValidity();
  }
}
