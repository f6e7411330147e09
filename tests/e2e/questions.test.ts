import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aSheet } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import type { SiteServer } from '#tests/support/site-server.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a guest follows the mail and answers the questions, which needs no script and fits a phone', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/^error: Failed to load resource: .* 400 /);
  const folder = await mkdtemp(join(tmpdir(), 'plenary-guests-'));
  const sheet = join(folder, 'guests.xlsx');
  const { people, rows } = aSheet(['Speaker']);
  await writeSheetFile(sheet, rows);
  await site.organiser('invite', sheet, '--yes');
  await rm(folder, { recursive: true });
  const email = people[0]?.email ?? '';
  await expect.poll(() => linkMailedTo(site, email)).toMatch(/registration/);

  // axe needs scripts, which the policy of the page blocks.
  await page.route('**/registration/**', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(await linkMailedTo(site, email));
  await expect(page.getByRole('heading', { name: 'Please tell us' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoFindings(page, 'questions');

  await page.getByLabel('Diet').selectOption('Vegan');
  await page.getByLabel('Access').fill('\u200b');
  await page.getByRole('button', { name: 'Save the answers' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing has been saved yet.');
  await expect(page.getByLabel('Access')).toHaveAccessibleDescription(/one line of plain text/);
  await expectNoFindings(page, 'a refused answer');

  await page.getByLabel('Access').fill('a ramp');
  await page.getByLabel('Photographs').selectOption('No');
  await page.getByRole('button', { name: 'Save the answers' }).click();
  await expect(page.getByRole('status')).toHaveText('Your answers are saved.');
  await expect(page.getByLabel('Diet')).toHaveValue('Vegan');
  await expect(page.getByLabel('Access')).toHaveValue('a ramp');
});

/** The link to the own page in the mail to an address; empty as long as there is none. */
async function linkMailedTo({ dataDir, origin }: SiteServer, email: string): Promise<string> {
  const mails = join(dataDir, 'mail');
  for (const file of await readdir(mails).catch(() => [])) {
    const text = (await readFile(join(mails, file), 'utf8')).replaceAll('=\r\n', '');
    const [path] = /\/registration\/\w{26}/.exec(text) ?? [];
    if (text.includes(`To: ${email}`) && path !== undefined) return origin + path;
  }
  return '';
}
