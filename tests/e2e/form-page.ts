import { expect, type Locator, type Page } from '@playwright/test';

/** A field of the form by its label, which may end with a star. */
export function field(page: Page, label: string): Locator {
  const literally = label.replaceAll('/', String.raw`\/`);
  return page.getByRole('main').getByLabel(new RegExp(`^${literally}( \\*)?$`));
}

/** Fills in fields by their labels; `true` checks a box. */
export async function fill(
  page: Page,
  entries: Record<string, string | true | undefined>,
): Promise<void> {
  for (const [label, entry] of Object.entries(entries)) {
    if (entry === undefined) continue;
    const element = field(page, label);
    if (entry === true) await element.check();
    else if (await isSelect(element)) await element.selectOption(entry);
    else await element.fill(entry);
  }
}

/** Waits for these values by the labels of their fields: a form shows a chosen country after its list has arrived. */
export async function expectEntries(page: Page, entries: Record<string, string>): Promise<void> {
  for (const [label, entry] of Object.entries(entries)) {
    await expect.soft(field(page, label), label).toHaveValue(entry);
  }
}

export function expectEmpty(page: Page, labels: readonly string[]): Promise<void> {
  return expectEntries(page, Object.fromEntries(labels.map((label) => [label, ''])));
}

/** Opens a form and waits for its captcha, which the page's script makes. */
export async function openForm(page: Page, address: string): Promise<void> {
  // An error scrolls into view smoothly and moves the buttons. A press during the movement misses its button.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await expectCaptcha(page);
}

export function expectCaptcha(page: Page): Promise<void> {
  return expect(captchaCode(page)).toHaveText(/^[A-Za-z0-9]{6}$/);
}

export function captchaCode(page: Page): Locator {
  return page.getByLabel('Captcha code');
}

export async function typeCaptcha(page: Page): Promise<void> {
  await expectCaptcha(page);
  await field(page, 'Captcha').fill((await captchaCode(page).textContent()) ?? '');
}

/** The error message of a field. */
export function messageOf(page: Page, label: string): Promise<string> {
  return field(page, label).evaluate((element) => {
    if (element.getAttribute('aria-invalid') !== 'true') return '';
    const ids = element.getAttribute('aria-describedby') ?? '';
    return document.getElementById(ids.split(' ')[0] ?? '')?.textContent ?? '';
  });
}

/** An alert in the page with this text. */
export function alertSaying(page: Page, text: string): Locator {
  return page.getByRole('main').getByRole('alert').getByText(text, { exact: true });
}

/** The JSON that the browser stores under a name. */
export function stored(
  page: Page,
  storage: 'localStorage' | 'sessionStorage',
  name: string,
): Promise<unknown> {
  return page.evaluate(([where, key]) => JSON.parse(window[where].getItem(key) ?? 'null'), [
    storage,
    name,
  ] as const);
}

/** All names in the browser's storage, including the entries for the times of storage. */
export async function storedNames(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  return names.toSorted();
}

/** Accepts the browser dialog that `cause` opens, and returns its message. */
export async function windowMessage(page: Page, cause: () => Promise<unknown>): Promise<string> {
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await cause();
  return shown;
}

/** Types into fields by their labels, and goes from one to the next with the Tab key. */
export async function typeAlong(page: Page, keys: Record<string, string>): Promise<void> {
  for (const [label, typed] of Object.entries(keys)) {
    await tabTo(page, label);
    await page.keyboard.type(typed);
  }
}

/** Tabs forward to the element with this name, and checks that its focus is visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return { name: '', isOutlined: false };
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
      const text = (label ?? element).textContent?.replace(/ \*$/, '') ?? '';
      return { name: text, isOutlined: getComputedStyle(element).outlineStyle !== 'none' };
    });
    if (at.name !== name) continue;
    expect.soft(at.isOutlined, `${name} is outlined`).toBe(true);
    return;
  }
  throw new Error(`The Tab key does not reach "${name}"`);
}

function isSelect(element: Locator): Promise<boolean> {
  return element.evaluate(({ tagName }) => tagName === 'SELECT');
}
