import { author, openAbstract, paper, submit, successWindow } from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import { captchaCode, field, stored, tabTo, typeAlong } from './form-page.ts';
import { comeBack, heading } from './payment-return.ts';
import { callsTo } from './pretend-server.ts';
import { checkout, openRegistration, person, personOnWire, register } from './registration-form.ts';

test('a visitor fills in and pays a registration with the keyboard alone', async ({
  page,
  site,
}) => {
  const { calls } = await openRegistration(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  await typeAlong(page, {
    Title: 'Dr',
    ...person,
    'Registration type': 'Registration and',
    'Presentation type': 'Listener',
    Guests: '1',
    Nights: '3',
    'Accompanying person': ' ',
    'Extra nights': '2',
    Captcha: code,
  });
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await tabTo(page, 'Pay with Card');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(page.url()).toBe('https://pay.example/card');

  expect(calls.slice(-2)).toMatchObject([
    { line: `POST ${register}`, body: personOnWire },
    {
      line: `POST ${checkout}?pricingConfigId=speaker-2026`,
      body: {
        ...personOnWire,
        orderReference: expect.stringMatching(/^REG-\d{13}AdaKowalska$/),
        unitAmount: 420,
        successUrl: `${site.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${site.origin}/payment-cancel`,
        presentationType: 'LISTENER',
        accompanyingPerson: true,
        extraNights: 2,
        accommodationNights: 3,
        accommodationGuests: 1,
      },
    },
  ]);
  await page.goto('/payment-cancel');
  expect(await stored(page, 'sessionStorage', 'stripeRedirect')).toBe(true);
});

test('an author fills in and sends an abstract and closes the receipt with the keyboard alone', async ({
  page,
}) => {
  const { calls } = await openAbstract(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  await typeAlong(page, { ...author, 'Interest area': 'Poster', Session: 'Elastomers' });
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

test('from a payment error the keys lead to support, to the details and back', async ({ page }) => {
  await comeBack(page, '/payment-success');
  await expect(heading(page, /Payment Error/)).toBeVisible();
  await expect(page).toHaveTitle(/^Payment Error · /);
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
