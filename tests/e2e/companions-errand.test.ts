import { apiRoutes } from '#organiser/dashboard/api.ts';
import { openDashboard } from '#organiser/dashboard/open-dashboard.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { paidRegistration } from '#tests/support/paid-registration.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { expectNoFindings } from './axe.ts';
import { expect, testAt } from './own-page-fixtures.ts';

const companions = { extras: ['dinner'], roomGuests: false, questions: ['diet'] };
const test = testAt((content) => ({
  ...content,
  conference: { ...content.conference, companions },
}));
const phone = { width: 390, height: 844 };
test.use({ javaScriptEnabled: false, viewport: phone });

test('a participant names two people on a phone, changes one, and the desk lets both badges in', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/^error: Blocked script execution/);
  const { order } = await paidRegistration(server, { extras: [{ id: 'dinner', count: 2 }] });
  const main = page.getByRole('main');
  const seat = (n: number) => main.getByRole('group', { name: `Person ${n}` });
  const save = async () => {
    await main.getByRole('button', { name: 'Save the names' }).click();
    await expect(main).toContainText('The names are saved.');
  };
  const open = async () => {
    if (!(await seat(1).isVisible())) await main.locator('#companions > summary').click();
  };

  await page.goto(pathOf(order));
  await expect(main).toContainText('Name 2 people who come with you');
  await open();
  await seat(1).getByLabel('Name').fill('Ada Bell');
  await seat(1).getByLabel('Diet').selectOption('Vegan');
  await seat(2).getByLabel('Name').fill('Bo Clay');
  await save();
  await open();
  await seat(2).getByLabel('Name').fill('Bo Clay-Winter');
  await save();
  await open();
  await expect(seat(1).getByLabel('Name')).toHaveValue('Ada Bell');
  await expect(seat(1).getByLabel('Diet')).toHaveValue('Vegan');
  const width = await main.evaluate((element) => element.ownerDocument.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  const codes = (await main.textContent())?.match(/(?<=Badge )\S+/g) ?? [];
  expect(new Set(codes).size).toBe(2);

  const { conference } = server.content;
  const dashboard = await openDashboard({
    port: 0,
    calls: apiRoutes(testContext(server)),
    palette: conference.looks.palette,
  });
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: true });
  try {
    const desk = await context.newPage();
    await desk.goto(dashboard.address);
    await desk.getByRole('heading', { name: 'Overview' }).waitFor();
    await desk.goto(`${new URL(dashboard.address).origin}/desk`);
    const good = desk.getByRole('region', { name: 'Answer' }).getByRole('status');
    const scan = async (code: string) => {
      await desk.keyboard.type(code);
      await desk.keyboard.press('Enter');
    };
    await expect(desk.getByRole('searchbox', { name: /^Scan a badge/ })).toBeFocused();
    for (const [code, name] of [
      [codes[0], 'Ada Bell'],
      [codes[1], 'Bo Clay-Winter'],
    ]) {
      await scan(code ?? '');
      await expect(good).toContainText('Checked in');
      await expect(good).toContainText(name ?? '');
    }
    await expectNoFindings(desk, 'a companion at the desk');
    await scan(codes[0] ?? '');
    await expect(good).toContainText('Already here since');
  } finally {
    await context.close();
    await dashboard.close();
  }

  // Nobody takes off who has arrived.
  await page.goto(pathOf(order));
  await expect(main).toContainText('Bo Clay-Winter');
  await expect(main.getByRole('button', { name: 'Save the names' })).toHaveCount(0);
});
