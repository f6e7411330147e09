import type { Page } from '@playwright/test';
import {
  fillAbstract,
  openAbstract,
  submit,
  submitButton,
  successWindow,
} from './abstract-form.ts';
import { expectNoFindings } from './axe.ts';
import { choose, fillDiscount, openDiscount, order, pay, session } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { alertSaying, fill, openForm } from './form-page.ts';
import { captureCall, cardReturn, comeBack, paypalReturn, registration } from './payment-return.ts';
import { delayedReply } from './pretend-server.ts';
import {
  checkout,
  fillEveryField,
  openRegistration,
  payWith,
  paypal,
  pricing,
  register,
} from './registration-form.ts';

const never = delayedReply('offline').reply;
const types = { 'Registration type': 'registrationOnly', 'Presentation type': 'speaker' };

/** The states that a form shows only during a submission, after an error or after a success. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'a price that is loading': async (page) => {
    await openRegistration(page, { [pricing]: never });
    await fill(page, types);
    await expect(page.getByText('Loading pricing')).toBeVisible();
  },
  'a price that cannot be fetched': async (page) => {
    await openRegistration(page, { [pricing]: { status: 500, json: {} } });
    await fill(page, types);
    await expect(alertSaying(page, 'Failed to fetch pricing information')).toBeVisible();
  },
  'a registration that is being sent': async (page) => {
    await openRegistration(page, { [register]: never });
    await fillRegistration(page);
    await payWith(page, 'Card');
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  },
  'a registration on its way to PayPal': async (page) => {
    await openRegistration(page, { [paypal]: never });
    await fillRegistration(page);
    await payWith(page, 'PayPal');
    await expect(page.getByText('Creating PayPal payment...')).toBeVisible();
  },
  'a registration whose payment failed': async (page) => {
    await openRegistration(page, { [checkout]: { status: 409, json: { message: 'Sold out' } } });
    await fillRegistration(page);
    await payWith(page, 'Card');
    await expect(alertSaying(page, 'Sold out')).toBeVisible();
  },
  'the window "Registration Successful!"': async (page) => {
    await openForm(page, '/conference-registration?registered');
    await expect(page.getByRole('dialog', { name: 'Registration Successful!' })).toBeVisible();
  },
  'a discount that is being sent': async (page) => {
    await openDiscount(page, { [order]: never });
    await fillDiscount(page);
    await choose(page, 'PayPal');
    await pay(page);
    await expect(page.getByRole('button', { name: 'Processing PayPal...' })).toBeVisible();
  },
  'a discount that failed': async (page) => {
    await openDiscount(page, { [session]: { status: 400, text: 'Too small' } });
    await fillDiscount(page);
    await pay(page);
    await expect(alertSaying(page, 'Too small')).toBeVisible();
  },
  'a discount that was taken': async (page) => {
    await openDiscount(page, { [session]: { json: {} } });
    await fillDiscount(page);
    await pay(page);
    await expect(page.getByText('Registration received')).toBeVisible();
  },
  'an abstract that is being sent': async (page) => {
    await openAbstract(page, { [submit]: never });
    await fillAbstract(page);
    await submitButton(page).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
  },
  'an abstract that was not taken': async (page) => {
    page.on('dialog', (dialog) => dialog.accept());
    await openAbstract(page, { [submit]: { status: 500, json: { message: 'Closed' } } });
    await fillAbstract(page);
    await submitButton(page).click();
    await expect(alertSaying(page, 'Submission failed. Try again.')).toBeVisible();
  },
  'an abstract that was received': async (page) => {
    const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    const receipt = { reference: 'AB26-7K3M-9QXW', session: 'Elastomers', bytes: 15, sha256 };
    await openAbstract(page, { [submit]: { json: { success: true, ...receipt } } });
    await fillAbstract(page);
    await submitButton(page).click();
    await expect(successWindow(page)).toBeVisible();
  },
  'a payment that may have moved money': async (page) => {
    await comeBack(page, paypalReturn, {
      kept: registration,
      replies: { [captureCall]: 'offline' },
    });
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  },
  'a cancelled payment that was begun': async (page) => {
    const begun = { sessionStorage: { stripeRedirect: true } };
    await comeBack(page, '/payment-cancel', { kept: begun });
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  },
  'a cancelled payment that was paid after all': async (page) => {
    await comeBack(page, cardReturn.replace('success', 'cancel'), {
      replies: { '/api/payment/status/': { json: { paymentStatus: 'paid' } } },
    });
    await expect(page.getByRole('main').getByRole('status').getByRole('link')).toBeVisible();
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });
    for (const [state, reach] of Object.entries(states)) {
      test(`axe finds nothing on ${state}`, async ({ page, allowConsole }) => {
        allowConsole(/Failed to load resource/);
        await reach(page);
        await expectNoFindings(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, 'pixels to scroll sideways').toBe(0);
      });
    }
  });
}

async function fillRegistration(page: Page): Promise<void> {
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
}
