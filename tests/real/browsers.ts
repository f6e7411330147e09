import '#tests/support/register-features.ts';
/**
 * A visitor's errands in Firefox and WebKit of Debian: registers, pays by card, opens the own page and the receipt, and
 * sends an abstract; then an organiser finds the visitor in the dashboard.
 *
 *     npm run test:browsers
 *
 * A browser that the machine lacks is skipped with the names of its packages.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSite } from '#tests/support/site-server.ts';
import { type Browser, browsers, missingFor, type Name } from './drivers.ts';

const person = {
  Title: 'Dr',
  Name: 'Ada Kowalska',
  Phone: '+48 22 555 0187',
  'Institute / University': 'Vistula Institute',
  Country: 'Poland',
};

const names = Object.keys(browsers) as Name[];
const site = await startSite();
const lines: string[] = [];
for (const name of names) {
  const missing = missingFor(name);
  if (missing.length > 0) {
    lines.push(`${name}: SKIPPED, because the machine lacks ${missing.join(', ')}`);
    continue;
  }
  const browser = await browsers[name]();
  try {
    await registerAndPay(browser, `${name}@lab.example`);
    await sendAbstract(browser, `${name}.author@lab.example`);
    await openDashboard(browser);
    lines.push(`${browser.version}: registration, payment, receipt, own page, abstract, dashboard`);
  } catch (error) {
    lines.push(
      `${browser.version}: FAILED at ${await browser.run('location.href').catch(() => 'no page')}: ${error instanceof Error ? error.stack : String(error)}`,
    );
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}
await site.stop();
console.log(lines.join('\n'));

async function registerAndPay(browser: Browser, email: string): Promise<void> {
  await browser.open(`${site.origin}/conference-registration`);
  await fill(browser, {
    ...person,
    Email: email,
    'Registration type': 'registrationAndAccommodation',
    'Presentation type': 'abstract-submission',
    Nights: '2',
    Guests: '1',
  });
  await typeCaptcha(browser);
  await says(browser, '815.85');
  await press(browser, 'Pay with Card');
  await says(browser, 'Test mode');
  await fill(browser, { 'Card number': '4242 4242 4242 4242', Expiry: '12 / 40', CVC: '123' });
  await press(browser, 'Pay');
  await says(browser, 'Payment Successful');
  await says(browser, email);
  const receipt = await browser.run<string>(
    `[...document.links].find((link) => link.textContent.includes('Open the receipt'))?.href`,
  );
  await browser.open(receipt);
  await says(browser, 'Vistula Institute');
  const [record] = (await site.exportRecords()).filter((each) => each['email'] === email);
  if (record?.['state'] !== 'CONFIRMED') throw new Error('the registration is not confirmed');
  const own = await ownPageOf(email);
  await browser.open(own);
  await says(browser, 'Your place is confirmed.');
}

/** The address of the own page, out of the mails in the data folder. */
async function ownPageOf(email: string): Promise<string> {
  const folder = join(site.dataDir, 'mail');
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(100)) {
    const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const mine = mails.filter((mail) => mail.includes(`To: ${email}`)).join('\n');
    const [address] =
      /http:\/\/localhost:\d+\/registration\/\w{26}/.exec(
        mine.replaceAll('=\n', '').replaceAll('=\r\n', ''),
      ) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('no mail has the address of the own page');
}

async function sendAbstract(browser: Browser, email: string): Promise<void> {
  const file = join(site.dataDir, 'Elastomers.pdf');
  writeFileSync(file, '%PDF-1.7\n%%EOF\n');
  await browser.open(`${site.origin}/abstract-submission`);
  const { Title, Name, Phone, Country } = person;
  await fill(browser, {
    Title,
    Name,
    Phone,
    Email: email,
    Organization: 'Vistula Institute',
    Country,
  });
  for (const label of ['Interest area', 'Session']) await chooseFirst(browser, label);
  await browser.choose(fieldScript('Abstract file'), file);
  await typeCaptcha(browser);
  await press(browser, 'Submit Abstract');
  await says(browser, 'Abstract Submitted Successfully!');
}

async function openDashboard(browser: Browser): Promise<void> {
  const dashboard = await site.dashboard();
  try {
    await browser.open(dashboard.address);
    const list = `[...document.links].find((link) => link.textContent.trim().startsWith('Participants'))`;
    await until(browser, `Boolean(${list})`, 'the link to the participants');
    await browser.press(list);
    await says(browser, 'Vistula Institute');
  } finally {
    await dashboard.stop();
  }
}

/** The field of a label, which may end with a star. */
function fieldScript(label: string): string {
  return `(() => {
    const label = [...document.querySelectorAll('label')].find((each) =>
      [${JSON.stringify(label)}, ${JSON.stringify(`${label} *`)}].includes(each.textContent.trim()));
    return label?.control ?? document.querySelector('[aria-label=${JSON.stringify(label)}]');
  })()`;
}

async function fill(browser: Browser, entries: Record<string, string>): Promise<void> {
  for (const [label, entry] of Object.entries(entries)) {
    const script = fieldScript(label);
    await until(browser, `Boolean(${script})`, `the field ${label}`);
    if (!(await browser.run<boolean>(`${script}.tagName === 'SELECT'`))) {
      await browser.type(script, entry);
      continue;
    }
    const value = `[...${script}.options].find(({ value, text }) => [value, text].includes(${JSON.stringify(entry)}))?.value`;
    await until(browser, `${value} !== undefined`, `the choice ${entry} of ${label}`);
    await choose(browser, script, value);
  }
}

async function chooseFirst(browser: Browser, label: string): Promise<void> {
  const script = fieldScript(label);
  await until(browser, `${script}?.options?.length > 1`, `the choices of ${label}`);
  await choose(browser, script, `${script}.options[1].value`);
}

/** The list of a select belongs to the desktop, and no driver sees it. */
async function choose(browser: Browser, field: string, value: string): Promise<void> {
  await browser.run(`(() => {
    const field = ${field};
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(field, ${value});
    field.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
}

async function typeCaptcha(browser: Browser): Promise<void> {
  const code = `document.querySelector('[aria-label="Captcha code"]')?.textContent`;
  await until(browser, `/^\\w{6}$/.test(${code})`, 'the captcha');
  await browser.type(fieldScript('Captcha'), await browser.run<string>(code));
}

async function press(browser: Browser, name: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((each) => each.textContent.trim().startsWith(${JSON.stringify(name)}) && !each.disabled)`;
  await until(browser, `Boolean(${button})`, `the button ${name}`);
  await browser.press(button);
}

function says(browser: Browser, words: string): Promise<void> {
  return until(
    browser,
    `document.body.innerText.includes(${JSON.stringify(words)})`,
    `the words ${words}`,
  );
}

async function until(browser: Browser, script: string, expected: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (await browser.run<boolean>(script).catch(() => false)) return;
    await pause(100);
  }
  const shown = await browser.run<string>('document.body.innerText').catch(String);
  throw new Error(`the page does not show ${expected}, but:\n${shown.slice(0, 600)}`);
}
