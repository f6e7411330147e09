import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { pretendCountryService } from './pretend-server.ts';

test('R58: /privacy states what is stored, why, how long, who sees it and whom to contact', async ({
  page,
}) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  const kept = main.getByRole('region', { name: /kept, why, and how long/ });
  const kinds = kept.getByRole('heading', { level: 3 });
  await expect.soft(kinds).not.toHaveCount(0);
  for (const question of ['What', 'Why', 'Legal basis', 'How long']) {
    const terms = kept.getByRole('term').filter({ hasText: new RegExp(`^${question}$`) });
    await expect.soft(terms).toHaveCount(await kinds.count());
  }
  // The periods of content/privacy.yaml, which purge uses.
  for (const period of ['90 days', '12 months', '6 months', '10 years', '14 days', '30 days']) {
    await expect.soft(kept.getByText(period).first()).toBeVisible();
  }
  for (const name of [/device/, /Who else/, /may ask/, /write to/]) {
    await expect.soft(main.getByRole('region', { name })).toHaveCount(1);
  }
  for (const other of ['Stripe', 'PayPal', 'restcountries.com', 'mails']) {
    const others = main.getByRole('region', { name: /Who else/ });
    await expect.soft(others.getByText(other).first()).toBeVisible();
  }
  await expect.soft(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('R58: the privacy page can be read, and is one press away from every page', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('main').getByText('Legal basis').first()).toBeVisible();
  });
});

for (const [path, button] of [
  ['/conference-registration', 'Pay with PayPal'],
  ['/discount-registration', /^Pay €/],
  ['/abstract-submission', 'Submit Abstract'],
] as const) {
  test(`R58: ${path} links to the privacy page right after its button`, async ({ page }) => {
    await pretendCountryService(page, ['Norway', 'Chile']);
    await page.goto(path);
    const form = page.getByRole('main').locator('form');
    const last = form.getByRole('button', { name: button });
    await expect(last).toBeEnabled();
    await last.focus();
    await page.keyboard.press('Tab');
    const link = form.getByRole('link', { name: 'Privacy', exact: true });
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  });
}

test('R57: beside a running server a person is erased from every file but the pretend providers', async ({
  site,
}, info) => {
  const person = {
    name: `Rosalind Okwuosa-${info.project.name}`,
    phone: '+234 1 5550 187',
    email: `rosalind.${info.project.name}@lab.example`,
    country: 'Nigeria',
  };
  const post = (path: string, fields: Record<string, unknown>) =>
    fetch(`${site.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, ...fields }),
    });
  const institute = { instituteOrUniversity: 'Lagos Laboratory of Long Chains' };
  const registered = await post('/api/registration/register', {
    ...institute,
    presentationType: 'POSTER',
  });
  expect(registered.status).toBe(200);
  const form = new FormData();
  const abstract = { titlePrefix: 'Dr', organizationName: 'Lagos', sessionId: 'smart-polymers' };
  const fields = { ...person, ...abstract, interestedInId: 'advanced-composites' };
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  form.append('abstractFile', new Blob([`%PDF-1.7 by ${person.name}\n%%EOF\n`]), 'a.pdf');
  const sent = await fetch(`${site.origin}/api/form-submission/submit`, {
    method: 'POST',
    body: form,
  });
  expect(sent.status).toBe(200);
  // Two mails go to her and two to the secretary. While they are written, their files are renamed.
  await expect(() =>
    expect(namedIn(join(site.dataDir, 'mail'), person.email)).toHaveLength(4),
  ).toPass();
  expect(namedIn(site.dataDir, person.name)).not.toEqual([]);

  expect(await site.organiser('person', 'erase', person.email, '--yes')).toContain('Erased.');
  expect(namedIn(site.dataDir, person.name)).toEqual([]);
  expect(namedIn(site.dataDir, person.email)).toEqual([]);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  const again = await post('/api/registration/register', {
    ...institute,
    presentationType: 'POSTER',
  });
  expect(again.status).toBe(200);
  expect(await site.organiser('person', 'export', person.email)).toContain(person.name);
});

/** The files below a folder that contain a text. */
function namedIn(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('sandbox.jsonl'))
    .filter((path) => readFileSync(path).includes(text));
}
