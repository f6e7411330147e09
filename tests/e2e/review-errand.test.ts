import { join } from 'node:path';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { listPeerReviews } from '#features/peer-review/peer-reviews.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { anAbstract, assigned, reviewers, withReviewerPages } from '#tests/support/reviewers.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { expectNoFindings } from './axe.ts';
import { expect, withoutServer } from './fixtures.ts';

const { anna } = reviewers;

const test = withoutServer.extend<{ server: TestServer; path: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
  server: async ({}, use) => {
    const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
    const asked = { topics: true, bids: true };
    const content = withReviewerPages({ discussion: 'numbers' }, asked);
    const server = await startTestServer({ content, pages });
    await use(server);
    await server.close();
  },
  path: async ({ server }, use) => {
    await anAbstract(server);
    await anAbstract(server);
    const [path = ''] = await assigned(server, anna);
    await use(path);
  },
  baseURL: ({ server }, use) => use(server.origin),
});

test.describe('without scripts, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a reviewer saves, submits, gives back, and goes from one abstract to the next', async ({
    page,
    path,
    allowConsole,
  }) => {
    allowConsole(/^error: (?:Blocked script execution|Failed to load resource: .* 400 )/);
    const main = page.getByRole('main');
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    const says = (words: string) => expect(main).toContainText(words);
    await page.goto(path);
    await says('0 of 2 submitted');
    await main.getByRole('listitem').first().getByRole('link').click();
    await main.getByRole('group', { name: 'Novelty' }).getByLabel('4').check();
    await press('Submit review');
    await says('Please check the fields below.');
    await expect(main.getByRole('group', { name: 'Novelty' }).getByLabel('4')).toBeChecked();
    await main.getByLabel('Comment to the committee').fill('A talk.');
    await press('Save draft');
    await says('Your draft is saved. It is not submitted yet.');
    await main.getByLabel('Clarity').fill('9');
    await press('Submit review');
    await says('Your review is submitted. Thank you!');
    await main
      .getByRole('link', { name: /^Next|^Previous/ })
      .first()
      .click();
    await says('2 / 2');
    await press('Not my field');
    await says('Somebody else gets the abstract.');
    await main.getByRole('link', { name: 'All abstracts' }).click();
    await says('1 of 1 submitted');
  });
});

test('a script saves while the reviewer types, and the keyboard is enough', async ({
  page,
  server,
  path,
}) => {
  const main = page.getByRole('main');
  await page.goto(path);
  await main.getByRole('listitem').first().getByRole('link').press('Enter');
  await main.getByRole('group', { name: 'Novelty' }).getByLabel('1').focus();
  await page.keyboard.press('ArrowRight');
  await main.getByLabel('Comment to the author').pressSequentially('Clear');
  await expect(main.getByText('Everything is saved.')).toBeVisible();
  await expect(main.getByText('Draft saved')).toBeVisible();
  await main.getByLabel('Clarity').fill('8');
  // While a draft is under way, too.
  await page.waitForTimeout(1400);
  await main.getByRole('button', { name: 'Submit review' }).press('Enter');
  await expect(main).toContainText('Your review is submitted.');
  const [review] = (await listPeerReviews(server.db)).filter(({ collectedAt }) => collectedAt);
  expect(review?.commentForAuthor).toBe('Clear');
  expect([...(review?.scores ?? [])].toSorted()).toEqual([
    ['clarity', 8],
    ['novelty', 2],
  ]);
});

test.describe('the pages of a reviewer', () => {
  // axe needs a script that the policy forbids.
  test.use({ bypassCSP: true });

  test('are accessible, and fit a phone', async ({ page, path }) => {
    await page.goto(path);
    await expectNoFindings(page, 'the list');
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
    await expectNoFindings(page, 'an abstract');
    await page.goto(`${path}/wishes`);
    const gladly = page.getByRole('radio', { name: 'Gladly' }).first();
    await gladly.check();
    await expect(page.getByText('1 of 2 with a wish Everything is saved.')).toBeVisible();
    await expectNoFindings(page, 'topics and wishes');
    await page.reload();
    await expect(gladly).toBeChecked();
  });
});
