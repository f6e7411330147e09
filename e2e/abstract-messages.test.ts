import { truncate, writeFile } from 'node:fs/promises';
import {
  author,
  fillAbstract,
  interests,
  openAbstract,
  sessions,
  submit,
  submitButton,
  successWindow,
} from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import {
  alertSaying,
  captchaCode,
  entriesOf,
  field,
  fill,
  messageOf,
  typeCaptcha,
  windowMessage,
} from './form-page.ts';
import { callsTo, delayedReply, type Reply } from './pretend-server.ts';

// These tests make calls fail on purpose.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

test('the form rejects a wrong captcha, and a new code clears the field', async ({ page }) => {
  const { calls } = await openAbstract(page);
  await fillAbstract(page);
  const code = (await captchaCode(page).textContent()) ?? '';
  for (const wrong of [`${code.slice(0, 5)}-`, code.slice(0, 5)]) {
    await fill(page, { Captcha: wrong });
    await submitButton(page).click();
    expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha incorrect');
  }
  await field(page, 'Captcha').fill('');
  await field(page, 'Captcha').pressSequentially('abcdefgh');
  await expect.soft(field(page, 'Captcha')).toHaveValue('abcdef');
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await expect.soft(captchaCode(page)).not.toHaveText(code);
  expect(callsTo(calls, `POST ${submit}`)).toEqual([]);
});

const LIMIT = 25 * 1024 * 1024;
const wrongType = 'Only PDF, DOC, DOCX files allowed.';
for (const [name, bytes, message] of [
  ['talk.txt', 9, wrongType],
  ['talk.pdf.exe', 9, wrongType],
  ['pdf', 9, wrongType],
  ['talk.docx', LIMIT + 1, 'File too large (max 25MB).'],
  ['talk.doc', 0, 'This file is empty.'],
] as const) {
  test(`the form rejects a file of ${bytes} bytes named ${name}: ${message}`, async ({
    page,
  }, info) => {
    const { calls } = await openAbstract(page);
    await fillAbstract(page);
    // The file is on disk, because passing 25 MB to the browser takes longer than the rest of the test.
    const file = info.outputPath(name);
    await writeFile(file, '');
    await truncate(file, bytes);
    await field(page, 'Abstract file').setInputFiles(file);
    // The message shows at once, and again when the form is submitted.
    await expect.soft(page.getByText(message, { exact: true })).toBeVisible();
    await submitButton(page).click();
    expect.soft(await messageOf(page, 'Abstract file')).toBe(message);
    await expect.soft(field(page, 'Abstract file')).toBeFocused();
    expect(callsTo(calls, `POST ${submit}`)).toEqual([]);
  });
}

const failures: [Reply, string][] = [
  [{ status: 413, json: {} }, 'File too large. Max 25MB.'],
  [{ status: 413, text: 'a proxy refuses' }, 'File too large. Max 25MB.'],
  [{ status: 500, json: {} }, 'Submission failed. Try again.'],
  [{ status: 422, json: { message: 'Closed' } }, 'Submission failed. Try again.'],
  [{ json: { success: false } }, 'Submission failed. Try again.'],
  ['offline', 'Network error. Try again.'],
];

test('an alert reports an abstract that the server refuses, which stays in the form and can be sent again', async ({
  page,
}) => {
  const { replies, calls } = await openAbstract(page);
  await fillAbstract(page);
  for (const [reply, message] of failures) {
    await test.step(message, async () => {
      replies[submit] = reply;
      const shown = await windowMessage(page, () => submitButton(page).click());
      expect.soft(shown).toBe(message);
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
      expect.soft(await entriesOf(page, Object.keys(author))).toEqual(Object.values(author));
      await expect.soft(page.getByText('Elastomers.pdf').first()).toBeVisible();
    });
  }
  replies[submit] = { json: { success: true } };
  await submitButton(page).click();
  await expect(successWindow(page)).toBeVisible();
  expect(callsTo(calls, `POST ${submit}`)).toHaveLength(failures.length + 1);
});

test('an abstract is sent once, and closing the success dialog empties the form', async ({
  page,
}) => {
  const held = delayedReply({ json: { success: true, reference: 'AB26-7K3M-9QXW' } });
  const { calls } = await openAbstract(page, { [submit]: held.reply });
  await fillAbstract(page);
  const code = await captchaCode(page).textContent();
  await submitButton(page).dblclick();
  await expect.soft(submitButton(page)).toHaveText('Submitting...');
  await expect.soft(submitButton(page)).toBeDisabled();
  held.release();
  await expect(successWindow(page)).toContainText('AB26-7K3M-9QXW');
  await successWindow(page).getByRole('button', { name: 'Close' }).click();
  await expect(successWindow(page)).toHaveCount(0);
  const labels = [...Object.keys(author), 'Abstract file', 'Captcha'];
  expect.soft(await entriesOf(page, labels)).toEqual(labels.map(() => ''));
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
  expect(callsTo(calls, `POST ${submit}`)).toHaveLength(1);
});

test('a list that fails to load is logged, and focusing its field requests it again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/gave no list/);
  const logged = page.waitForEvent('console', (line) => line.text().includes(sessions));
  const { replies } = await openAbstract(page, { [interests]: 'offline', [sessions]: 'offline' });
  await logged;
  await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  // One option for each of the four properties that may name it.
  replies[interests] = {
    json: [
      { id: 1, option_name: 'Talk', name: 'x' },
      { id: 2, sessionName: 'Poster', name: 'x' },
      { id: 3, name: 'Film', label: 'x' },
      { id: 4, label: 'Stand' },
    ],
  };
  await field(page, 'Interest area').focus();
  await expect
    .poll(() => field(page, 'Interest area').locator('option').allTextContents())
    .toEqual(['Choose an interest area', 'Talk', 'Poster', 'Film', 'Stand']);
  await fill(page, { 'Interest area': '2' });
  await typeCaptcha(page);
  await submitButton(page).click();
  expect(await messageOf(page, 'Session')).toBe('Session required');
});
