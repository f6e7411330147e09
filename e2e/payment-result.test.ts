import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { alertSaying } from './form-page.ts';
import {
  captureCall,
  cardReturn,
  comeBack,
  discount,
  discountCaptureCall,
  discountStatusCall,
  discountUpdateCall,
  heading,
  paypalReturn,
  registration,
  runUntil,
  session,
  statusCall,
  token,
  updateCall,
} from './payment-return.ts';
import { heldBack, type Replies } from './pretend-server.ts';

// Failures of calls are what these tests make.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const unverified =
  'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.';

test('a payment that cannot be confirmed is told why, with the ways to support and back', async ({
  page,
}) => {
  const failed = 'PayPal payment processing failed: ';
  for (const { address, kept, replies, message, calls: expected = [] } of [
    {
      address: '/payment-success',
      message:
        'Invalid payment link. Please complete your registration through the proper payment process.',
    },
    { address: `/payment-success?token=${token}`, message: 'Invalid payment link...' },
    {
      address: paypalReturn,
      message: 'PayPal registration data not found. Please try registering again.',
    },
    {
      address: `${paypalReturn}&type=discount`,
      kept: registration,
      message: 'PayPal discount registration data not found. Please try registering again.',
    },
    {
      address: paypalReturn,
      kept: registration,
      replies: { [captureCall]: { status: 422, json: { success: false, message: 'Declined' } } },
      message: `${failed}Declined`,
      calls: [`POST ${captureCall}${token}`],
    },
    {
      address: paypalReturn,
      kept: discount,
      replies: { [discountCaptureCall]: { json: { success: false, errorMessage: 'Pending' } } },
      message: `${failed}Pending`,
      calls: [`POST ${discountCaptureCall}${token}`],
    },
    {
      address: paypalReturn,
      kept: registration,
      message: `${failed}Failed to fetch`,
      calls: [`POST ${captureCall}${token}`],
    },
    {
      address: cardReturn,
      replies: {
        [statusCall]: { json: { paymentStatus: 'paid' } },
        [updateCall]: { status: 500, json: {} },
      },
      message: 'Payment verified but failed to update database. Please contact support.',
      calls: [`GET ${statusCall}${session}`, `POST ${updateCall}?sessionId=${session}`],
    },
  ] satisfies Failure[]) {
    const calls = await comeBack(page, address, { kept: kept ?? {}, replies: replies ?? {} });
    await expect(heading(page, /Payment Error/)).toBeVisible();
    await expectTold(page, message);
    await expectWaysOut(page);
    expect.soft(calls.map(({ line }) => line)).toEqual(expected);
    await page.unrouteAll();
  }
});

type Failure = {
  address: string;
  kept?: object;
  replies?: Replies;
  message: string;
  calls?: string[];
};

/** The message, in the page and in the mail to support; three dots stand for words that are not laid down. */
async function expectTold(page: Page, message: string): Promise<void> {
  const known = message.replace('...', '');
  const alert = page.getByRole('main').getByRole('alert');
  if (known === message) await expect.soft(alert).toHaveText(message);
  else await expect.soft(alert).toContainText(known);
  expect.soft(await mailToSupport(page)).toContain(known);
}

async function mailToSupport(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Contact Support' });
  return decodeURIComponent((await link.getAttribute('href')) ?? '');
}

async function expectWaysOut(page: Page): Promise<void> {
  const mail = await mailToSupport(page);
  expect.soft(mail).toMatch(/^mailto:/);
  // Who reads the mail on its way learns neither the payer's name nor the key to the payment.
  expect.soft(mail).not.toMatch(new RegExp(`Ada|${session}`));
  const again = page.getByRole('link', { name: 'Try Again' });
  await expect.soft(again).toHaveAttribute('href', '/register');

  const details = page.getByRole('group').filter({ hasText: 'Technical details' });
  await expect.soft(details).not.toHaveAttribute('open');
  await page.getByText('Technical details').click();
  await expect.soft(details).toHaveAttribute('open');
}

test('every sign of a captured payment counts, and a reload does not capture it again', async ({
  page,
}) => {
  for (const json of [
    { success: true },
    { status: 'COMPLETED' },
    { paymentStatus: 'paid' },
    { status: 'capture_success' },
    { orderId: token },
  ]) {
    const calls = await comeBack(page, paypalReturn, {
      kept: { ...registration, sessionStorage: { stripeRedirect: true } },
      replies: { [captureCall]: { json } },
    });
    await expect(heading(page, /Payment Successful/), JSON.stringify(json)).toBeVisible();
    const kept = await page.evaluate(() => [
      localStorage.getItem('paypalRegistration'),
      sessionStorage.getItem('stripeRedirect'),
    ]);
    expect.soft(kept).toEqual([null, null]);
    if ('orderId' in json) await page.reload();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    expect.soft(calls).toEqual([{ line: `POST ${captureCall}${token}` }]);
    await page.unrouteAll();
  }
});

test('a discount that was paid by PayPal is captured as one, by what the browser keeps of it', async ({
  page,
}) => {
  const held = heldBack({ json: { success: true } });
  const calls = await comeBack(page, paypalReturn, {
    kept: { ...registration, ...discount },
    replies: { [discountCaptureCall]: held.reply },
  });
  await expect(heading(page, /./)).not.toHaveText(/Payment (Successful|Error)/);
  held.letGo();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
  expect(calls).toEqual([{ line: `POST ${discountCaptureCall}${token}` }]);
  expect(
    await page.evaluate(() => sessionStorage.getItem('paypalDiscountRegistration')),
  ).toBeNull();
});

for (const [kind, address, status, update] of [
  ['registration', cardReturn, statusCall, updateCall],
  ['discount', `${cardReturn}&type=discount`, discountStatusCall, discountUpdateCall],
] as const) {
  test(`a card payment of a ${kind} is asked for until it is paid, then recorded`, async ({
    page,
  }) => {
    await page.clock.install();
    const answers = [
      { json: { paymentStatus: 'unpaid', status: 'open' } },
      { status: 500, json: {} },
      { json: { paymentStatus: kind === 'discount' ? 'no_payment_required' : 'paid' } },
    ];
    const calls = await comeBack(page, address, {
      kept: { sessionStorage: { stripeRedirect: true } },
      replies: { [status]: () => answers.shift() ?? 'offline', [update]: { json: {} } },
    });
    await expect(page.getByText('Step 1 of 10')).toBeVisible();
    await runUntil(page, page.getByText('Step 2 of 10'));
    await runUntil(page, heading(page, /Payment Successful/));
    const asked = { line: `GET ${status}${session}` };
    const recorded = { line: `POST ${update}?sessionId=${session}` };
    expect(calls).toEqual([asked, asked, asked, recorded]);
    expect(await page.evaluate(() => sessionStorage.getItem('stripeRedirect'))).toBeNull();
  });
}

test('a card payment with the status COMPLETED is paid', async ({ page }) => {
  await comeBack(page, cardReturn, {
    replies: { [statusCall]: { json: { status: 'COMPLETED' } }, [updateCall]: { json: {} } },
  });
  await expect(heading(page, /Payment Successful/)).toBeVisible();
});

for (const [what, reply, message] of [
  ['stays unpaid', { json: { paymentStatus: 'unpaid' } }, unverified],
  ['has no answer', 'offline', 'Payment verification timed out...'],
  ['is answered with a fault', { status: 500, json: {} }, 'Payment verification timed out...'],
  ['is answered without sense', { text: 'no JSON' }, 'Error processing payment status...'],
] as const) {
  test(`a card payment that ${what} is given up after ten questions, three seconds apart`, async ({
    page,
  }) => {
    await page.clock.install();
    const calls = await comeBack(page, cardReturn, { replies: { [statusCall]: reply } });
    for (let step = 1; step <= 10; step++) {
      const text = page.getByText(`Step ${step} of 10`);
      if (step === 1) await expect(text).toBeVisible();
      else await runUntil(page, text);
      await expect.poll(() => calls.length).toBe(step);
    }
    await expect(heading(page, /Payment Error/)).toBeVisible();
    await expectTold(page, message);
    await expect.soft(page.getByText(/do not pay again/i).first()).toBeVisible();
    await expectWaysOut(page);
    expect(calls.every(({ line }) => line === `GET ${statusCall}${session}`)).toBe(true);
    expect(calls).toHaveLength(10);
  });
}

test('between two questions lie three seconds', async ({ page }) => {
  await page.clock.install();
  const first = heldBack({ json: { paymentStatus: 'unpaid' } });
  const calls = await comeBack(page, cardReturn, { replies: { [statusCall]: first.reply } });
  await expect(page.getByText('Step 1 of 10')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse(/status/);
  first.letGo();
  await answered;

  let passed = 0;
  while (calls.length < 2 && passed < 5000) {
    await page.clock.runFor(100);
    passed += 100;
  }
  expect(passed).toBeGreaterThanOrEqual(3000);
  expect(passed).toBeLessThan(3600);
});

test('after Try Again a payment that is still open can be checked, and then it is not lost', async ({
  page,
}) => {
  const replies: Replies = {
    [statusCall]: { json: { paymentStatus: 'paid' } },
    [updateCall]: { status: 500, json: {} },
  };
  await comeBack(page, cardReturn, { replies });
  await expect(heading(page, /Payment Error/)).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect.soft(page.getByText(/nothing was charged/i).first()).toBeVisible();
  await page.getByRole('link', { name: 'Check this payment' }).click();
  await expect(
    alertSaying(page, 'Payment verified but failed to update database. Please contact support.'),
  ).toBeVisible();
  replies[updateCall] = { json: { success: true } };
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
});

test('the pages of a payment that was not made say that nothing was charged, and lead back', async ({
  page,
}) => {
  for (const address of ['/payment-cancel', '/payment-failure', '/register']) {
    await comeBack(page, address);
    await expect(heading(page, /./)).toBeVisible();
    await expect.soft(page.getByRole('main')).toContainText(/nothing was charged/i);
    await page.getByRole('link', { name: 'Return to Registration' }).click();
    await expect(page).toHaveURL(/\/conference-registration$/);
    await page.unrouteAll();
  }
});
