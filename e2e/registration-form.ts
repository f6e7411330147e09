import { expect, type Page } from '@playwright/test';

export const visitor = {
  name: 'Ada Kowalska',
  phone: '+48 22 555 0187',
  email: 'ada.kowalska@lab.example',
  institute: 'Vistula Institute of Polymer Chemistry',
  country: 'Poland',
};

/** Fills the registration form as a visitor does, by its labels, and waits for the price. */
export async function fillRegistration(page: Page, person = visitor): Promise<void> {
  await page.goto('/conference-registration');
  // The captcha is drawn once the page's script runs: from then on nothing typed is lost.
  await expect(page.getByLabel('Captcha code')).toHaveText(/^[A-Za-z0-9]{6}$/);
  await field(page, 'Title').selectOption('Dr');
  await field(page, 'Name').fill(person.name);
  await field(page, 'Phone').fill(person.phone);
  await field(page, 'Email').fill(person.email);
  await field(page, 'Institute / University').fill(person.institute);
  await field(page, 'Country').selectOption(person.country);
  await field(page, 'Registration type').selectOption('registrationAndAccommodation');
  await field(page, 'Presentation type').selectOption('abstract-submission');
  await field(page, 'Nights').selectOption('2');
  await field(page, 'Guests').selectOption('1');
  const code = await page.getByLabel('Captcha code').textContent();
  await field(page, 'Captcha').fill(code ?? '');
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toContainText('815.85');
}

/** A field of the form by its label, which may end in a star. */
function field(page: Page, label: string) {
  return page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
}
