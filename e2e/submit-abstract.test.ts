import type { Page } from '@playwright/test';
import { paper, submitButton, successWindow } from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import { field, fill, openForm, typeCaptcha, windowMessage } from './form-page.ts';
import { pretendCountryService } from './pretend-server.ts';

test('an outage loses nothing of an abstract, and the same abstract is recorded once', async ({
  page,
  context,
  site,
  allowConsole,
}, info) => {
  allowConsole(/Failed to load resource/);
  const email = `author.${info.project.name}@lab.example`;
  await pretendCountryService(page, ['Poland']);
  await openForm(page, '/abstract-submission');
  await fillAbstract(page, email);
  await context.setOffline(true);
  const shown = await windowMessage(page, () => submitButton(page).click());
  expect(shown).toBe('Network error. Try again.');
  await expect(field(page, 'Email')).toHaveValue(email);
  await context.setOffline(false);
  await submitButton(page).dblclick();
  await expect(successWindow(page)).toContainText('Elastomers and Rubbers');
  await expect(successWindow(page)).toContainText(paper.name);

  const [abstract, ...others] = await abstractsOf(email);
  expect(others).toEqual([]);
  expect(abstract).toMatchObject({ isIntact: true, fileName: paper.name });
  const reference = String(abstract?.['reference']);
  await expect(successWindow(page)).toContainText(reference);
  await successWindow(page).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue('');

  await fillAbstract(page, email);
  await submitButton(page).click();
  await expect(successWindow(page)).toContainText(reference);
  expect(await abstractsOf(email)).toHaveLength(1);

  async function abstractsOf(address: string) {
    const records = await site.exportRecords();
    return records.filter((record) => record.type === 'abstract' && record['email'] === address);
  }
});

async function fillAbstract(page: Page, email: string): Promise<void> {
  await fill(page, {
    Title: 'Dr',
    Name: 'Ada Kowalska',
    Phone: '+48 22 555 0187',
    Email: email,
    Organization: 'Vistula Institute',
    Country: 'Poland',
  });
  await field(page, 'Interest area').selectOption({ index: 1 });
  await field(page, 'Session').selectOption('Elastomers and Rubbers');
  await field(page, 'Abstract file').setInputFiles(paper);
  await typeCaptcha(page);
}
