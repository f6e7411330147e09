import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { longWord, widenedBy } from './long-words.ts';
import { expectEntries, field, tabTo, typeAlong } from './form-page.ts';

test('/agenda shows the first day, its button shows the second, and axe finds nothing', async ({
  page,
}) => {
  await page.goto('/agenda');
  const main = page.getByRole('main');
  const first = main.getByRole('button', { name: /^Day 1/ });
  const second = main.getByRole('button', { name: /^Day 2/ });
  const opening = main.getByText(/opening remarks/i);
  const laterDay = main.getByText('Agenda coming soon.', { exact: true });
  await expect.soft(first).toHaveAttribute('aria-pressed', 'true');
  await expect.soft(second).toHaveAttribute('aria-pressed', 'false');
  await expect.soft(opening).toBeVisible();
  await expect.soft(laterDay).toBeHidden();

  await second.click();
  await expect.soft(second).toHaveAttribute('aria-pressed', 'true');
  await expect.soft(first).toHaveAttribute('aria-pressed', 'false');
  await expect.soft(laterDay).toBeVisible();
  await expect.soft(opening).toBeHidden();
  await expectNoFindings(page);
  await first.click();
  await expect.soft(opening).toBeVisible();
});

for (const path of ['/payment-cancel', '/payment-failure', '/register']) {
  test(`${path} says that nothing was charged and what to do, and leads back to the form`, async ({
    page,
  }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect.soft(main.getByText(/nothing was charged/i)).toBeVisible();
    await expect.soft(main.getByRole('listitem')).not.toHaveCount(0);
    const contact = main.getByRole('link', { name: 'Contact the organisers' });
    await expect.soft(contact).toHaveAttribute('href', '/contact');
    await main.getByRole('link', { name: 'Return to Registration' }).click();
    await expect(page).toHaveURL(/\/conference-registration$/);
  });
}

test('on the smallest phone the mail address of the footer is divided at its @ alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/agenda');
  const address = page.getByRole('contentinfo').getByRole('link', { name: /@/ });
  const lines = await address.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBeLessThanOrEqual(2);
});

test('the two buttons of /exhibition do nothing', async ({ page }) => {
  await page.goto('/exhibition');
  const main = page.getByRole('main');
  const requests = requestsOf(page);
  const before = await main.innerText();
  for (const name of ['Book a Stand', 'Sponsorship Enquiry']) {
    await main.getByRole('button', { name }).click();
  }
  expect.soft(await main.innerText()).toBe(before);
  expect.soft(new URL(page.url()).pathname).toBe('/exhibition');
  expect.soft(requests).toEqual([]);
});

const name = { 'First name': 'Ada', 'Last name': 'Kowalska' };
const contact = {
  'Job title': 'Buyer',
  Email: 'ada@lab.example',
  Country: 'Germany',
  Phone: '+49 30 555',
  Mobile: '+49 171 555',
  Website: 'lab.example',
};

for (const { path, entries, required, button } of [
  {
    path: '/contact',
    entries: { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' },
    required: ['Full name', 'Email', 'Subject', 'Message'],
    button: 'Send Message',
  },
  {
    path: '/book-a-stand',
    entries: { Title: 'Dr', ...name, Company: 'Wires', ...contact },
    required: ['First name', 'Email', 'Country'],
    button: 'Submit',
  },
  {
    path: '/sponsorship-exposure-form',
    entries: { ...name, 'Company name': 'Wires', ...contact },
    required: ['First name', 'Email', 'Country'],
    button: 'Submit',
  },
]) {
  test(`${path} is filled in with the keyboard alone, checks its fields and sends nothing`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/mailto:/);
    await page.goto(path);
    const form = page.getByRole('main').locator('form');
    const requests = requestsOf(page);
    const logs: string[] = [];
    page.on('console', async (line) => {
      if (line.type() === 'log') logs.push(JSON.stringify(await line.args()[1]?.jsonValue()));
    });
    // The browser itself blocks a form with empty required fields.
    for (const label of required) await expect.soft(field(page, label)).toHaveAttribute('required');
    await form.getByRole('button', { name: button }).click();
    await expect.soft(form.locator(':invalid:focus')).toHaveCount(1);

    await page.getByRole('banner').getByRole('link').first().focus();
    await typeAlong(page, entries);
    await form.evaluate((element) =>
      element.addEventListener('submit', () => element.setAttribute('data-was-sent', '')),
    );
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(form).toHaveAttribute('data-was-sent');
    if (path === '/contact') {
      await expect(page.getByRole('status')).toContainText('nothing has been sent yet');
      await expectNoFindings(page);
    }
    if (path === '/sponsorship-exposure-form') {
      await expect(form.getByRole('status')).not.toBeEmpty();
      await expect(form.getByRole('status')).toBeInViewport({ ratio: 0.9 });
      await expect.poll(() => logs).toHaveLength(1);
      for (const entry of Object.values(entries)) expect.soft(logs[0]).toContain(entry);
    }
    await expectEntries(page, entries);
    expect.soft(new URL(page.url()).pathname).toBe(path);
    expect(requests).toEqual([]);

    // When the browser refuses an entry, the message about the earlier submission is gone.
    await field(page, 'Email').fill('');
    await form.getByRole('button', { name: button }).click();
    await expect.soft(form.locator(':invalid:focus')).toHaveCount(1);
    await expect(form.getByRole('status')).toHaveCount(0);
  });
}

/** Collects the requests of the page to any server from now on, except for the page's own parts. */
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

test('a word of sixty letters widens no menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('button', { name: 'Abstract Submission' }).click();
  await expect(menu.getByRole('link', { name: 'Abstract Submission' }).first()).toBeVisible();
  expect(await page.evaluate(widenedBy, longWord)).toEqual([]);
});
