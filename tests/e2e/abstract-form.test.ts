import {
  author,
  fillAbstract,
  interests,
  openAbstract,
  organisations,
  sessions,
  submit,
  submitButton,
  successWindow,
} from './abstract-form.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  alertSaying,
  captchaCode,
  expectEmpty,
  expectEntries,
  field,
  fill,
  messageOf,
  typeCaptcha,
  windowMessage,
} from './form-page.ts';
import { callsTo, delayedReply, type Reply } from './pretend-server.ts';

test('the abstract form says what is missing or wrong, and axe finds nothing', async ({ page }) => {
  const { calls } = await openAbstract(page);
  await submitButton(page).click();
  for (const label of [...Object.keys(author), 'Abstract file', 'Captcha']) {
    const message = `${label.replace('Abstract file', 'File')} required`;
    expect.soft(await messageOf(page, label)).toBe(message);
  }
  await expect.soft(field(page, 'Title')).toBeFocused();
  await expect.soft(field(page, 'Title')).toBeInViewport();
  await expectNoFindings(page, 'empty fields');

  // Editing a field removes its message and no other.
  await fill(page, { Title: 'Dr' });
  await expect.soft(page.getByText('Title required')).toHaveCount(0);
  await expect.soft(page.getByText(/ required$/)).toHaveCount(9);
  await fillAbstract(page);
  await expect.soft(page.getByText(/ required$/)).toHaveCount(0);
  await fill(page, { Name: '  ' });
  await submitButton(page).click();
  expect.soft(await messageOf(page, 'Name')).toBe('Name required');
  await expect.soft(field(page, 'Name')).toBeFocused();

  await fill(page, author);
  // The message shows at once, and again when the form is submitted.
  const wrong = 'Only PDF, DOC, DOCX files allowed.';
  const file = { name: 'talk.pdf.exe', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await field(page, 'Abstract file').setInputFiles(file);
  await expect.soft(page.getByText(wrong, { exact: true })).toBeVisible();
  await submitButton(page).click();
  expect.soft(await messageOf(page, 'Abstract file')).toBe(wrong);
  await expect.soft(field(page, 'Abstract file')).toBeFocused();
  await fillAbstract(page);

  const code = (await captchaCode(page).textContent()) ?? '';
  await fill(page, { Captcha: code.slice(0, 5) });
  await submitButton(page).click();
  expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha incorrect');
  await field(page, 'Captcha').fill('');
  await field(page, 'Captcha').pressSequentially('abcdefgh');
  await expect.soft(field(page, 'Captcha')).toHaveValue('abcdef');
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await expect.soft(captchaCode(page)).not.toHaveText(code);
  expect(callsTo(calls, `POST ${submit}`)).toEqual([]);
});

const failures: [Reply, string][] = [
  [{ status: 413, text: 'a proxy refuses' }, 'File too large. Max 25MB.'],
  [{ status: 500, json: { message: 'Closed' } }, 'Submission failed. Try again.'],
  ['offline', 'Network error. Try again.'],
];

test('an abstract that the server refuses stays in the form and is sent again, and axe finds nothing', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { replies, calls } = await openAbstract(page);
  await fillAbstract(page);
  const code = await captchaCode(page).textContent();
  for (const [reply, message] of failures) {
    replies[submit] = reply;
    const shown = await windowMessage(page, () => submitButton(page).click());
    expect.soft(shown).toBe(message);
    await expect.soft(alertSaying(page, message)).toBeVisible();
    await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    await expectEntries(page, author);
    await expect.soft(page.getByText('Elastomers.pdf').first()).toBeVisible();
  }
  await expectNoFindings(page, 'an abstract that was not taken');

  const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const receipt = { reference: 'AB26-7K3M-9QXW', session: 'Elastomers', bytes: 15, sha256 };
  const delayed = delayedReply({ json: { success: true, ...receipt } });
  replies[submit] = delayed.reply;
  await submitButton(page).dblclick();
  await expect.soft(submitButton(page)).toHaveText('Submitting...');
  await expect.soft(submitButton(page)).toBeDisabled();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectNoFindings(page, 'an abstract that is being sent');
  delayed.release();
  await expect(successWindow(page)).toContainText('AB26-7K3M-9QXW');
  const stepLeft = 'One step is left: title and authors. We have emailed you the link.';
  await expect(successWindow(page)).toContainText(stepLeft);
  await expect(successWindow(page)).not.toContainText('digest');
  await expectNoFindings(page, 'an abstract that was received');
  expect.soft(callsTo(calls, `POST ${submit}`)).toHaveLength(failures.length + 1);

  await successWindow(page).getByRole('button', { name: 'Close' }).click();
  await expect(successWindow(page)).toHaveCount(0);
  const labels = [...Object.keys(author), 'Abstract file', 'Captcha'];
  await expectEmpty(page, labels);
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(storage).not.toContain(author.Email);

  const note = page.getByText('Abstract AB26-7K3M-9QXW was submitted', { exact: true });
  await expect(note).toBeInViewport();
  await expect(page.getByText(stepLeft)).toBeVisible();
  const holdsNote = (element: Element) => element.contains(document.activeElement);
  await expect.poll(() => note.locator('xpath=../..').evaluate(holdsNote)).toBe(true);
  await expectNoFindings(page, 'an abstract that was sent from this browser');

  // A new attempt removes the note, and a later visit shows it again.
  await submitButton(page).click();
  expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha required');
  await expect.soft(note).toHaveCount(0);
  await page.reload();
  await expect(note).toBeVisible();
  // The author may have taken the step since.
  await expect(page.getByText(stepLeft)).toHaveCount(0);
  await expect(page.getByText(/leads to the page for title and authors/)).toBeVisible();
  replies[submit] = 'offline';
  await fillAbstract(page);
  await windowMessage(page, () => submitButton(page).click());
  await expect.soft(alertSaying(page, 'Network error. Try again.')).toBeVisible();
  await expect.soft(note).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Hide this note' }).click();
  await page.reload();
  await expect(submitButton(page)).toBeEnabled();
  await expect(note).toHaveCount(0);
});

for (const { what, json, words } of [
  {
    what: 'whose content does not fit its name',
    json: { message: 'Only PDF, DOC, DOCX files allowed.' },
    words: /Elastomers\.pdf has another kind of content than its name says/,
  },
  {
    what: 'that asks for a password',
    json: { message: 'This file asks for a password.', fields: ['abstractFile'] },
    words: /This file asks for a password\./,
  },
]) {
  test(`a file ${what} is marked at its field`, async ({ page, allowConsole }) => {
    allowConsole(/Failed to load resource/);
    await openAbstract(page, { [submit]: { status: 400, json } });
    await fillAbstract(page);
    await windowMessage(page, () => submitButton(page).click());
    await expect(field(page, 'Abstract file')).toHaveAccessibleDescription(words);
  });
}

test('a link of the list of sessions chooses its session in the abstract form', async ({
  page,
}) => {
  await page.goto('/sessions');
  await page.getByRole('listitem').getByRole('link', { name: 'Polymer Rheology' }).click();
  await expect(page).toHaveURL(/session=polymer-rheology$/);
  await expect(field(page, 'Session')).toHaveValue('polymer-rheology');
});

test('a list that fails to load is logged, and focusing its field requests it again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/gave no list|Failed to load resource/);
  const logged = page.waitForEvent('console', (line) => line.text().includes(sessions));
  const { replies } = await openAbstract(page, { [interests]: 'offline', [sessions]: 'offline' });
  await logged;
  await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  replies[interests] = {
    json: [
      { id: 1, option_name: 'Talk' },
      { id: 2, label: 'Poster' },
    ],
  };
  await field(page, 'Interest area').focus();
  await expect
    .poll(() => field(page, 'Interest area').locator('option').allTextContents())
    .toEqual(['Choose an interest area', 'Talk', 'Poster']);
  await fill(page, { 'Interest area': '2' });
  await typeCaptcha(page);
  await submitButton(page).click();
  expect(await messageOf(page, 'Session')).toBe('Session required');
});

test('the field of the organization suggests those of the list, and takes any text', async ({
  page,
}) => {
  const found = (name: string, ror: string) => {
    return { name, place: 'Dresden, Germany', ror: `https://ror.org/${ror}` };
  };
  const { calls } = await openAbstract(page, {
    [organisations]: { json: { organisations: [found('Dresden Lab of Chains', '00exam001')] } },
  });
  const organization = field(page, 'Organization');
  await organization.pressSequentially('Dr');
  await expect(page.locator('datalist')).toHaveCount(0);
  await organization.pressSequentially('esden');
  const option = page.locator('datalist option');
  await expect(option).toHaveAttribute('value', 'Dresden Lab of Chains');
  await expect(option).toHaveText('Dresden, Germany');
  await expect(organization).toHaveAttribute('list', 'organisations');
  // Somebody who types fast makes one call.
  expect(callsTo(calls, `GET ${organisations}`).map(({ line }) => line)).toEqual([
    `GET ${organisations}?q=Dresden&language=en`,
  ]);
  await expectNoFindings(page, 'suggestions');
  await organization.fill('D');
  await expect(page.locator('datalist')).toHaveCount(0);
  await expect(organization).toHaveValue('D');
});
