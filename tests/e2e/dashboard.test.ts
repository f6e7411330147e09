import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { writeCameraPicture } from '#tests/support/camera-picture.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './dashboard-fixtures.ts';
import { payByCard } from './pay-by-card.ts';

// One conference and one dashboard serve all tests.
test.describe.configure({ mode: 'default' });

const rows = (page: Page) => page.getByRole('region', { name: /table$/ }).locator('tbody a');
const count = (page: Page) => page.getByRole('status').first();

test('the printed address opens the dashboard once, with the overview of the conference', async ({
  page,
  browser,
  site,
}) => {
  const { address, stop } = await site.dashboard();
  try {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(page.url()).toBe(`${new URL(address).origin}/`);
    await expect(page.getByRole('link', { name: '12 registered' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Presentation types' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

    const thief = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const stolen = await thief.newPage();
    await stolen.goto(address);
    await expect(stolen.getByText('This address works only once')).toBeVisible();
    await thief.close();
  } finally {
    await stop();
  }
});

test('the address contains search, filters, order and columns, and the visible table can be saved', async ({
  page,
}) => {
  await page.goto('/participants');
  await expect(count(page)).toHaveText('12 of 12');
  await page.getByRole('searchbox', { name: 'Search' }).fill('soft matter');
  await expect(count(page)).toHaveText('2 of 12');
  await page.getByLabel('Country').selectOption('Denmark');
  await expect(count(page)).toHaveText('1 of 12');
  await expect(rows(page)).toHaveText(['Søren Holm']);
  await expect(page).toHaveURL('/participants?q=soft+matter&country=Denmark');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('soft matter');
  await expect(page.getByLabel('Country')).toHaveValue('Denmark');
  await expect(rows(page)).toHaveText(['Søren Holm']);

  await page.goto('/participants?q=akesson');
  await expect(rows(page)).toHaveText(['Björn Åkesson']);
  await page.goto('/participants?state=CONFIRMED');
  await expect(count(page)).toHaveText('10 of 12');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(rows(page).first()).toHaveText('Amina Okafor');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['Institute', 'Reference', 'Registered at', 'Presentation type', 'State']) {
    await columns.getByRole('checkbox', { name, exact: true }).uncheck();
  }
  await columns.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/columns=name%2Camount%2Ccountry&?/);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^participants-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines.slice(0, 2)).toEqual([
    '\uFEFF"Name","Amount","Country"',
    '"Amina Okafor","418.95","Nigeria"',
  ]);
  expect(lines).toHaveLength(12);
});

test('an organiser refunds a part with the keyboard alone, after a dialog that says what will happen', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  await page.goto('/participants?q=rossi');
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Chiara Rossi', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Refund: Chiara Rossi' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await expect(dialog).toContainText('Chiara Rossi: €418.95 paid');
  await dialog.getByLabel('Amount').focus();
  await page.keyboard.type('1.000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    '"1.000" is not an amount in EUR. Please write 1000 or 1.00.',
  );
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Amount').fill('12.50');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('refunded so far: 0.00 EUR; would be refunded: 12.50 EUR');
  await expectNoFindings(page, 'dialog');
  await page.keyboard.press('Tab');
  await expect(
    dialog.getByRole('button', { name: 'Refund 12.50 EUR to Chiara Rossi' }),
  ).toBeFocused();
  await dialog.getByRole('button', { name: 'Refund 12.50 EUR to Chiara Rossi' }).dblclick();
  await expect(dialog.getByRole('status')).toHaveText('12.50 EUR was refunded.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByRole('definition')).toHaveCount(
    1,
  );
  await expect(page.getByText('Part refunded', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes by organisers' })).toContainText(
    'refund of 12.50 EUR',
  );
  await page.getByRole('link', { name: 'Refunds' }).click();
  await expect(rows(page).filter({ hasText: 'Chiara Rossi' })).toHaveCount(1);
});

test('the arrow keys move through a table, and Tab leaves the table', async ({ page }) => {
  await page.goto('/participants?sort=name');
  await expect(rows(page)).toHaveCount(12);
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('tbody a:focus')).toHaveCount(0);
});

test('a page of another origin in the same browser can read nothing and do nothing', async ({
  page,
  context,
  dashboard,
  site,
  allowConsole,
}) => {
  allowConsole(/CORS|Failed to load|Refused|ERR_|Cross-Origin|frame|denied|CSP|Content Security/);
  await page.goto('/participants?q=tanaka');
  await rows(page).first().click();
  await expect(page.getByRole('heading', { name: 'Yuki Tanaka' })).toBeVisible();
  const reference = page.url().split('/').at(-1) ?? '';
  const evil = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<p>'),
  );
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const { port } = evil.address() as AddressInfo;
  try {
    const cookies: (string | undefined)[] = [];
    evil.on('request', ({ headers }) => cookies.push(headers.cookie));
    // The attackers are another site, and another port of the same host, to which browsers send the cookie.
    for (const attacker of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const tab = await context.newPage();
      await tab.goto(attacker);
      const found = await tab.evaluate(attack, { target: dashboard.origin, reference });
      expect([attacker, found]).toEqual([
        attacker,
        { read: [], posted: [], framed: undefined, script: 'not loaded', key: null },
      ]);
      await tab.close();
    }
    // The other port has seen the cookie, but the cookie alone opens no data.
    const cookie = cookies.find((each) => each?.includes('plenary-dashboard'));
    expect(cookie).toBeDefined();
    const answer = await fetch(`${dashboard.origin}/api/listings/participants`, {
      headers: { cookie: cookie ?? '' },
    });
    expect(answer.status).toBe(403);
  } finally {
    evil.close();
  }
  const records = await site.exportRecords();
  expect(
    records.filter((each) => each.type === 'refund' && each['name'] === 'Yuki Tanaka'),
  ).toEqual([]);
});

/** The attempts of a hostile page that an organiser has opened. Runs in that page. */
async function attack({ target, reference }: { target: string; reference: string }) {
  const read: string[] = [];
  for (const path of ['/', '/api/conference', '/api/listings/participants', '/colours.css']) {
    const answer = await fetch(target + path, { credentials: 'include' }).catch(() => undefined);
    if (answer) read.push(`${path} ${answer.status}`);
  }
  const posted: string[] = [];
  const body = JSON.stringify({ action: 'refund', request: { reference } });
  for (const type of ['application/json', 'text/plain']) {
    const answer = await fetch(`${target}/api/plan`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': type },
      body,
    }).catch(() => undefined);
    if (answer) posted.push(`${type} ${answer.status}`);
  }
  const frame = document.createElement('iframe');
  frame.src = target;
  document.body.append(frame);
  await new Promise((resolve) => setTimeout(resolve, 500));
  let framed: string | undefined;
  try {
    framed = frame.contentDocument?.querySelector('h1')?.textContent ?? undefined;
  } catch {
    // Another origin cannot read the frame.
  }
  const script = await new Promise<string>((resolve) => {
    const element = document.createElement('script');
    element.src = `${target}/api/conference`;
    element.addEventListener('load', () => resolve('loaded'));
    element.addEventListener('error', () => resolve('not loaded'));
    document.body.append(element);
  });
  return { read, posted, framed, script, key: localStorage.getItem('plenary-dashboard-key') };
}

test('the page of an abstract shows its file and leads to the next abstract', async ({ page }) => {
  await page.goto('/abstracts');
  await rows(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Chiara Rossi');
  await expect(page.getByTitle(/^The file of AB26-/)).toHaveAttribute('src', /^blob:/);
  await expect(page.getByRole('link', { name: /^Save/ })).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Yuki Tanaka');
});

test('the concerns of doctor are a list of things to do, each with a link', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  // The provider reports the dispute a moment after the payment, and the page does not read its data again by itself.
  const metrics = async () => (await fetch(`${site.origin}/metrics`)).text();
  await expect.poll(metrics, { timeout: 60_000 }).toContain('concerns{about="dispute"} 1');
  await page.goto('/');
  // The days of this conference have passed, and its registration has no end.
  await page.getByRole('link', { name: 'To do 2' }).click();
  await expect(page.getByRole('heading', { name: 'Registration has no end' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Søren Holm: A payer disputes a payment' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Look at it' }).click();
  await expect(page.getByRole('heading', { name: 'Søren Holm' })).toBeVisible();
  await page.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the money could be refunded twice');
  await expect(dialog.getByLabel('Refund in spite of the open dispute')).toBeVisible();
});

test('every screen is accessible and fits a desktop and a phone', async ({ page }) => {
  const check = async (screen: string) => {
    await expect(page.getByText('Loading')).toHaveCount(0);
    await expectNoFindings(page, screen);
  };
  for (const path of [
    '/',
    '/things',
    '/desk',
    '/payments',
    '/refunds',
    '/documents',
    '/mails',
    '/commands',
    '/no-such',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await check(path);
  }
  for (const path of ['/participants', '/abstracts']) {
    await page.goto(path);
    await expect(rows(page).first()).toBeVisible();
    await check(path);
    await rows(page).last().click();
    await expect(page.getByRole('region', { name: 'Changes by organisers' })).toBeVisible();
    await check(`${path}, one`);
  }
});

test('at the registration desk each scan is answered at once, in order, whatever has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/desk');
  const field = page.getByRole('searchbox', { name: /^Scan a badge/ });
  const good = page.getByRole('status');
  const bad = page.getByRole('alert');
  const found = page.getByRole('main').getByRole('listitem');
  const referenceOf = async (name: string) => {
    await field.fill(name);
    await expect(found).toHaveCount(1);
    const text = (await found.textContent()) ?? '';
    await field.fill('');
    return /PS26-\w{4}-\w{4}/.exec(text)?.[0] ?? '';
  };
  // A scanner types without a pause, and presses Enter.
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await expect(field).toBeFocused();
  await expect(page.getByText(/^0 of \d+ here$/)).toBeVisible();
  const [hoa, chiara, amina] = [
    await referenceOf('Hoa Nguyen'),
    await referenceOf('Rossi Chiara'),
    await referenceOf('okafor'),
  ];
  await scan(hoa);
  await expect(good).toContainText('Checked in');
  await expect(good).toContainText('Nguyễn Thị Hoa');
  await expect(good).toContainText('Poster');
  await expect(field).toBeFocused();
  await expectNoFindings(page, 'a green answer');
  // The same badge twice is no reason to stop anybody.
  await scan(hoa);
  await expect(good).toContainText(/^Already here since \d\d:\d\d/);
  await scan('PS26-0000-0000');
  await expect(bad).toContainText('No such reference: PS26-0000-0000');
  await expectNoFindings(page, 'a red answer');
  // A new search takes the answer away: it is about nobody who is found.
  await field.fill('okafor');
  await expect(found).toHaveCount(1);
  await expect(bad).toHaveText(/^$/);
  await field.fill('');

  // Two scans during a slow call are answered afterwards, in their order.
  const { promise: bothSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/desk/scan', async (route) => {
    await bothSeen;
    await route.continue();
  });
  await scan(chiara.replaceAll('-', 'ß').replaceAll(/[YZ]/g, (sign) => (sign === 'Y' ? 'Z' : 'Y')));
  await scan(amina);
  await expect(page.getByText('Waiting for an answer: 2')).toBeVisible();
  answer();
  await expect(good).toContainText('Amina Okafor');
  await page.unroute('**/api/desk/scan');
  await expect(found.nth(0)).toContainText('Chiara Rossi');
  await expect(found.nth(1)).toContainText('No such reference');
  await expect(found).toHaveCount(4);

  // A scan while a button has the focus, and while somebody fills in a form.
  await good.getByRole('button', { name: /^Undo/ }).click();
  await expect(good).toContainText('Not checked in any more');
  await page.getByRole('button', { name: 'Somebody who is not in the list' }).focus();
  await scan(amina);
  await expect(good).toContainText('Checked in');
  await page.getByRole('button', { name: 'Somebody who is not in the list' }).click();
  const form = page.getByRole('region', { name: 'Register somebody at the desk' });
  const name = form.getByRole('textbox', { name: /^Name/ });
  await name.fill('Ida Late');
  await scan(chiara);
  await expect(bad).toHaveText(/^$/);
  await expect(good).toContainText(/^Already here since/);
  await expect(name).toHaveValue('Ida Late');
  await form.getByLabel('Email').fill('ida@late.example');
  await form.getByLabel('Institute').fill('Late Lab');
  await form.getByLabel('Country').selectOption('Germany');
  await form.getByLabel('Presentation type').selectOption({ index: 1 });
  await form.getByLabel('Payment').selectOption('free');
  await form.getByRole('button', { name: 'Show what it would do' }).click();
  await form.getByRole('button', { name: 'Register Ida Late' }).click();
  await expect(form.getByRole('status')).toContainText('Checked in.');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(field).toBeFocused();
  await expectNoFindings(page, 'the desk');
});

test('the page of commands prints badges, registers a group from a sheet and previews a letter', async ({
  page,
}) => {
  await page.goto('/commands');
  const command = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await command('Badges').click();
  await dialog.getByLabel('Size').selectOption('a6');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('badges.pdf');
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(dialog.getByRole('status')).toContainText(/^badges\.pdf: badges: \d+, sheets: \d+/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await command('Register a group').click();
  await dialog.getByLabel('Sheet').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name;Email;Phone;Institute;Country;Presentation type\nIda Grup;ida@group.example;+49 30 5550 101;Gel Lab;Germany;Poster\nBo Fibre;bo@group.example;+49 30 5550 102;Gel Lab;Germany;Poster\n',
    ),
  });
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(dialog).toContainText('Ida Grup: Registration (Poster)');
  await expectNoFindings(page, 'the plan of a group');
  await dialog.getByRole('button', { name: /^Register 2 people for / }).click();
  await expect(dialog.getByRole('status')).toContainText('to be paid at http');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await command('Write a letter').click();
  await dialog.getByText('{name}, {reference}').click();
  await expect(dialog.getByText('the link to pay', { exact: true })).toBeVisible();
  await dialog.getByText('all, registered').click();
  await expectNoFindings(page, 'the words of a letter');
  await dialog.getByLabel('Letter').fill('Subject: The hall\n\nDear {name},\n\nthe hall is open.');
  await dialog.getByLabel('Recipients').fill('paid, country=Italy');
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(dialog).toContainText('Dear Chiara Rossi,');
  await expect(dialog.getByRole('button', { name: 'Send to 1 person' })).toBeInViewport();
  // Somebody who looks at the plan goes back to the letter, and loses it only on purpose.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Letter')).toHaveValue(/the hall is open\.$/);
  await expect(dialog.getByLabel('Recipients')).toHaveValue('paid, country=Italy');
  for (const press of ['Escape', 'Escape']) {
    await page.keyboard.press(press);
    await expect(dialog).toContainText('What you have typed would be lost.');
  }
  await expectNoFindings(page, 'the question before a letter is lost');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(dialog).toContainText('the hall is open.');
  await dialog.getByRole('button', { name: 'Close without changes' }).click();
  await dialog.getByRole('button', { name: 'Discard it' }).click();
  await expect(dialog).toBeHidden();
});

test('the page of a group opens at the chosen member and cancels the whole group', async ({
  page,
}) => {
  await page.goto('/participants?q=fibre');
  await rows(page).filter({ hasText: 'Bo Fibre' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo Fibre');
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: '—' })).toHaveText([
    'Ida Grup — awaiting payment',
    'Bo Fibre — awaiting payment',
  ]);
  await page.getByRole('button', { name: 'Cancel the whole group: Ida Grup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the whole group' });
  await expect(dialog).toContainText('Ida Grup: €0.00 paid');
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await dialog.getByRole('button', { name: 'Cancel the group of Ida Grup with 2 people' }).click();
  await expect(dialog.getByRole('status')).toContainText('Cancelled, 2 people.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Bo Fibre — cancelled' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Check in/ })).toHaveCount(0);
});

test('the dialog of a correction shows the known data and sends the changed data', async ({
  page,
}) => {
  await page.goto('/participants?q=okafor');
  await rows(page).first().click();
  await page.getByRole('button', { name: /^Correct/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct' });
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Amina Okafor');
  await expect(dialog.getByLabel('Country')).toHaveValue('Nigeria');
  await dialog.getByLabel('Institute').fill('Institute of Corrections');
  await dialog.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(dialog).toContainText('becomes Institute of Corrections');
  // The form is behind the plan, and nobody sees it.
  await expect(dialog).not.toContainText('Nigeria', { useInnerText: true });
  await dialog.getByRole('button', { name: 'Correct the registration of Amina Okafor' }).click();
  await expect(dialog.getByRole('status')).toContainText('Corrected.');
});

test('the camera of a phone reads two tickets, each once, and a scan without a network is kept and sent', async ({
  page,
  dashboard,
  launchOptions,
}, info) => {
  await page.goto('/participants?state=CONFIRMED');
  await expect(rows(page).first()).toBeVisible();
  const referenceOf = async (name: string) => {
    const text = (await page.getByRole('row', { name: new RegExp(name) }).textContent()) ?? '';
    return /PS26-\w{4}-\w{4}/.exec(text)?.[0] ?? '';
  };
  const [first, second, third] = [
    await referenceOf('Marie Dubois'),
    await referenceOf('Björn Åkesson'),
    await referenceOf('Tariq Haddad'),
  ];
  const picture = info.outputPath('camera.y4m');
  writeCameraPicture(picture, [first, second]);
  const phone = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${picture}`,
    ],
  });
  try {
    const context = await phone.newContext({
      baseURL: dashboard.origin,
      storageState: dashboard.state,
      viewport: { width: 390, height: 844 },
      permissions: ['camera'],
    });
    const desk = await context.newPage();
    await desk.goto('/desk');
    const good = desk.getByRole('region', { name: 'Answer' }).getByRole('status');
    await desk.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(desk.getByText(/^Marie Dubois/).first()).toBeVisible();
    await expect(desk.getByText(/^Björn Åkesson/).first()).toBeVisible();
    const kinds = async () =>
      (await desk.getByText('Checked in', { exact: true }).allTextContents()).length;
    await expect.poll(kinds).toBe(2);
    await desk.screenshot({ path: info.outputPath('camera-390.png') });
    await desk.getByRole('button', { name: 'Stop the camera' }).click();

    // The network goes: a confirmed place is let in, once, and told when the network is back.
    await expect(desk.getByText(/^\d+ of \d+ here$/)).toBeVisible();
    await context.setOffline(true);
    const scan = async (code: string) => {
      await desk.keyboard.type(code);
      await desk.keyboard.press('Enter');
    };
    await scan(third);
    await expect(good).toContainText('Kept: no network');
    await expect(good).toContainText('Tariq Haddad');
    await scan(third);
    await expect(good).toContainText('Kept before');
    await expect(desk.getByText('No network: 1 kept on this device')).toBeVisible();
    await desk.screenshot({ path: info.outputPath('kept-390.png') });
    await context.setOffline(false);
    await expect(good).toContainText('Checked in');
    await expect(desk.getByText('kept on this device')).toHaveCount(0);
    const log = await desk.evaluate(() => localStorage.getItem('plenary-desk-kept'));
    expect(log).toBeNull();
  } finally {
    await phone.close();
  }
});

test('somebody pays at the desk by the own phone or in cash, and a cash box is closed', async ({
  page,
  browser,
  allowConsole,
}, info) => {
  allowConsole(/status of 422/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/desk');
  const field = page.getByRole('searchbox', { name: /^Scan a badge/ });
  const bad = page.getByRole('region', { name: 'Answer' }).getByRole('alert');
  const find = async (name: string) => {
    await field.fill(name);
    await page.getByRole('button', { name: `Check in: ${name}` }).click();
    await expect(bad).toContainText('Not paid');
  };
  await find('Jorge Silva');
  await bad.getByRole('button', { name: /^Pay by phone/ }).click();
  const panel = page.getByRole('region', { name: 'Pay: Jorge Silva' });
  const code = panel.getByRole('img');
  await expect(code).toBeVisible();
  await expectNoFindings(page, 'the code to pay');
  await page.screenshot({ path: info.outputPath('pay-390.png'), fullPage: true });
  const address = /http\S+/.exec((await code.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  expect(address).toContain('/pay/');
  const theirs = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const phone = await theirs.newPage();
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Pay by card' }).click();
  await payByCard(phone);
  await expect(panel.getByRole('status')).toHaveText('Paid');
  await theirs.close();
  await panel.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByRole('status').first()).toContainText('Checked in');

  await find('Ivo Horvat');
  await bad.getByRole('button', { name: /^Take cash/ }).click();
  const form = page.getByRole('region', { name: 'Take cash' });
  await form.getByLabel(/^What the payer gives/).fill('2000');
  await form.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(form).toContainText('give back');
  await form.getByRole('button', { name: /taken for/ }).click();
  await expect(form.getByRole('status')).toContainText('Paid: ');
  await expectNoFindings(page, 'cash');
  await page.screenshot({ path: info.outputPath('cash-390.png'), fullPage: true });
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Count the cash box' }).click();
  const count_ = page.getByRole('region', { name: 'Count a cash box' });
  await count_.getByLabel(/^Counted/).fill('1');
  await count_.getByRole('button', { name: 'Show what it would do' }).click();
  await expect(count_.getByRole('alert')).toContainText('or give the reason');
  await count_.getByLabel(/^Why the sum differs/).fill('a test');
  await count_.getByRole('button', { name: 'Show what it would do' }).click();
  await count_.getByRole('button', { name: /^Close “/ }).click();
  await expect(count_.getByRole('status')).toContainText('Closed.');
});
