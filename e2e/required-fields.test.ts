import { fillAbstract, openAbstract, submit, submitButton } from './abstract-form.ts';
import { entries, openDiscount, pay } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { alertSaying, field, fill, messageOf, typeCaptcha } from './form-page.ts';
import { callsTo } from './pretend-server.ts';
import { openRegistration, payWith } from './registration-form.ts';

test('registration: each empty required field shows its message, and the first one gets the focus', async ({
  page,
}) => {
  const required = {
    Name: 'Name is required',
    Phone: 'Phone is required',
    Email: 'Email is required',
    'Institute / University': 'Institute is required',
    Country: 'Country is required',
    'Registration type': 'Registration type is required',
    'Presentation type': 'Presentation type is required',
    Captcha: 'Captcha is required',
  };
  const { calls } = await openRegistration(page);
  for (const method of ['Card', 'PayPal'] as const) {
    await payWith(page, method);
    for (const [label, message] of Object.entries(required)) {
      expect.soft(await messageOf(page, label), label).toBe(message);
    }
    await expect.soft(field(page, 'Name')).toBeFocused();
    await expect.soft(field(page, 'Name')).toBeInViewport();
    expect.soft(await messageOf(page, 'Title')).toBe('');

    // Editing a field removes its message and no other.
    await fill(page, { Name: 'Ada', Country: 'Poland' });
    await expect.soft(page.getByText(required.Name)).toHaveCount(0);
    await expect.soft(page.getByText(required.Country)).toHaveCount(0);
    await expect.soft(page.getByText(required.Phone)).toHaveCount(1);
    await fill(page, { Name: '   ', Country: '' });
  }
  await fill(page, { Name: 'Ada', Phone: '1', Email: 'not an address' });
  await payWith(page, 'Card');
  await expect.soft(field(page, 'Email')).toBeFocused();
  expect.soft(await messageOf(page, 'Email')).not.toBe('');
  expect(calls).toEqual([]);
});

test('discount: each empty required field shows its message, a banner shows, and the first field gets the focus', async ({
  page,
}) => {
  const incomplete = 'Please fill in all required fields correctly.';
  const required = {
    Title: 'Title is required',
    Name: 'Name is required',
    Phone: 'Phone is required',
    Email: 'Email is required',
    'Institute / University': 'Institute/University is required',
    Country: 'Country is required',
    Description: 'Description is required',
    'Discount amount': 'Discount amount is required',
    Captcha: 'Captcha is required',
  };
  const { calls } = await openDiscount(page);
  await pay(page);
  for (const [label, message] of Object.entries(required)) {
    expect.soft(await messageOf(page, label), label).toBe(message);
  }
  await expect.soft(alertSaying(page, incomplete)).toBeVisible();
  await expect.soft(field(page, 'Title')).toBeFocused();
  await expect.soft(field(page, 'Title')).toBeInViewport();

  await fill(page, { ...entries, Name: '   ', Description: ' ' });
  await typeCaptcha(page);
  await expect.soft(alertSaying(page, incomplete)).toHaveCount(0);
  await expect.soft(page.getByText(/ is required$/)).toHaveCount(0);
  await pay(page);
  expect.soft(await messageOf(page, 'Name')).toBe(required.Name);
  expect.soft(await messageOf(page, 'Description')).toBe(required.Description);
  await expect.soft(page.getByText(/ is required$/)).toHaveCount(2);
  await expect.soft(field(page, 'Name')).toBeFocused();
  expect(calls).toEqual([]);
});

test('abstract: each empty required field shows its message, and the first one gets the focus', async ({
  page,
}) => {
  const required = {
    Title: 'Title required',
    Name: 'Name required',
    Phone: 'Phone required',
    Email: 'Email required',
    Organization: 'Organization required',
    Country: 'Country required',
    'Interest area': 'Interest area required',
    Session: 'Session required',
    'Abstract file': 'File required',
    Captcha: 'Captcha required',
  };
  const { calls } = await openAbstract(page);
  await submitButton(page).click();
  for (const [label, message] of Object.entries(required)) {
    expect.soft(await messageOf(page, label), label).toBe(message);
  }
  await expect.soft(field(page, 'Title')).toBeFocused();
  await expect.soft(field(page, 'Title')).toBeInViewport();

  // Editing a field removes its message and no other.
  await fill(page, { Title: 'Dr' });
  await expect.soft(page.getByText(required.Title)).toHaveCount(0);
  await expect.soft(page.getByText(/ required$/)).toHaveCount(9);
  await fillAbstract(page);
  await expect.soft(page.getByText(/ required$/)).toHaveCount(0);
  await fill(page, { Name: '  ' });
  await submitButton(page).click();
  expect.soft(await messageOf(page, 'Name')).toBe(required.Name);
  await expect.soft(field(page, 'Name')).toBeFocused();
  expect(callsTo(calls, `POST ${submit}`)).toEqual([]);
});
