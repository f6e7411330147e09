import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { planLetter } from './write-letter.ts';
import { aPayer } from '#tests/support/a-group.ts';
import { aForm } from '#tests/support/author.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite();
  folder = testFolder();
});

async function write(body: string, selection: string, isReal = true): Promise<string> {
  const path = join(folder, 'letter.md');
  writeFileSync(path, `Subject: News for {name}\n\n${body}`);
  const send = isReal ? ['--send'] : [];
  return server.organise('write', path, '--to', selection, ...send);
}

async function letters() {
  const mails = await server.listMessages(10_000);
  return mails.filter(({ kind }) => kind === 'letter');
}

async function texts() {
  return (await letters()).map(({ content }) => content.text);
}

test('every placeholder has the value of its reader', async () => {
  const { person, order } = await server.paidRegistration();
  const form = aForm({ email: person.email });
  const { json } = await server.submit({ form, name: 'Slow polymers.pdf' });
  const path = join(folder, 'decisions.xlsx');
  await writeSheetFile(path, [
    ['Reference', 'Decision', 'Presentation', 'Slot'],
    [String(json['reference']), 'accepted', 'Talk', 'Hall A, Fri 09:00'],
  ]);
  await server.organise('decide', path, '--yes');
  const body =
    'Dear {name}: {reference}, {amount}, {type}, {slot}, {title}. [Your page]({own_link})';
  const said = await write(body, 'paid, accepted');
  // The organiser's screen shows no secret.
  expect(said).toContain(`Your page (${server.origin}/…)`);
  const [text = ''] = await texts();
  expect(text).toContain(
    `Dear ${person.name}: ${order.reference}, €418.95, Speaker, Hall A, Fri 09:00, Slow polymers. Your page (${server.origin}/registration/`,
  );
  expect(said).not.toMatch(/registration\/\w/);
  const [, token] = /(\/registration\/\w+)/.exec(text) ?? [];
  expect((await server.get(token ?? '')).status).toBe(200);
  expect((await letters())[0]?.content.subject).toContain(`News for ${person.name}`);
});

test('a link to pay takes the payment, and the payment withdraws the letter', async () => {
  const { person, order, pay } = await server.unpaidRegistration();
  const other = await server.unpaidRegistration();
  await server.db.deleteFrom('payment_links').execute();
  await write('Please pay {amount}: {pay_link}', 'unpaid', false);
  expect(await server.db.selectFrom('payment_links').selectAll().execute()).toEqual([]);
  await write('Please pay {amount}: {pay_link}', 'unpaid');
  const [first = '', second = ''] = (await texts()).toSorted();
  for (const text of [first, second]) {
    expect(text).toMatch(/Please pay €418\.95: http:\S+\/registration\/\w{26}/);
  }
  const link = await server.db
    .selectFrom('payment_links')
    .select('lapses_at')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  expect(link).toBeDefined();
  await pay();
  const states = (await letters()).map(({ recipient, state }) => [recipient, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [person.email, 'withdrawn'],
      [other.person.email, 'waiting'],
    ]),
  );
  const sent: string[] = [];
  await server.mailRound(
    async ({ to, subject }) => void (subject.includes('News') && sent.push(to)),
  );
  expect(sent).toEqual([other.person.email]);
});

test('a person who pays between the plan and the letter gets none', async () => {
  const { pay } = await server.unpaidRegistration();
  const { person } = await server.unpaidRegistration();
  const request = { selection: 'unpaid', isNews: false, mailsPerHour: Infinity };
  const file = 'Subject: Pay\n\n{pay_link}';
  const { perform } = await planLetter(testContext(server), { file, ...request });
  await pay();
  expect(await perform()).toContainEqual(expect.stringContaining('Letters in the outbox: 1.'));
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([person.email]);
});

test('a payment withdraws the letter also after the name was corrected', async () => {
  const { order, pay } = await server.unpaidRegistration();
  await write('{pay_link}', 'unpaid');
  await server.organise('correct', order.reference, '--name', 'Zofia Nowak', '--yes');
  await pay();
  expect((await letters()).map(({ state }) => state)).toEqual(['withdrawn']);
});

atOnce(
  'of a letter and a payment in the same moment no letter is left that asks for the money',
  async () => {
    const people = [];
    for (let count = 0; count < 6; count++) people.push(await server.unpaidRegistration());
    const request = { selection: 'unpaid', isNews: false, mailsPerHour: Infinity };
    const file = 'Subject: Pay\n\n{pay_link}';
    const { perform } = await planLetter(testContext(server), { file, ...request });
    await Promise.all([...people.map(({ pay }) => pay()), perform()]);
    const states = new Set((await letters()).map(({ state }) => state));
    expect([...states].filter((state) => state !== 'withdrawn')).toEqual([]);
    const paid = await server.db.selectFrom('orders').select('state').execute();
    expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(['CONFIRMED']));
  },
);

test('the payer of a group gets one letter with its link', async () => {
  const { people, order, path } = await server.aGroup(['Speaker', 'Poster']);
  await write('{reference}, {amount}: {pay_link} or {own_link}', 'unpaid');
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.recipient).toBe(aPayer.email);
  expect(letter?.content.text).toContain(
    `${order.reference}, €732.90: ${server.origin}${path} or `,
  );
  const [, own] = /(\/registration\/\w+)/.exec(letter?.content.text ?? '') ?? [];
  expect((await server.get(own ?? '')).text).toContain(people[1]?.name);
});

test('a member of a paid group gets the own page and not the amount of the group', async () => {
  const { members } = await server.aPaidGroup(['Speaker', 'Poster']);
  await expect(write('{amount}', 'paid')).rejects.toThrow('2 of the 2 recipients have none');
  await expect(write('{pay_link}', 'paid')).rejects.toThrow(/\. Leave it out\.$/);
  await write('{type}: {own_link}', 'paid, speaker');
  const [letter] = await letters();
  expect(letter?.recipient).toBe(members[0].email);
  const [, own] = /(\/registration\/\w+)/.exec(letter?.content.text ?? '') ?? [];
  expect((await server.get(own ?? '')).text).not.toContain(members[1].name);
});

test('a placeholder is refused if a recipient has none, with the words that leave these recipients out', async () => {
  await server.paidRegistration();
  await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
  await server.submit();
  for (const [place, selection, advice] of [
    ['{pay_link}', 'registered', ''],
    ['{amount}', 'registered', ', or write to “registered, paid, not group” (1 person)'],
    ['{reference}', 'registered', ', or write to “registered, paid” (1 person)'],
    ['{certificate_link}', 'paid', ', or write when the conference is over'],
    ['{abstract_link}', 'registered', ''],
    ['{number}', 'abstracts', ', or write when every poster has a number (organiser decide)'],
    ['{comment}', 'abstracts', ', or write when everybody has a comment (organiser decide)'],
    ['{type}', 'all', ', or write to “all, registered, not group, not discount” (2 people)'],
    ['{slot}', 'abstracts', ', or write when everybody has a slot (organiser decide)'],
    ['{title}', 'all', ', or write to “all, abstracts” (1 person)'],
  ] as const) {
    const error = await write(`See ${place}`, selection).catch(String);
    expect(error).toMatch(/The letter uses \{\w+}, but \d of the \d recipients ha(?:s|ve) none/);
    expect(error).toContain(`(${error.split('(')[1]?.split(')')[0]}). Leave it out${advice}.`);
  }
  expect(await letters()).toEqual([]);
});

test('a chase names payments that are pending, and the words that leave them out', async () => {
  const { person } = await server.unpaidRegistration();
  const waits = await server.openedPaypal();
  await server.chooseAt(waits.url, 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${waits.orderId}`);
  server.clock.advance(15 * 24 * 60 * 60_000);
  const chase = 'Please pay {amount}: {pay_link}';
  await expect(write(chase, 'unpaid, older than 14 days')).rejects.toThrow(
    /\d of the 2 recipients has none, such as .*\. A payment of .* is on its way: paypal says that it is pending\. Leave it out, or write to “unpaid, older than 14 days, payable” \(1 person\)\.$/,
  );
  const said = await write('Please pay.', 'unpaid, older than 14 days', false);
  expect(said).toContain(`1 of them has a payment that is still pending: ${waits.person.name}.`);
  expect(await write(chase, 'unpaid, older than 14 days, payable')).not.toContain('pending');
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([person.email]);
});

test('a letter that names something of an abstract goes out for each abstract of its reader', async () => {
  const form = aForm({ name: 'Aino Kettunen' });
  const sent: string[] = [];
  for (const name of ['First chains.pdf', 'Second chains.pdf']) {
    sent.push(String((await server.submit({ form, name })).json['reference']));
  }
  await server.db
    .updateTable('abstracts')
    .set({ title: 'On first chains' })
    .where('reference', '=', sent[0] ?? '')
    .execute();
  const body = '{reference}: {title} by {authors}. [Your page]({own_link})';
  const said = await write(body, 'abstracts');
  expect(said).toContain('It would go to 1 person in 2 letters, one for each abstract');
  // Both came in one moment, so either may be the first.
  expect(await texts()).toHaveLength(2);
  expect((await texts()).toSorted((text) => (text.includes(String(sent[0])) ? -1 : 1))).toEqual([
    expect.stringContaining(`${sent[0]}: On first chains by ${form['name']}. Your page`),
    expect.stringContaining(`${sent[1]}: Second chains by ${form['name']}. Your page`),
  ]);
  const pages = (await texts()).map((text) => /(\/abstract\/\w+)/.exec(text)?.[1] ?? '');
  expect(new Set(pages).size).toBe(2);
  for (const page of pages) expect((await server.get(page)).status).toBe(200);
  // The same letter reaches only an abstract that came since.
  expect(await write(body, 'abstracts')).toContain('It would go to 0 people.');
  await server.submit({ form, name: 'Third chains.pdf' });
  expect(await write(body, 'abstracts')).toContain('It would go to 1 person, the first of them:');
  expect(await letters()).toHaveLength(3);
  expect(await server.organise('show', sent[1] ?? '')).toContain('News for');
  // A letter that names nothing of an abstract goes out once.
  await write('Please read the agenda.', 'abstracts');
  expect(await letters()).toHaveLength(4);
});

test('{own_link} leads to the registration if the letter is about registrations, {abstract_link} to the abstract', async () => {
  const { person } = await server.paidRegistration();
  await server.submit({ form: aForm({ email: person.email }) });
  await write('{own_link} {abstract_link}', 'paid');
  await write('{own_link} and {abstract_link}', 'paid, abstracts');
  for (const text of await texts()) {
    expect(text).toMatch(/\/registration\/\w{26}.* .*\/abstract\/\w{26}/s);
  }
  expect(await letters()).toHaveLength(2);
});

test('an author who withdraws between the plan and the letter gets none', async () => {
  const stays = aForm();
  await server.submit({ form: stays });
  const { json } = await server.submit();
  const request = { selection: 'abstracts', isNews: false, mailsPerHour: Infinity };
  const file = 'Subject: Title\n\nPlease give us the title: {own_link}';
  const { perform } = await planLetter(testContext(server), { file, ...request });
  await server.db
    .updateTable('abstracts')
    .set({ withdrawn_at: server.clock.now().toISOString() })
    .where('reference', '=', String(json['reference']))
    .execute();
  await perform();
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([stays['email']]);
});

test('names and file names that a stranger typed stay text', async () => {
  const name = 'Eve [x](https://evil.example) **b** {pay_link}';
  const { person } = await server.paidRegistration({}, { name });
  const form = aForm({ email: person.email, name: 'Eve {own_link}' });
  await server.submit({ form, name: 'Win at evil.example now.pdf' });
  await write('Dear {name}, about {title}', 'paid');
  const [letter] = await letters();
  expect(letter?.content.html).not.toContain('href="https://evil.example');
  expect(letter?.content.text).toContain(`Dear ${name}, about Smart`);
  expect(letter?.content.html).toContain('{pay_link}');
});

test('before an acceptance a letter has a title and authors that are plain', async () => {
  needsFeatures('author-page');
  const { db } = server;
  const form = aForm({ name: 'Aino Kettunen' });
  const { json } = await server.submit({ form, name: 'Slow chains.pdf' });
  const reference = String(json['reference']);
  const authors = 'Win now at evil.example (Lab), Bea Weiss (ETH)';
  await server.organise('correct', reference, '--authors', authors, '--yes');
  const title = 'Win at evil.example';
  await db.updateTable('abstracts').set({ title }).where('reference', '=', reference).execute();
  await write('{title} by {authors}.', 'undecided');
  const path = join(folder, 'decisions.xlsx');
  await writeSheetFile(path, [
    ['Reference', 'Decision'],
    [reference, 'accepted'],
  ]);
  await server.organise('decide', path, '--yes');
  await write('{title} by {authors}!', 'accepted');
  expect((await texts()).map((text) => text.split('\n')[0]).toSorted()).toEqual(
    [
      `Slow chains by ${form['name']}.`,
      'Win at evil.example by Win now at evil.example, Bea Weiss!',
    ].toSorted(),
  );
});

test('before a payment a letter has a plain name or the address', async () => {
  const [plain, hostile] = [
    await server.unpaidRegistration({}, { name: 'Zofia Kowalska' }),
    await server.unpaidRegistration({}, { name: 'Win now at evil.example' }),
  ];
  await write('Dear {name}', 'unpaid');
  expect((await texts()).map((text) => text.split('\n')[0]).toSorted()).toEqual(
    [`Dear ${plain.person.name}`, `Dear ${hostile.person.email}`].toSorted(),
  );
});

test('show lists the letters to a person, with subject and state', async () => {
  const { order } = await server.paidRegistration();
  await write('Hello', 'paid');
  const shown = await server.organise('show', order.reference);
  expect(shown).toMatch(/\nletters\n {2}Letter, waiting .*“.*: News for Mira Lindqvist \d+”/);
  await server.organise('mails', '--hold', '--yes');
  const listed = await server.organise('mails');
  expect(listed).toMatch(/waiting +1 {2}letter \w{8} “News for \{name\}”/);
  await server.organise('mails', '--discard', 'News for {name}', '--yes');
  expect(await server.organise('mails')).not.toContain('News');
  expect(await server.organise('show', order.reference)).not.toContain('\nletters\n');
  await server.organise('mails', '--release', '--yes');
  const sent: string[] = [];
  await server.mailRound(async ({ subject }) => void sent.push(subject));
  expect(sent.join()).not.toContain('News');
});
