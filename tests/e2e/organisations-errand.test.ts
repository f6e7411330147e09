import { writeSampleList } from '#features/ror/sample-registry.ts';
import { contribution, newAbstract } from '#tests/support/own-abstract.ts';
import { fillIn } from '#tests/support/own-page.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './own-page-fixtures.ts';

test.use({ bypassCSP: true, viewport: { width: 320, height: 700 } });

test('an author chooses the organisations of the affiliations on a narrow phone', async ({
  page,
  server,
}) => {
  await writeSampleList(server.files.dataDir);
  const { path } = await newAbstract(server);
  const long = 'Selbstheilungspolyelektrolytmembranforschungszentrum';
  const entries = { ...contribution, wish: '', 'affiliation-1': `TU Dresden; ${long}` };
  expect((await fillIn(server, `${path}/contribution`, entries)).status).toBe(303);
  const main = page.getByRole('main');
  await page.goto(path);
  await main.getByRole('link', { name: 'Choose the institutions' }).click();
  await expectNoFindings(page, 'the proposals');

  const other = main.getByRole('group', { name: long });
  await other.getByLabel('Search for another institution').fill('max planck');
  await other.getByRole('button', { name: 'Search' }).click();
  await other.getByLabel('Max Planck Institute for Polymer Research').check();
  await expectNoFindings(page, 'after a search');
  const first = main.getByRole('group', { name: 'TU Dresden' });
  await first.getByLabel('Technische Universität Dresden').check();
  await main.getByRole('button', { name: 'Save the institutions' }).click();
  await expect(main).toContainText(/Chosen: 2 of \d/);
  await expectNoFindings(page, 'chosen');

  await main.getByRole('link', { name: 'Choose the institutions' }).click();
  await expect(first.getByLabel('Technische Universität Dresden')).toBeChecked();
  await expect(other.getByLabel('Max Planck Institute for Polymer Research')).toBeChecked();
});
