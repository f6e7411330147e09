import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { alertSaying, storedNames } from './form-page.ts';
import {
  captureCall,
  cardReturn,
  comeBack,
  heading,
  mailToSupport,
  paypalReturn,
  registration,
  session,
  statusCall,
  step,
  token,
  updateCall,
} from './payment-return.ts';
import { delayedReply, type Replies } from './pretend-server.ts';

// Some of these tests make calls fail on purpose.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const paid = { [statusCall]: { json: { paymentStatus: 'paid' } }, [updateCall]: { json: {} } };

const dataLost = 'PayPal registration data not found. Please try registering again.';
const error = /Payment Error/;
/** The title of a result that can still change. */
const open = /Payment not confirmed yet/;
const notRecorded = 'Payment verified but failed to update database. Please contact support.';

/** One failure for each advice. The causes of each message are cases of the tests in site/payment-result/. */
const failures = [
  {
    address: `/payment-success?token=${token}`,
    title: error,
    message:
      'Invalid payment link. Please complete your registration through the proper payment process.',
    below: /does not belong to a payment/,
  },
  { address: paypalReturn, title: error, message: dataLost, below: /do not pay again/i },
  {
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: 'offline' },
    title: open,
    message: 'PayPal payment processing failed: Failed to fetch',
    below: /do not pay again/i,
  },
  {
    address: cardReturn,
    replies: { ...paid, [updateCall]: { json: { success: false } } },
    title: open,
    message: notRecorded,
    below: /do not pay again/i,
  },
  {
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { status: 422, json: { success: false, message: 'Declined' } } },
    title: error,
    message: 'PayPal payment processing failed: Declined',
    below: /nothing was charged/i,
  },
] as const;

test('a payment that failed is shown with its advice, its details and a mail to support, and axe finds nothing', async ({
  page,
}) => {
  for (const { address, title, message, below, ...state } of failures) {
    await comeBack(page, address, state);
    await expect(heading(page, error)).toBeVisible();
    await expect(page).toHaveTitle(title);
    const main = page.getByRole('main');
    await expect.soft(main.getByRole('alert')).toHaveText(message);
    const advice = main.getByRole('paragraph').filter({ hasText: below });
    await expect.soft(advice.first()).toBeVisible();
    const again = page.getByRole('link', { name: 'Try Again' });
    await expect.soft(again).toHaveAttribute('href', '/register');

    const { to, subject, lines } = await mailToSupport(page);
    expect.soft(to).toMatch(/^[^@]+@[^@]+$/);
    expect.soft(lines).toContain(`Message: ${message}`);
    // The mail contains neither the payer's name nor the full id of a card payment.
    expect.soft([subject, ...lines].join()).not.toMatch(new RegExp(`Ada|${session}`));

    // The technical details have the same lines.
    const details = page.getByRole('group').filter({ hasText: 'Technical details' });
    await expect.soft(details).not.toHaveAttribute('open');
    await details.getByText('Technical details').click();
    await expect.soft(details).toHaveAttribute('open');
    for (const line of lines) {
      const [label = '', ...value] = line.split(': ');
      const term = details.getByRole('term').getByText(label, { exact: true });
      await expect.soft(term).toBeVisible();
      await expect.soft(details).toContainText(value.join(': '));
    }
    await expectNoFindings(page, message);
    await page.unrouteAll();
  }
  // The mail about the last failure has everything that support needs to find the payment.
  const { subject, lines } = await mailToSupport(page);
  expect(subject).toMatch(new RegExp(`^Payment for .+: ${token}$`));
  expect(lines.slice(1)).toEqual([
    `Reference: ${token}`,
    'Paid by: PayPal',
    expect.stringMatching(/^Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    'Attempts: 1',
    'Last answer: The server answered 422 Unprocessable Entity',
  ]);
  await expect(page.getByRole('main')).toContainText(`Your reference${token}`);
});

test('a payment that arrived without the entries of this browser is shown as paid, and axe finds nothing', async ({
  page,
}) => {
  const delayed = delayedReply({ json: { paymentStatus: 'paid', reference: 'PS26-7K3M-9QXW' } });
  await comeBack(page, paypalReturn, { replies: { [statusCall]: delayed.reply } });
  await expect(heading(page, error)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  delayed.release();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
  await expect(page).toHaveTitle(/Payment Successful/);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(main.getByText(dataLost)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('PS26-7K3M-9QXW');
  await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveCount(0);
  await expectNoFindings(page, 'a payment that arrived after all');
});

test('after Try Again the visitor can check a payment that is still open, and axe finds nothing', async ({
  page,
}) => {
  const delayed = delayedReply({ json: { paymentStatus: 'paid', reference: 'PS26-7K3M-9QXW' } });
  const replies: Replies = {
    [statusCall]: delayed.reply,
    [updateCall]: { status: 500, json: {} },
  };
  await comeBack(page, cardReturn, { replies });
  await expect(step(page, 1)).toBeVisible();
  await expectNoFindings(page, 'a payment that is being checked');
  delayed.release();
  await expect(heading(page, error)).toBeVisible();
  await expect(page).toHaveTitle(open);
  await expect.soft(page.getByRole('main')).toContainText('Your referencePS26-7K3M-9QXW');
  await expect.soft(page.getByText(/we keep checking/)).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole('link', { name: 'Check this payment' }).click();
  await expect(alertSaying(page, notRecorded)).toBeVisible();
  replies[updateCall] = { json: { success: true } };
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
  await expectNoFindings(page, 'a payment that has arrived');
});

for (const { way, address, kept, replies, call, asked } of [
  { way: 'card', address: cardReturn, kept: {}, replies: paid, call: statusCall, asked: 2 },
  {
    way: 'PayPal',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { json: { success: true } } },
    call: captureCall,
    // A reload shows a captured payment from the tab's storage, without a call.
    asked: 1,
  },
]) {
  test(`payment parameters leave the address bar once the page has read them (${way}), and a reload still has them`, async ({
    page,
    site,
  }) => {
    const calls = await comeBack(page, address, { kept, replies });
    const result = `${site.origin}/payment-success`;
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    expect.soft(await storedNames(page)).not.toContain('paypalRegistration');
    await expect(page).toHaveURL(result);
    await page.reload();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    await expect(page).toHaveURL(result);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await page.goBack();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    expect(calls.filter(({ line }) => line.includes(call))).toHaveLength(asked);

    // A shared address reveals nothing.
    await page.goto('about:blank');
    await page.goto(result);
    await expect(heading(page, error)).toBeVisible();
  });
}

test('payment parameters leave the address bar of other pages, which link to the result of the payment, and axe finds nothing', async ({
  page,
  site,
}) => {
  for (const path of ['/payment-failure', '/payment-cancel', '/register']) {
    await comeBack(page, `${path}?session_id=cs_test_a1b2c3`, { replies: paid });
    const result = page.getByRole('main').getByRole('link', { name: 'Show the result' });
    await expect(result).toBeVisible();
    await expect(page).toHaveURL(`${site.origin}${path}`);
    await page.reload();
    await expect(result).toBeVisible();
    await page.unrouteAll();
  }
  await expectNoFindings(page, 'a cancelled payment that was paid after all');
  await comeBack(page, '/payment-cancel', { kept: { sessionStorage: { stripeRedirect: true } } });
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await expectNoFindings(page, 'a cancelled payment that was begun');
});
