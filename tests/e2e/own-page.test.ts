import { DAY } from '#contract/time-spans.ts';
import type { Page } from '@playwright/test';
import { planVisaLetter, planVisaRefusal } from '#features/visa-letter/decide-visa-request.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCheckIn } from '#features/desk/check-in.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { planRefund } from '#server/orders/change/refund-order.ts';
import { aGroup, carriedOut } from '#tests/support/a-group.ts';
import { actThrough, confirmationLink, pageTokenOf, pathOf } from '#tests/support/own-page.ts';
import {
  aPaidGroup,
  paidRegistration,
  unpaidRegistration,
} from '#tests/support/paid-registration.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { entryOf, offerFreePlaces } from '#tests/support/waiting-list.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { sendVisaForm } from '#tests/support/visa-form.ts';
import { aPerson, chooseAt, openedPaypal, paidAmount } from '#tests/support/visitor.ts';
import { expectNoFindings } from './axe.ts';
import { fill } from './form-page.ts';
import { expect, test } from './own-page-fixtures.ts';

const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, guests: 1 } as const;
const colleague = {
  Name: 'Oona Järvi',
  Email: 'oona.jarvi@institute-for-gels-and-foams.example',
  Institute: 'Institute of Gels',
  Phone: '+358 9 1',
  Country: 'Finland',
};

// axe needs scripts, and the policy of these pages forbids them.
test.use({ bypassCSP: true, viewport: { width: 320, height: 700 } });

test.beforeEach(({ allowConsole }) => {
  // A refused form is answered with the status of an error.
  allowConsole(/^error: Failed to load resource: .* 40[049] /);
});

test('the own page is accessible and fits 320 pixels in every state', async ({ page, server }) => {
  const see = async (path: string, state: string, words: string | RegExp) => {
    await page.goto(path);
    await expectSound(page, state, words);
  };
  const { organising } = server;

  const registered = aPerson();
  await server.post('/api/registration/register', { ...registered, presentationType: 'SPEAKER' });
  await see(await pageFor(server, registered), 'registered', 'Nothing has been ordered yet');

  const unpaid = await unpaidRegistration(server, stay);
  await see(pathOf(unpaid.order), 'unpaid', 'is not paid yet');

  const { own, reference: promised } = await transferRegistration(server, stay);
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await see(own, `bank transfer, ${width}`, 'Reference to quote');
  }
  await expectPrintedTransfer(page, promised);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 700 });
  await see(own, 'bank transfer', 'DE02 1203 0000 0000 2020 51');
  await book(server, { reference: promised, cents: 10_000 }, '--send');
  await see(own, 'bank transfer, part', 'We have received €100.00');

  const slow = await openedPaypal(server);
  await chooseAt(slow.url, 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${slow.orderId}`);
  await see(await pageFor(server, slow.person), 'checking', 'waiting for the payment');

  const { person: agreed } = await paidAmount(server);
  await see(await pageFor(server, agreed), 'waits for agreement', 'has to confirm the amount');

  const refunded = await paidRegistration(server, stay);
  await carriedOut(planRefund(organising, { reference: refunded.reference }));
  await see(pathOf(refunded.order), 'refunded', 'was refunded');

  const cancelled = await paidRegistration(server);
  await carriedOut(planCancellation(organising, { reference: cancelled.reference }));
  await see(pathOf(cancelled.order), 'cancelled', 'is cancelled');

  await see(`/registration/${'0'.repeat(26)}`, 'not found', 'nothing at this address');

  const unpaidGroup = await aGroup(server);
  await see(pathOf(unpaidGroup.order), 'group, unpaid', 'is not paid yet');

  const group = await aPaidGroup(server);
  await see(pathOf(group.members[0]), 'member', 'person who pays for your group');
  for (const { id } of group.members.slice(0, 2)) {
    const change = `${pathOf(group.order)}/people/${id}/change`;
    await actThrough(server, change, { 'extra-dinner': '1' });
  }
  await see(pathOf(group.order), 'group, paid, with changes to pay', 'Changes to pay');
  // Screen readers list buttons without the text around them.
  const names = await page
    .getByRole('button', { name: /^Withdraw the change/ })
    .evaluateAll((all) => all.map((each) => each.textContent?.trim()));
  expect.soft(new Set(names).size).toBe(2);

  const paid = await paidRegistration(server, stay);
  await see(pathOf(paid.order), 'confirmed', 'Your place is confirmed');
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await expectSound(page, 'confirmed, unfolded', 'Your emblem');
  await expectPrintedFacts(page, paid.order);

  await sendVisaForm(server, paid.order.pageToken);
  await see(pathOf(paid.order), 'visa letter, asked', 'You have asked for a letter');
  await carriedOut(planVisaLetter(organising, { reference: paid.reference }));
  await see(pathOf(paid.order), 'visa letter, issued', 'Your letter is ready');
  const other = await paidRegistration(server);
  await sendVisaForm(server, other.order.pageToken);
  const reason = 'Please register with the name in your passport.';
  await carriedOut(planVisaRefusal(organising, { reference: other.reference, reason }));
  await see(pathOf(other.order), 'visa letter, declined', reason);

  const { reference } = paid;
  await carriedOut(planCheckIn(organising, { reference, isDespiteUnpaid: false }));
  server.clock.advance(100 * DAY);
  await see(pathOf(paid.order), 'certificate', 'Download the certificate');
  await see(pathOf(other.order), 'no certificate', 'Nobody checked you in');
  await see(pathOf(unpaidGroup.order), 'lapsed', 'was not paid in time');
});

test('facts stay readable in text of twice the size, and buttons have a frame in forced colours', async ({
  page,
  server,
}) => {
  const paid = await paidRegistration(server, stay);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(pathOf(paid.order));
  const [label, value] = await Promise.all(
    [page.locator('dt').first(), page.locator('dd').first()].map((part) => part.boundingBox()),
  );
  expect(value?.x).toBe(label?.x);
  expect(value?.width).toBeGreaterThan(200);

  await page.emulateMedia({ forcedColors: 'active' });
  const buttons = page.getByRole('main').locator('.receipt-download');
  const frames = await buttons.evaluateAll((all) =>
    all.map((button) => getComputedStyle(button).borderTopStyle),
  );
  expect(new Set(frames)).toEqual(new Set(['solid']));
});

test('every page of an act is accessible and fits 320 pixels, with mistakes and with its plan', async ({
  page,
  server,
}) => {
  const paid = await paidRegistration(server, stay);
  const own = pathOf(paid.order);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const see = (state: string, words: string | RegExp) => expectSound(page, state, words);

  await test.step('the details and the address', async () => {
    await page.goto(`${own}/details`);
    await see('details', 'Correct your details');
    await fill(page, { Name: '\u200B', Country: '' });
    await press('Continue');
    await see('details with mistakes', 'Please choose a country');
    await expectDescribed(page, 'Name', /Please enter the name/);
    await fill(page, { Name: 'Mira Lindqvist-Söderbergh', Country: 'Norway' });
    await press('Continue');
    await see('details, planned', 'A corrected receipt');
    await page.goto(`${own}/address`);
    await see('address', 'New email address');
    await fill(page, { 'New email address': 'mira@lab' });
    await page.getByLabel('New email address').evaluate((input: HTMLInputElement) => {
      if (input.form) input.form.noValidate = true;
    });
    await press('Continue');
    await see('address with a mistake', 'name@example.org');
    await fill(page, { 'New email address': 'mira.lindqvist.soederbergh@lab.example' });
    await press('Continue');
    await see('address, planned', 'We send an email with a link');
    await press('Send the email');
    await see('address, waiting', 'waits for its confirmation');
    await page.goto(await confirmationLink(server, 'mira.lindqvist.soederbergh@lab.example'));
    await see('address, confirming', 'Confirm the address');
    await page.goto(own);
    await press('Keep the present address');
    await see('address, kept', 'The address stays as it is.');
  });

  await test.step('the questions', async () => {
    await page.getByText('Answer 3 questions').click();
    await fill(page, { Diet: 'Vegan', Access: '\u200B' });
    await press('Save the answers');
    await see('questions with mistakes', 'Nothing has been saved yet');
    await expectDescribed(page, 'Access', /one line of plain text/);
  });

  await test.step('a change', async () => {
    await page.goto(`${own}/change`);
    await see('change', 'Choose what you would like to have');
    await press('Continue');
    await see('change, nothing', 'nothing would change');
    await page.getByLabel('Boat tour').selectOption('1');
    await press('Continue');
    await see('change, more', 'You pay €21.00 more');
    await page.goto(`${own}/change`);
    await page.getByLabel('Nights').selectOption('2');
    await press('Continue');
    await see('change, less', 'Make the change, refund');
    await page.goto(`${own}/change`);
    await page.getByLabel('Conference dinner').selectOption('1');
    await press('Continue');
    await press(/^Continue to the payment/);
    await page.goto(own);
    await see('a change to pay', 'Withdraw this change');
    await press('Withdraw this change');
    await see('withdrawn', 'The change is withdrawn');
  });

  await test.step('the visa letter', async () => {
    await page.goto(`${own}/visa-letter`);
    await see('visa form', 'copy the details from your passport');
    await page.locator('main form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await press('Ask for the letter');
    await see('visa form with mistakes', 'Please check the fields below');
  });

  await test.step('the hand-over', async () => {
    await page.goto(`${own}/hand-over`);
    await see('hand over', 'Your colleague gets the place');
    await press('Continue');
    await see('hand over with mistakes', 'Please enter an email address');
    await fill(page, colleague);
    await press('Continue');
    await see('hand over, planned', 'No money changes hands');
    await press('Offer the place');
    await see('hand over, offered', 'The place is offered to');
    await page.goto(await confirmationLink(server, colleague.Email));
    await see('colleague', 'offers you a paid place');
    await press('Accept the place');
    await see('colleague, accepted', 'The place is yours');
    await page.goto(`/registration/confirm/${'0'.repeat(26)}`);
    await see('nothing to confirm', 'nothing to confirm');
  });

  await test.step('the cancellation, and the acts for a person of a group', async () => {
    const { order } = await paidRegistration(server, stay);
    await page.goto(`${pathOf(order)}/cancel`);
    await see('cancel', 'cancels the registration');
    await press(/^Cancel, refund/);
    await see('cancel, done', 'The registration is cancelled');

    const group = await aPaidGroup(server);
    const [member] = group.members;
    await page.goto(`${pathOf(group.order)}/people/${member.id}/hand-over`);
    await see('hand over the place of a member', member.name);
    await page.goto(`${pathOf(group.order)}/cancel`);
    await see('cancel a group', 'all 3 people');
  });
});

test('an invoice is asked for and corrected without scripts, on a phone and by keyboard', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { order } = await paidRegistration(server);
  await page.goto(pathOf(order));
  await expectSound(page, 'offer', 'Need an invoice with your organisation’s address?');
  await unfold(page, 'Invoice');
  await page.getByRole('link', { name: 'Add the details' }).click();
  await expectSound(page, 'form', 'takes the place of your receipt');
  expect(await page.locator('script').count()).toBe(0);
  await fill(page, { Address: 'Storchengasse 4' });
  await page.getByLabel('VAT number').fill('DE123');
  // The browser asks for the name; without its check the server does.
  await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: 'Issue the invoice' }).press('Enter');
  await expectSound(page, 'mistakes', 'Nothing was saved. Please check the marked fields.');
  await expectDescribed(page, 'Name of the organisation', /Please enter the name/);
  await expectDescribed(page, 'VAT number', /This is not a VAT number of the country/);
  await expect.soft(page.getByLabel('Address')).toHaveValue('Storchengasse 4');
  await fill(page, {
    'Name of the organisation': 'Baltic University of Soft Matter',
    Address: 'Accounts Payable\nStorchengasse 4\n18055 Rostock',
    Country: 'Germany',
  });
  await page.getByLabel('VAT number').fill('de 777 700 032');
  await page.getByLabel('Your order number').fill('PO 77');
  await page.getByRole('button', { name: 'Issue the invoice' }).press('Enter');
  await expectSound(page, 'issued', 'Your invoice is issued.');
  await unfold(page, 'Invoice');
  await page.getByRole('link', { name: 'Correct these details' }).click();
  await expectSound(page, 'correction', 'Your present invoice is cancelled');
  await expect.soft(page.getByLabel('VAT number')).toHaveValue('DE777700032');
  await page.getByLabel('Your order number').fill('PO 78');
  await page.getByRole('button', { name: 'Issue the invoice' }).press('Enter');
  await expectSound(page, 'corrected', 'Your invoice is issued.');
  await page.goto(`/receipt/${order.receiptToken}`);
  await expectSound(page, 'invoice', /Invoice.*PO 78/s);
  await expectSound(page, 'earlier documents', 'Cancellation invoice');
});

test('the pages of the waiting list are accessible and fit 320 pixels', async ({
  page,
  server,
}) => {
  const { reference } = await paidRegistration(server, { presentationType: 'EXHIBITOR' });
  const see = (state: string, words: string | RegExp) => expectSound(page, state, words);
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/waiting-list?choice=registrationOnly,exhibitor,1,0');
  await see('waiting list', 'Registration (Exhibitor)');
  const { name, email } = aPerson();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('mira@lab');
  await press('Join the waiting list');
  await see('waiting list with a mistake', 'Please check');
  await page.getByLabel('Email').fill(email);
  await press('Join the waiting list');
  await see('joined', 'waiting list');
  const { token } = await entryOf(server, email);
  await page.goto(`/waiting-list/${token}`);
  await see('waiting for the confirmation', 'Registration (Exhibitor)');
  await press('Confirm the address');
  await see('waiting', 'Registration (Exhibitor)');
  await carriedOut(planCancellation(server.organising, { reference }));
  await offerFreePlaces(server);
  await page.goto(`/offer/${token}`);
  await see('offer', 'Registration (Exhibitor)');
  await page.getByLabel('Phone').fill('\u200B');
  await page.getByLabel('Institute').fill('Institute of Gels');
  await page.getByLabel('Country').selectOption('Finland');
  await press('Register and go to the payment');
  await see('offer with a mistake', 'Phone');
  await page.getByLabel('Phone').fill('+358 9 1');
  await press('Register and go to the payment');
  await see('taken, and not paid yet', 'is not paid yet');
});

/** Opens a part of a page. */
async function unfold(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: heading, exact: true }).click();
}

/** Checks a page in its state, at 320 pixels and in both colour schemes. */
async function expectSound(page: Page, state: string, words: string | RegExp): Promise<void> {
  await expect.soft(page.getByRole('main'), state).toContainText(words);
  await expect.soft(page.getByRole('heading', { level: 1 }), state).toHaveCount(1);
  await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');

  await expectNoFindings(page, state);
}

async function expectDescribed(page: Page, label: string, words: RegExp): Promise<void> {
  await expect.soft(page.getByLabel(label)).toHaveAccessibleDescription(words);
}

/** A printed page has the facts that the registration desk reads, on one sheet, and nothing to press. */
async function expectPrintedFacts(page: Page, order: Order): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect.soft(main.getByText(order.reference).first()).toBeVisible();
  await expect.soft(main.getByText(order.customer.name).first()).toBeVisible();
  await expect.soft(main.getByRole('img', { name: order.reference })).toBeVisible();
  await expect.soft(main.getByRole('button')).toHaveCount(0);
  await expect.soft(main.getByRole('link', { name: 'Correct your details' })).toHaveCount(0);
  await expect.soft(main.locator('form:visible, input:visible, select:visible')).toHaveCount(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect.soft(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
}

/** An accounts department reads the account on the printed page, and nothing to press. */
async function expectPrintedTransfer(page: Page, reference: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  for (const words of ['DE02 1203 0000 0000 2020 51', 'Account holder', 'To arrive by']) {
    await expect.soft(main.getByText(words)).toBeVisible();
  }
  await expect.soft(main.getByText(reference).last()).toBeVisible();
  await expect.soft(main.getByText('You can still pay in another way')).toBeHidden();
  await expect.soft(main.getByRole('button')).toHaveCount(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect.soft(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
}

/** The address of the page of a person who has not paid. */
async function pageFor(server: TestServer, { email }: { email: string }): Promise<string> {
  return pathOf({ pageToken: await pageTokenOf(server, email) });
}
