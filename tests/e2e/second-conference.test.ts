import type { Page } from '@playwright/test';
import { secondConference } from '#tests/support/second-conference.ts';
import { brokenWords } from './broken-words.ts';
import { expect, testOf } from './fixtures.ts';
import { field, fill, openForm, typeCaptcha } from './form-page.ts';
import { payByCard } from './pay-by-card.ts';
import { person } from './registration-form.ts';

const test = testOf(secondConference);
// One build serves all tests.
test.describe.configure({ mode: 'serial' });

async function fillForm(page: Page, email: string): Promise<void> {
  await openForm(page, '/conference-registration');
  await fill(page, {
    ...person,
    Email: email,
    'Presentation type': 'talk',
    'Conference dinner': '2',
  });
  await typeCaptcha(page);
}

test('the early price, an extra and the fee are charged in francs, by card', async ({
  page,
  site,
}) => {
  const email = 'card@lab.example';
  await fillForm(page, email);
  const bill = page.getByRole('region', { name: 'Pricing breakdown' });
  for (const text of ['Talk, Early bird', 'CHF 250.00', 'CHF 130.00', '2.9% and CHF 0.30']) {
    await expect(bill).toContainText(text);
  }
  await expect(bill).toContainText('CHF 391.32');
  await expect(field(page, 'Registration type')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Accommodation' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await expect(page.getByText(/CHF\s?391\.32/).first()).toBeVisible();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('CHF 391.32');
  await expect(receipt).toContainText('Talk registration, Conference dinner (2)');

  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toMatchObject([
    { type: 'registration', state: 'CONFIRMED', presentationType: 'talk' },
    { type: 'order', state: 'CONFIRMED', amountCents: 39_132, currency: 'CHF' },
    { type: 'payment', state: 'PAID', amountCents: 39_132, currency: 'CHF' },
    { type: 'document', kind: 'receipt', totalCents: 39_132, currency: 'CHF' },
  ]);
  const own = await page.getByRole('link', { name: 'Open the receipt' }).getAttribute('href');
  const document = await (await page.request.get(String(own))).text();
  for (const text of ['CHF 250.00', 'Conference dinner, 2', '2.9% and CHF 0.30', 'GD27-']) {
    expect(document.replaceAll('\u00a0', ' ')).toContain(text);
  }
  expect(document).not.toMatch(/€|EUR/);
});

test('the same price is paid by PayPal, and an agreed amount by card', async ({ page }) => {
  const email = 'paypal@lab.example';
  await fillForm(page, email);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('CHF 391.32');

  await openForm(page, '/discount-registration');
  await fill(page, {
    Title: 'Dr.',
    ...person,
    Email: 'agreed@lab.example',
    Description: 'Invited speaker',
    'Discount amount': 'CHF 100',
  });
  await typeCaptcha(page);
  await page.getByRole('button', { name: 'Pay CHF 103.20 with Card' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('CHF 103.20');
});

test('a closed form or presentation type says when it closed and names a mail address', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: .* 409 /);
  await openForm(page, '/conference-registration');
  await fill(page, { 'Presentation type': 'workshop' });
  await expect(page.getByRole('alert')).toContainText(
    'Registration as Workshop before the meeting closed at the end of June 1, 2021 (Europe/Zurich). Please write to office@glacierdays.example.',
  );
  await fill(page, { 'Presentation type': 'early-career' });
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toContainText('CHF 123.78');
  await page.goto('/abstract-submission');
  await expect(
    page.getByText(
      'The submission of abstracts closed on October 1, 2020 at 18:00 (Europe/Zurich).',
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a sold-out presentation type leads to the waiting list', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/^error: (?:Blocked script execution|Failed to load resource: .* 409 )/);
  await openForm(page, '/conference-registration');
  await fill(page, { ...person, 'Presentation type': 'hut' });
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('All places as Weekend in the hut are taken.');
  await expect(refusal).not.toContainText('charged');
  await expect(refusal.getByRole('button')).toHaveCount(0);
  const pay = page.getByRole('button', { name: 'Pay with Card' });
  await expect(pay).not.toHaveClass(/primary/);
  const mail = await refusal
    .getByRole('link', { name: 'or write to places@glacierdays.example' })
    .getAttribute('href');
  const { pathname, searchParams } = new URL(String(mail));
  expect(pathname).toBe('places@glacierdays.example');
  expect(searchParams.get('subject')).toBe('Waiting list: Weekend in the hut');
  expect(searchParams.get('body')).toContain(`Name: ${person.Name}`);

  // The page of the waiting list needs no script.
  await refusal.getByRole('link', { name: 'Join the waiting list' }).click();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting list');
  await expect(main).toContainText('Registration (Weekend in the hut)');
  await page.setViewportSize({ width: 320, height: 740 });
  const html = page.locator('html');
  expect.soft(await html.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.getByLabel('Name').fill(person.Name);
  await page.getByLabel('Email').fill(person.Email);
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(main).toContainText('You are on the waiting list.');
  const list = await site.organiser('waiting');
  expect(list).toContain(
    `Waiting, address not confirmed  ${person.Name}  ${person.Email}  Registration (Weekend in the hut)`,
  );
  await site.organiser('waiting', '--remove', person.Email, '--yes');
});

test('after the closing date the forms and the help of /register say that they are closed', async ({
  page,
}) => {
  const badge = page.locator('.opening-badge');
  await openForm(page, '/conference-registration');
  await expect(badge).toBeVisible();
  await page.clock.setFixedTime('2099-12-31T17:00:00.000Z');
  const words = 'Registration closed on December 31, 2099 at 18:00 (Europe/Zurich).';
  for (const path of ['/conference-registration', '/register']) {
    await page.goto(path);
    const note = page.getByRole('status').filter({ hasText: words });
    await expect(note.getByRole('link', { name: 'office@glacierdays.example' })).toBeVisible();
    await expect(badge).toBeHidden();
  }
  // A minute before the end of the last day the payment of agreed amounts is open.
  await openForm(page, '/discount-registration');
  await expect(page.getByText(/The payment of agreed amounts closed/)).toHaveCount(0);
  await page.clock.setFixedTime('2099-12-31T23:00:00.000Z');
  await openForm(page, '/discount-registration');
  await expect(
    page.getByText(
      'The payment of agreed amounts closed at the end of December 31, 2099 (Europe/Zurich).',
    ),
  ).toBeVisible();
});

test('without JavaScript a form says when it opens and closes', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, words] of [
    [
      '/conference-registration',
      'Registration opens on January 1, 2020 (Europe/Zurich) and closes on December 31, 2099 at 18:00 (Europe/Zurich).',
    ],
    [
      '/abstract-submission',
      'The submission of abstracts closes on October 1, 2020 at 18:00 (Europe/Zurich).',
    ],
  ] as const) {
    await page.goto(site.origin + path);
    // Playwright's search for a text ignores noscript elements.
    const shown = await page.locator('main').evaluate((main: HTMLElement) => main.innerText);
    expect(shown).toContain(words);
    expect(shown).toContain('This form needs JavaScript');
  }
  await context.close();
});

test('every page shows this conference: its days, its prices by date, and no euro', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(
    'Registration: Early bird until December 31, 2099 from CHF 62.04, Regular from CHF 82.62, fee included',
  );
  // A line breaks between two prices and not within one.
  expect(await page.locator('.closing-prices').textContent()).toContain(
    'CHF\u00a0257.55 / CHF\u00a0329.58',
  );
  // This conference has no drawing and no dates of deadlines, so the page draws no Berlin and counts no days.
  await expect(page.locator('.place, .deadline-line')).toHaveCount(0);
  await page.goto('/conference-registration');
  const prices = page
    .getByRole('table', { name: 'Prices, with the fee of 2.9% and CHF 0.30' })
    .first();
  await expect(prices).toContainText('Early bird');
  await expect(prices).toContainText('CHF 257.55');
  await expect(prices).toContainText('until May 1, 2099');
  for (const path of ['/', '/conference-registration', '/discount-registration', '/agenda']) {
    const html = await (await page.request.get(path)).text();
    expect(/.{0,40}(?:€|\bEUR\b|euros).{0,40}/.exec(html)?.[0], path).toBeUndefined();
  }
  await page.goto('/agenda');
  await expect(page.getByRole('button', { name: /^(Wednesday|Thursday|Friday)/ })).toHaveCount(3);
  const firn = page.getByRole('listitem').filter({ hasText: 'Firn and snow' });
  for (const text of [
    'Hall Morteratsch · Snow',
    'Ladina Bezzola, Reto Planta',
    'Chair: Seraina Caduff',
  ]) {
    await expect(firn).toContainText(text);
  }
  const calendar = await (await page.request.get('/conference.ics')).text();
  expect(calendar).toContain('DTEND:20270610T223000Z');
});

test('the looks are those of its theme: logo, colours, fonts and icons, and no drawing of the sample', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/');
  const logo = page.getByRole('banner').getByRole('img', { name: 'Glacier Days 2027' });
  const source = () =>
    logo.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''));
  const body = page.locator('html');
  await expect(logo).toBeVisible();
  expect(await source()).toMatch(/\/assets\/logo-[\w-]{8}\.svg$/);
  await expect(body).toHaveCSS('background-color', 'rgb(245, 250, 249)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).not.toHaveCSS('background-color', 'rgb(245, 250, 249)');
  await expect.poll(source).toMatch(/logo-dark-[\w-]{8}\.svg$/);
  expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

  await expect(page.locator('use')).toHaveCount(await page.locator('use[href*="glyphs"]').count());
  await expect(page.locator('[data-dot]')).toHaveCount(0);
  const agenda = await (await request.get('/agenda')).text();
  expect(agenda).toContain('The excursion is announced in spring.');
  expect(agenda).not.toContain('stroke-dasharray="');
  const isLoaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].some(
      ({ family, status }) => family.includes('Theme headings') && status === 'loaded',
    );
  });
  expect(isLoaded).toBe(true);
  const partner = page.getByRole('img', { name: /logo$/ }).first();
  // The strip moves, so Playwright would wait for ever until it stands still.
  await partner.evaluate((one) => one.scrollIntoView());
  await expect
    .poll(() => partner.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    .toBe(true);

  for (const [path, size] of [
    ['/icon-32.png', [32, 32]],
    ['/icon-512.png', [512, 512]],
    ['/apple-touch-icon.png', [180, 180]],
    ['/share.png', [1200, 630]],
  ] as const) {
    const png = await (await request.get(path)).body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual(size);
  }
  const favicon = await (await request.get('/favicon.svg')).text();
  expect(favicon).toContain('#00695c');
  const manifest = await (await request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ theme_color: '#f5faf9', background_color: '#f5faf9' });
});

test('pages that the conference has left out are gone, with every link to them', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Page not found|Failed to load resource: .* 404 /);
  const left = ['/exhibition', '/book-a-stand', '/sponsorship-exposure-page'];
  for (const path of left) expect((await page.request.get(path)).status(), path).toBe(404);
  const map = await (await page.request.get('/sitemap.xml')).text();
  expect(map).toContain('/travel');
  expect(map).not.toMatch(/exhibition|stand|sponsorship/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Exhibition|Sponsorship/ })).toHaveCount(0);
  const gold = page.getByRole('link', { name: 'Goldwerk' });
  await expect(gold).toHaveAttribute('href', 'https://goldwerk.example/');
  await expect(page.getByText('Silberling & Söhne')).toBeVisible();
  const logo = await page.request.get('/partners/universität-zürich.svg');
  expect(logo.headers()['content-type']).toContain('image/svg+xml');
});

test('the sponsors in levels stay if their script does not arrive', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  let refused = 0;
  await page.route(/\/assets\/sponsors-/, async (route) => {
    refused++;
    await route.fulfill({ status: 502 });
  });
  await page.goto('/');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Goldwerk' })).toBeVisible();
});

test('a second place has its address on the pages and in the calendar', async ({ page }) => {
  const address = 'Via dal Lej 1, 7513 Silvaplana';
  await page.goto('/contact');
  await expect(page.getByRole('main')).toContainText(address);
  await expect(page.getByRole('link', { name: 'Open a map Chastè Crap da Sass' })).toBeVisible();
  await page.goto('/agenda#dinner');
  await expect(page.getByRole('listitem').filter({ hasText: 'dinner' })).toContainText(address);
  const calendar = await (await page.request.get('/agenda/dinner.ics')).text();
  expect(calendar.replaceAll(/\r\n /g, '').replaceAll('\\,', ',')).toContain(
    `LOCATION:Chastè Crap da Sass, ${address}, Switzerland`,
  );
});

test('phones do not scroll sideways or break words, whatever the names are', async ({ page }) => {
  for (const path of ['/', '/speakers', '/agenda', '/contact', '/travel']) {
    await page.goto(path);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    const html = page.locator('html');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const over = await html.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect.soft(over, `${path} at ${width}`).toBe(0);
      expect.soft(await page.evaluate(brokenWords), `${path} at ${width}`).toEqual([]);
    }
  }
  await page.goto('/speakers');
  const name = page.getByRole('heading', { name: 'د. ليلى الحسن' });
  expect(await name.evaluate((heading) => getComputedStyle(heading).direction)).toBe('rtl');
});
