import type { Page } from '@playwright/test';
import { findPageOwner } from '#server/orders/rows/page-owners.ts';
import { confirmationLink, mailsTo } from '#tests/support/own-page.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { openedCheckout } from '#tests/support/visitor.ts';
import { fill } from './form-page.ts';
import { expect, test } from './own-page-fixtures.ts';
import { payByCard } from './pay-by-card.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

test('without scripts a participant pays, corrects, adds, gives up, answers and hands over, and the colleague cancels', async ({
  page,
  server,
  allowConsole,
}) => {
  // The policy of these pages also blocks Playwright's scripts. The old address shows nothing at the end.
  allowConsole(/^error: (?:Blocked script execution|Failed to load resource: .* 404 )/);
  const { person } = await openedCheckout(server, {
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
  });
  const main = page.getByRole('main');
  const press = (name: string | RegExp) => main.getByRole('button', { name }).click();
  const follow = (name: string | RegExp) => main.getByRole('link', { name }).click();
  const says = (words: string | RegExp) => expect(main).toContainText(words);

  const own = await pageMailedTo(server, person.email);
  await test.step('pays the unpaid registration by PayPal, and nothing is typed again', async () => {
    await page.goto(own);
    await says('This registration is not paid yet.');
    await press(/^Pay with PayPal · €825\.30$/);
    await page.getByRole('button', { name: 'Approve payment' }).click();
    // The provider does not learn the address of the own page.
    await says('Paid');
    await page.goto(own);
    await says('Your place is confirmed.');
  });

  await test.step('corrects the name', async () => {
    await follow('Correct your details');
    await fill(page, { Name: 'Mira Lindqvist-Söderbergh' });
    await press('Continue');
    await says('A corrected receipt is issued');
    await page.goBack();
    await expect(main.getByLabel('Name')).toHaveValue('Mira Lindqvist-Söderbergh');
    await press('Continue');
    await press('Correct it');
    await says('The details are corrected.');
    await says('Mira Lindqvist-Söderbergh');
  });

  await test.step('adds a dinner and pays it by card', async () => {
    await follow('Change type, room or extras');
    await main.getByLabel('Conference dinner').selectOption('1');
    await press('Continue');
    await says('You pay €68.25 more, processing fee included.');
    await press('Continue to the payment of €68.25');
    await press(/^Pay by card/);
    await payByCard(page);
    await says('Paid');
    await page.goto(own);
    await expect(amount(page, 'Total')).toHaveText('€893.55');
    await expect(amount(page, 'Paid')).toHaveText('€893.55');
  });

  await test.step('gives up one night, and gets it back', async () => {
    await follow('Change type, room or extras');
    await main.getByLabel('Nights').selectOption('2');
    await press('Continue');
    await says('We refund €135.45 to the card or account that paid.');
    await press('Make the change, refund €135.45');
    await says('Your registration is changed, and the refund is on its way.');
    await expect(amount(page, 'Refunded')).toHaveText('€135.45');
  });

  await test.step('answers a question', async () => {
    await main.getByText('Answer 3 questions').click();
    await fill(page, { Diet: 'Vegan' });
    await press('Save the answers');
    await says('Your answers are saved.');
    await expect(main.getByLabel('Diet')).toHaveValue('Vegan');
  });

  const email = 'oona@gels.example';
  await test.step('hands the place over, which the colleague accepts', async () => {
    await follow('Hand over to a colleague');
    await fill(page, {
      Name: 'Oona Järvi',
      Email: email,
      Institute: 'Institute of Gels',
      Phone: '+358 9 1',
      Country: 'Finland',
    });
    await press('Continue');
    await says('No money changes hands.');
    await press('Offer the place');
    await says('The place is offered to Oona Järvi');
    await page.goto(await confirmationLink(server, email));
    await says('Mira Lindqvist-Söderbergh offers you a paid place');
    await press('Accept the place');
    await says('The place is yours.');
    expect((await page.goto(own))?.status()).toBe(404);
  });

  await test.step('the colleague cancels, and all that was left is refunded', async () => {
    await page.goto(await pageMailedTo(server, email));
    await says('Oona Järvi');
    await expect(main.getByLabel('Diet')).toHaveValue('');
    await follow('Cancel');
    await press('Cancel, refund €758.10');
    await says('The registration is cancelled, and the refund is on its way.');
  });

  const token = page.url().replace(/^.*\/|\?.*$/g, '');
  const owner = await findPageOwner(server.db, token);
  const charges = server.sandbox.control.ledger()[owner?.order?.id ?? ''] ?? [];
  const sums = charges.map(({ amount: paid, refunded }) => [paid, refunded]);
  expect(sums).toHaveLength(2);
  expect(sums).toEqual(
    expect.arrayContaining([
      [82_530, 82_530],
      [6825, 6825],
    ]),
  );
});

/** The amount in a row of the page. */
function amount(page: Page, name: string) {
  return page.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
}

/** The path of the page to which the latest mail to an address leads. */
async function pageMailedTo(server: TestServer, address: string): Promise<string> {
  const texts = (await mailsTo(server, address)).map(({ text }) => text);
  const [path] = /\/registration\/\w{26}\b/.exec(texts.toReversed().join('\n')) ?? [];
  if (path === undefined) throw new Error(`${address} has no link to the own page`);
  return path;
}
