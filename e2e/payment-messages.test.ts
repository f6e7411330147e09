import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  captureCall,
  cardReturn,
  comeBack,
  discount,
  discountCaptureCall,
  heading,
  type Kept,
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

// These tests make calls fail on purpose.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const badLink =
  'Invalid payment link. Please complete your registration through the proper payment process.';
const dataLost = 'PayPal registration data not found. Please try registering again.';
const discountLost = 'PayPal discount registration data not found. Please try registering again.';
const capture = (reason: string) => `PayPal payment processing failed: ${reason}`;
const notRecorded = 'Payment verified but failed to update database. Please contact support.';
const unverified =
  'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.';

/** The advice below the message. */
const mayHaveMoved = /do not pay again/i;
const notCharged = /nothing was charged/i;
const noPayment = /does not belong to a payment/;

const captured = [`POST ${captureCall}${token}`];
const asked = `GET ${statusCall}${session}`;
const recorded = `POST ${updateCall}?sessionId=${session}`;

type Row = {
  because: string;
  address: string;
  kept?: Kept;
  replies?: Replies;
  message: string;
  below: RegExp;
  calls?: string[];
};
const rows: Row[] = [
  {
    because: 'the address names no payment',
    address: '/payment-success',
    message: badLink,
    below: noPayment,
  },
  {
    because: 'the address has a token and no payer',
    address: `/payment-success?token=${token}`,
    message: badLink,
    below: noPayment,
  },
  {
    because: 'nothing is kept of the registration',
    address: paypalReturn,
    message: dataLost,
    below: mayHaveMoved,
  },
  {
    because: 'nothing is kept of the discount',
    address: `${paypalReturn}&type=discount`,
    kept: registration,
    message: discountLost,
    below: mayHaveMoved,
  },
  {
    because: 'the server refuses to capture',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { status: 422, json: { success: false, message: 'Declined' } } },
    message: capture('Declined'),
    below: notCharged,
    calls: captured,
  },
  {
    because: 'the capture of a discount is pending',
    address: paypalReturn,
    kept: discount,
    replies: {
      [discountCaptureCall]: { json: { success: false, status: 'PENDING', errorMessage: 'Wait' } },
    },
    message: capture('Wait'),
    below: mayHaveMoved,
    calls: [`POST ${discountCaptureCall}${token}`],
  },
  {
    because: 'the capture answer says neither yes nor no',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { json: {} } },
    message: capture('PayPal did not confirm the payment.'),
    below: mayHaveMoved,
    calls: captured,
  },
  {
    because: 'the capture answer is no JSON',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { text: 'no JSON' } },
    message: capture('The answer of the server could not be read.'),
    below: mayHaveMoved,
    calls: captured,
  },
  {
    because: 'a proxy answers instead of the server',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { status: 502, text: 'down' } },
    message: capture('The server answered 502 Bad Gateway'),
    below: mayHaveMoved,
    calls: captured,
  },
  {
    because: 'the network is gone',
    address: paypalReturn,
    kept: registration,
    message: capture('Failed to fetch'),
    below: mayHaveMoved,
    calls: captured,
  },
  {
    because: 'a paid payment cannot be recorded',
    address: cardReturn,
    replies: {
      [statusCall]: { json: { paymentStatus: 'paid' } },
      [updateCall]: { status: 500, json: {} },
    },
    message: notRecorded,
    below: mayHaveMoved,
    calls: [asked, recorded],
  },
  {
    because: 'the record says no',
    address: cardReturn,
    replies: {
      [statusCall]: { json: { paymentStatus: 'paid' } },
      [updateCall]: { json: { success: false } },
    },
    message: notRecorded,
    below: mayHaveMoved,
    calls: [asked, recorded],
  },
];

for (const { because, address, kept = {}, replies = {}, message, below, calls = [] } of rows) {
  test(`${because}: ${message}`, async ({ page }) => {
    const made = await comeBack(page, address, { kept, replies });
    await expectFailure(page, message, below);
    expect(made.map(({ line }) => line)).toEqual(calls);
  });
}

const timedOut = `Payment verification timed out. ${unverified}`;
const unreadable =
  'Error processing payment status. Please contact support if payment was deducted.';

for (const [because, reply, message, below] of [
  ['stays unpaid', { json: { paymentStatus: 'unpaid' } }, unverified, mayHaveMoved],
  ['has failed', { json: { paymentStatus: 'failed' } }, unverified, notCharged],
  ['has expired', { json: { paymentStatus: 'expired' } }, unverified, notCharged],
  ['gets no answer', 'offline', timedOut, mayHaveMoved],
  ['gets a fault', { status: 500, json: {} }, timedOut, mayHaveMoved],
  ['gets an answer without sense', { text: 'no JSON' }, unreadable, mayHaveMoved],
] as const) {
  test(`a card payment that ${because} fails after ten status requests: ${message}`, async ({
    page,
  }) => {
    await page.clock.install();
    const turns = Array.from({ length: 10 }, () => delayedReply(reply));
    const next = turns.values();
    const calls = await comeBack(page, cardReturn, {
      replies: { [statusCall]: () => next.next().value?.reply ?? 'offline' },
    });
    await expect(step(page, 1)).toBeVisible();
    const waitedFor = await recordTimeouts(page);
    for (const [at, turn] of turns.entries()) {
      await expect(step(page, at + 1)).toBeVisible();
      await expect.poll(() => calls.length).toBe(at + 1);
      turn.release();
      if (at === 9) continue;
      await waitedFor(3000, at + 1);
      await page.clock.runFor(3000);
    }
    await expectFailure(page, message, below);
    await waitedFor(3000, 9);
    expect(calls.map(({ line }) => line)).toEqual(Array.from({ length: 10 }, () => asked));
  });
}

/** Checks the message, the advice below it, and the links to support and back beside it. */
async function expectFailure(page: Page, message: string, below: RegExp): Promise<void> {
  await expect(heading(page, /Payment Error/)).toBeVisible();
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('alert')).toHaveText(message);
  await expect.soft(main.getByRole('paragraph').filter({ hasText: below }).first()).toBeVisible();
  const again = page.getByRole('link', { name: 'Try Again' });
  await expect.soft(again).toHaveAttribute('href', '/register');

  const { subject, lines } = await mailToSupport(page);
  expect.soft(lines).toContain(`Message: ${message}`);
  // The mail contains neither the payer's name nor the full id of the payment.
  expect.soft([subject, ...lines].join()).not.toMatch(new RegExp(`Ada|${session}`));

  const details = page.getByRole('group').filter({ hasText: 'Technical details' });
  await expect.soft(details).not.toHaveAttribute('open');
  await details.getByText('Technical details').click();
  await expect.soft(details).toHaveAttribute('open');
  // The technical details have the same lines.
  for (const line of lines) {
    const [label = '', ...value] = line.split(': ');
    await expect.soft(details.getByRole('term').getByText(label, { exact: true })).toBeVisible();
    await expect.soft(details).toContainText(value.join(': '));
  }
}
