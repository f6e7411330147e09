import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { captchaCode, expectCaptcha, field, fill, messageOf, typeCaptcha } from './form-page.ts';
import { everyField, fillEveryField, openRegistration, payWith } from './registration-form.ts';

test('the captcha is masked until the visitor shows it, and takes six characters', async ({
  page,
}) => {
  await openRegistration(page);
  const input = field(page, 'Captcha');
  await expect.soft(input).toHaveAttribute('type', 'password');
  await input.pressSequentially('abcdefgh');
  await expect.soft(input).toHaveValue('abcdef');

  await page.getByRole('button', { name: 'Show captcha' }).click();
  await expect.soft(input).toHaveAttribute('type', 'text');
  await expect.soft(input).toHaveValue('abcdef');
  await page.getByRole('button', { name: 'Hide captcha' }).click();
  await expect.soft(input).toHaveAttribute('type', 'password');
  await expect.soft(page.getByRole('button', { name: 'Show captcha' })).toBeVisible();
});

test('a new code clears the field, and every page load has its own code', async ({ page }) => {
  await openRegistration(page);
  const codes = [await captchaCode(page).textContent()];
  await typeCaptcha(page);
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  codes.push(await captchaCode(page).textContent());
  await page.reload();
  await expectCaptcha(page);
  codes.push(await captchaCode(page).textContent());
  expect(new Set(codes).size).toBe(3);
});

test('a code in the other case, an old code and a part of the code are incorrect', async ({
  page,
}) => {
  const { calls } = await openRegistration(page);
  await fill(page, everyField);
  const old = await codeWithLetter(page);
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  const code = await codeWithLetter(page);

  for (const wrong of [swapCase(code), old, code.slice(0, 5)]) {
    await fill(page, { Captcha: wrong });
    await expect.soft(page.getByText('Captcha is incorrect')).toHaveCount(0);
    await payWith(page, 'Card');
    expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha is incorrect');
    await expect.soft(field(page, 'Captcha')).toBeFocused();
  }
  expect(calls.filter(({ line }) => !line.includes('get-pricing-config'))).toEqual([]);
});

test('Alt+V and Ctrl+V paste the first six characters of the clipboard into the captcha', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRegistration(page);
  const input = field(page, 'Captcha');
  for (const keys of ['Alt+V', 'Control+V']) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${keys} of more`);
    await fill(page, { Captcha: 'xy' });
    await input.press(keys);
    await expect.soft(input, keys).toHaveValue(keys.padEnd(6, ' of more').slice(0, 6));
  }
});

test('without permission to read the clipboard, Ctrl+V still pastes and Alt+V shows a hint', async ({
  page,
}) => {
  await openRegistration(page);
  await fill(page, { Name: 'Kowalska', Captcha: 'xy' });
  await field(page, 'Name').press('Control+A');
  await field(page, 'Name').press('Control+C');
  await field(page, 'Captcha').press('Alt+V');
  await expect(page.getByText('Press Ctrl+V to paste')).toBeVisible();
  await expect(field(page, 'Captcha')).toHaveValue('xy');
  await field(page, 'Captcha').press('Control+V');
  await expect(field(page, 'Captcha')).toHaveValue('Kowals');
});

test('a pasted code is accepted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRegistration(page);
  await fillEveryField(page);
  await fill(page, { Captcha: '' });
  const code = await captchaCode(page).textContent();
  await page.evaluate((text) => navigator.clipboard.writeText(text ?? ''), code);
  await field(page, 'Captcha').press('Alt+V');
  await expect(field(page, 'Captcha')).toHaveValue(code ?? '');
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
});

/** A code with at least one letter, because a code of digits has no other case. */
async function codeWithLetter(page: Page): Promise<string> {
  for (;;) {
    const code = (await captchaCode(page).textContent()) ?? '';
    if (/[a-z]/i.test(code)) return code;
    await page.getByRole('button', { name: 'Refresh captcha' }).click();
  }
}

function swapCase(text: string): string {
  return [...text]
    .map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .join('');
}
