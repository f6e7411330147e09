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
  mailToSupport,
  recordTimeouts,
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

for (const json of [
  { success: true },
  { status: 'COMPLETED' },
  { paymentStatus: 'paid' },
  { status: 'capture_success' },
  { orderId: token },
]) {
  test(`a capture answered with ${JSON.stringify(json)} is a success, also after a reload`, async ({
    page,
  }) => {
    const calls = await comeBack(page, paypalReturn, {
      kept: { ...registration, sessionStorage: { stripeRedirect: true } },
      replies: { [captureCall]: { json } },
    });
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    const kept = await page.evaluate(() => [
      localStorage.getItem('paypalRegistration'),
      sessionStorage.getItem('stripeRedirect'),
    ]);
    expect.soft(kept).toEqual([null, null]);
    await page.reload();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    expect(calls).toEqual([{ line: `POST ${captureCall}${token}` }]);
  });
}

test('a discount paid by PayPal is captured as a discount, because the browser has stored its entries', async ({
  page,
}) => {
  const held = delayedReply({ json: { success: true } });
  const calls = await comeBack(page, paypalReturn, {
    kept: { ...registration, ...discount },
    replies: { [discountCaptureCall]: held.reply },
  });
  await expect.poll(() => calls).toEqual([{ line: `POST ${discountCaptureCall}${token}` }]);
  await expect(heading(page, /./)).not.toHaveText(/Payment (Successful|Error)/);
  held.release();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(
    await page.evaluate(() => sessionStorage.getItem('paypalDiscountRegistration')),
  ).toBeNull();
});

for (const [kind, address, status, update, paid] of [
  ['registration', cardReturn, statusCall, updateCall, { paymentStatus: 'paid' }],
  [
    'discount',
    `${cardReturn}&type=discount`,
    discountStatusCall,
    discountUpdateCall,
    { paymentStatus: 'no_payment_required' },
  ],
] as const) {
  test(`the page requests the status of a ${kind} every three seconds until it is paid, then has it recorded`, async ({
    page,
  }) => {
    await page.clock.install();
    const turns = [
      delayedReply({ json: { paymentStatus: 'unpaid', status: 'open' } }),
      delayedReply({ status: 500, json: {} }),
      delayedReply({ json: paid }),
    ];
    const next = turns.values();
    const calls = await comeBack(page, address, {
      kept: { sessionStorage: { stripeRedirect: true } },
      replies: {
        [status]: () => next.next().value?.reply ?? 'offline',
        [update]: { json: { success: true } },
      },
    });
    await expect(step(page, 1)).toBeVisible();
    const waitedFor = await recordTimeouts(page);
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 60_000);
    for (const [at, turn] of turns.entries()) {
      await expect(step(page, at + 1)).toBeVisible();
      turn.release();
      if (at === 2) continue;
      await waitedFor(3000, at + 1);
      await page.clock.runFor(2999);
      await expect(step(page, at + 1)).toBeVisible();
      expect(calls).toHaveLength(at + 1);
      await page.clock.runFor(1);
    }
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    const asked = { line: `GET ${status}${session}` };
    const recorded = { line: `POST ${update}?sessionId=${session}` };
    expect(calls).toEqual([asked, asked, asked, recorded]);
    expect(await page.evaluate(() => sessionStorage.getItem('stripeRedirect'))).toBeNull();
  });
}

test('a card payment with the status COMPLETED is paid, and the receipt names the product', async ({
  page,
}) => {
  for (const [said, shown] of [
    [{ productName: 'Speaker', name: 'x' }, 'Speaker'],
    [{ metadata: { productName: 'Poster' }, name: 'x' }, 'Poster'],
    [{ name: 'Student' }, 'Student'],
  ] as const) {
    await comeBack(page, cardReturn, {
      replies: {
        [statusCall]: { json: { status: 'COMPLETED', description: 'A room', ...said } },
        [updateCall]: { json: { success: true } },
      },
    });
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await expect.soft(receipt).toContainText(shown);
    await expect.soft(receipt).toContainText('A room');
    await page.unrouteAll();
  }
});

test('the mail to support has what support needs to find the payment', async ({ page }) => {
  await comeBack(page, paypalReturn, {
    kept: registration,
    replies: { [captureCall]: { status: 422, json: { success: false, message: 'Declined' } } },
  });
  await expect(heading(page, /Payment Error/)).toBeVisible();
  const mail = await mailToSupport(page);
  expect(mail.to).toMatch(/^[^@]+@[^@]+$/);
  expect(mail.subject).toMatch(new RegExp(`^Payment for .+: ${token}$`));
  expect(mail.lines).toEqual([
    'Message: PayPal payment processing failed: Declined',
    `Reference: ${token}`,
    'Paid by: PayPal',
    expect.stringMatching(/^Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    'Attempts: 1',
    'Last answer: The server answered 422 Unprocessable Entity',
  ]);
  await expect(page.getByRole('main')).toContainText(`Your reference${token}`);
});

test('after Try Again the visitor can check a payment that is still open', async ({ page }) => {
  const replies: Replies = {
    [statusCall]: { json: { paymentStatus: 'paid', reference: 'PS26-7K3M-9QXW' } },
    [updateCall]: { status: 500, json: {} },
  };
  await comeBack(page, cardReturn, { replies });
  await expect(heading(page, /Payment Error/)).toBeVisible();
  await expect.soft(page.getByRole('main')).toContainText('Your referencePS26-7K3M-9QXW');
  await expect.soft(page.getByText(/we keep checking/)).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole('link', { name: 'Check this payment' }).click();
  await expect(
    alertSaying(page, 'Payment verified but failed to update database. Please contact support.'),
  ).toBeVisible();
  replies[updateCall] = { json: { success: true } };
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(heading(page, /Payment Successful/)).toBeVisible();
});
