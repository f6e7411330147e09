import { expect, type Page } from '@playwright/test';
import { fill, openForm, typeCaptcha } from './form-page.ts';

export const visitor = {
  name: 'Ada Kowalska',
  phone: '+48 22 555 0187',
  email: 'ada.kowalska@lab.example',
  institute: 'Vistula Institute of Polymer Chemistry',
  country: 'Poland',
};

/** Fills the registration form of the real server as a visitor does, and waits for the price. */
export async function fillRegistration(page: Page, person = visitor): Promise<void> {
  await openForm(page, '/conference-registration');
  await fill(page, {
    Title: 'Dr',
    Name: person.name,
    Phone: person.phone,
    Email: person.email,
    'Institute / University': person.institute,
    Country: person.country,
    'Registration type': 'registrationAndAccommodation',
    'Presentation type': 'abstract-submission',
    Nights: '2',
    Guests: '1',
  });
  await typeCaptcha(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toContainText('815.85');
}
