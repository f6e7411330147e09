import { fillIn, mailsTo } from '#tests/support/own-page.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import {
  contribution,
  decide,
  newAbstract,
  ownAbstract,
  sendFile,
} from '#tests/support/own-abstract.ts';
import { expectNoFindings } from './axe.ts';
import { fill } from './form-page.ts';
import { expect, test } from './own-page-fixtures.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('an author adds title and authors, replaces the file, corrects the address and withdraws', async ({
    page,
    server,
    allowConsole,
  }) => {
    // The policy of these pages also blocks Playwright's scripts. A refused form answers 400.
    allowConsole(/^error: (?:Blocked script execution|Failed to load resource: .* 400 )/);
    const form = aForm({ name: 'Ilmari Väisänen' });
    await submit(server, { form });
    const email = String(form['email']);
    const main = page.getByRole('main');
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => main.getByRole('link', { name }).click();
    const says = (words: string | RegExp) => expect(main).toContainText(words);

    const [mail] = await mailsTo(server, email);
    await page.goto(/\/abstract\/\w{26}/.exec(mail?.text ?? '')?.[0] ?? '');
    const own = page.url();
    await says('Please add the title and the authors.');

    await test.step('adds title and two authors, the second one first', async () => {
      await follow('Add title and authors');
      await fill(page, { 'Title of the contribution': 'Chains that heal themselves' });
      const second = main.getByRole('group', { name: 'Author 2', exact: true });
      await second.getByLabel('Name').fill('Mira Lindqvist');
      await second.getByLabel('ORCID iD').fill('0000-0002-1825-0098');
      await press('Author 2 up');
      const first = main.getByRole('group', { name: 'Author 1', exact: true });
      await expect(first.getByLabel('Name')).toHaveValue('Mira Lindqvist');
      await press('Save');
      await says('Please check the marked fields.');
      await first.getByLabel('ORCID iD').fill('0000-0002-1825-0097');
      await first.getByLabel('Affiliation').fill('Polymer Lab, Uppsala, Sweden');
      // The return key saves, and presses none of the buttons before it.
      await first.getByLabel('Affiliation').press('Enter');
      await says('Your entries are saved.');
      await expect(main.getByRole('listitem').first()).toContainText('Mira Lindqvist');
      await expect(main).not.toContainText('Please add the title');
    });

    await test.step('replaces the file', async () => {
      await follow('Replace the file');
      const chosen = main.getByLabel('New file');
      await chosen.setInputFiles({
        name: 'a.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('no'),
      });
      await press('Send the new file');
      await says('Only PDF, DOC, DOCX files allowed.');
      await chosen.setInputFiles({
        name: 'second.pdf',
        mimeType: 'application/pdf',
        buffer: aPdf(900),
      });
      await press('Send the new file');
      await says('Your new file has arrived');
      await says('Version 1: abstract.pdf');
    });

    await test.step('corrects the address', async () => {
      await follow('Correct your details');
      await fill(page, { Email: `new.${email}` });
      await press('Save');
      await says('The new address gets an email with the link');
      // A new address has a new link, and the author is on its page.
      const moved = new URL(page.url()).pathname.slice(0, '/abstract/'.length + 26);
      expect(moved).not.toBe(new URL(own).pathname);
      expect((await mailsTo(server, `new.${email}`))[0]?.text).toContain(moved);
    });

    await test.step('withdraws, and undoes it', async () => {
      await follow('Withdraw the abstract');
      await press('Withdraw it');
      await says('Your abstract is withdrawn.');
      await press('Undo the withdrawal');
      await says('Your abstract takes part again.');
    });
  });
});

test.describe('the pages of an author', () => {
  // axe needs scripts, and the policy of these pages forbids them.
  test.use({ bypassCSP: true, viewport: { width: 320, height: 700 } });

  test('are accessible and fit 320 pixels in every state', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/^error: Failed to load resource: .* 40[09] /);
    const { path, id, token } = await newAbstract(server);
    const main = page.getByRole('main');
    const see = async (end: string, state: string) => {
      await page.goto(`${path}${end}`);
      await expectNoFindings(page, state);
    };
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();

    await see('', 'nothing added');
    await see('/contribution', 'an empty form');
    await page.getByLabel('ORCID iD').first().fill('0000-0002-1825-0098');
    await press('Save');
    await expectNoFindings(page, 'a form with mistakes');
    const many = Array.from({ length: 20 }, (_, at) => ({
      [`name-${at + 1}`]: `Ilmari Väisänen-Söderbergh ${at + 1}`,
      [`affiliation-${at + 1}`]: 'Poly'.repeat(40),
    }));
    const title = 'Selbstheilungspolyelektrolytmembranen '.repeat(8).slice(0, 299);
    const entries = Object.assign({}, contribution, ...many, { title: `${title}.`, wish: '' });
    expect((await fillIn(server, `${path}/contribution`, entries)).status).toBe(303);
    await see('?done=saved', 'twenty authors');
    await see('/contribution', 'a form of twenty authors');
    await see('/details', 'the details');
    await see('/file', 'the form for a file');
    await main
      .getByLabel('New file')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') });
    await press('Send the new file');
    await expectNoFindings(page, 'a refused file');
    await sendFile(server, path, `${'long'.repeat(30)}.pdf`);
    await see('', 'two versions');
    await see('/withdraw', 'before a withdrawal');
    await press('Withdraw it');
    await expectNoFindings(page, 'withdrawn');
    await press('Undo the withdrawal');
    await decide(server, id, 'ACCEPTED');
    await see('', 'accepted');
    await press('I will present it');
    await expectNoFindings(page, 'confirmed');
    expect((await ownAbstract(server, token)).decision?.confirmedAt).toBeDefined();
  });
});
