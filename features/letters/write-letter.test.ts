import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { timestamp } from '#server/identity.ts';
import { nodemailerMessage } from '#server/mail/nodemailer-message.ts';
import { planHold } from '#server/operations/hold-mails.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { type LetterRequest, planLetter } from './write-letter.ts';
import { hasRoomForLetters } from '#server/config/quotas.ts';
import { aPayer } from '#tests/support/a-group.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { readGivenText } from '#organiser/given-file.ts';
import { personCommand } from '#organiser/commands/person.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

const FILE = `Subject: Practical information

Dear {name},

the **doors** open at 08:30. See [the agenda](https://summit.example/agenda).

- Bring your badge.
- Bring a friend.
`;

type Request = Partial<LetterRequest> & { selection: string };

function plan({ file = FILE, isNews = false, mailsPerHour = 500, ...rest }: Request, on = server) {
  return planLetter(testContext(on), { file, isNews, mailsPerHour, ...rest });
}

async function write(request: Request, isReal = true): Promise<string> {
  const { words, perform } = await plan(request);
  return [...words, ...(isReal ? await perform() : [])].join('\n');
}

/** The mails that the server sends now. */
async function sentMails(): Promise<Mail[]> {
  const sent: Mail[] = [];
  await server.mailRound(async (mail) => void sent.push(mail));
  return sent;
}

async function register(traits: object, presentationType = 'SPEAKER') {
  const person = aPerson(traits);
  await server.post('/api/registration/register', { ...person, presentationType });
  return person;
}

async function buy(traits: object, choice: { presentationType?: string } = {}) {
  const { path, body, person } = await server.aCheckout(choice, traits);
  const { url, sessionId } = (await server.post(path, body)).json;
  await server.payAt(String(url));
  await server.post(`/api/payment/update?sessionId=${String(sessionId)}`);
  return person;
}

test.each([
  ['UTF-8', Buffer.from('\uFEFFSubject: Grüße\n\nHallo')],
  ['UTF-16', Buffer.from('\uFEFFSubject: Grüße\n\nHallo', 'utf16le')],
])('a letter that is saved as %s keeps its accents', async (_, bytes) => {
  const path = join(testFolder(), 'letter.md');
  writeFileSync(path, bytes);
  expect(await readGivenText(path)).toBe('Subject: Grüße\n\nHallo');
});

test('a letter in a code page of Windows is refused before anybody gets it', async () => {
  const path = join(testFolder(), 'letter.md');
  writeFileSync(path, Buffer.from('Subject: Grüße\n\nHallo', 'latin1'));
  const run = server.organise('write', path, '--to', 'all', '--send');
  await expect(run).rejects.toThrow(
    'letter.md is not saved as UTF-8: save it again, and choose UTF-8.',
  );
});

test('a letter is first shown with its recipients, and then sent once to each address', async () => {
  const anna = await buy({ name: 'Anna Kowalska', country: 'Poland' });
  await buy({ name: 'Ben Kowalski', email: anna.email.toUpperCase(), country: 'Poland' });
  await register({ country: 'Poland' });
  await sentMails();
  const said = await write({ selection: 'Paid, speaker , country = poland' }, false);
  expect(said).toContain('It would go to 1 person, the first of them:\n  Anna Kowalska  ');
  expect(said).toContain('At most 250 letters go out in an hour');
  expect(said).toMatch(/Subject: .*: Practical information\n/);
  expect(said).toContain('Dear Anna Kowalska,\n\nthe doors open at 08:30.');
  expect(await sentMails()).toEqual([]);

  expect(await write({ selection: 'paid, speaker, country=Poland' })).toContain(
    'Letters in the outbox: 1.',
  );
  const [letter] = await sentMails();
  expect(letter).toMatchObject({ to: anna.email, unsubscribe: undefined });
  expect(letter?.text).toContain('the agenda (https://summit.example/agenda)');
  expect(letter?.html).toMatch(/<strong>doors<\/strong>[^]*<li[^>]*>Bring your badge\.<\/li>/);
  expect(nodemailerMessage(letter as Mail).headers).not.toHaveProperty('List-Unsubscribe');
});

test('the same letter again is sent only to people who registered since', async () => {
  await register({});
  expect(await write({ selection: 'registered' })).toContain('Letters in the outbox: 1.');
  await register({});
  await register({});
  const said = await write({ selection: 'REGISTERED', file: FILE.replaceAll('\n', '\r\n') });
  expect(said).toContain('This letter went to 1 person of them before.');
  expect(said).toContain('Letters in the outbox: 2.');
  expect(await write({ selection: 'registered' })).toContain('It would go to 0 people.');
  const rows = await server.db.selectFrom('letters').selectAll().execute();
  expect(rows).toMatchObject([{ recipients: 3, selection: 'registered', sent_by: 'secretary' }]);
  const log = await server.organise('log');
  expect(log).toContain('"Practical information" to REGISTERED: 2');
});

test('two organisers who send the same letter at once send it once', async () => {
  for (let count = 0; count < 3; count++) await register({});
  const plans = [await plan({ selection: 'all' }), await plan({ selection: 'all' })];
  const said = await Promise.all(plans.map(({ perform }) => perform()));
  expect(said.flat().filter((words) => words.startsWith('Letters in the outbox: 3.'))).toHaveLength(
    1,
  );
  expect((await sentMails()).filter(({ subject }) => subject.includes('Practical'))).toHaveLength(
    3,
  );
  expect(await server.db.selectFrom('letters').select('recipients').execute()).toEqual([
    { recipients: 3 },
  ]);
});

test('the plan names the recipients whom the organiser may not expect', async () => {
  const late = await buy({ name: 'Lena Late' });
  const ask = ['ask', late.email, '35', 'Late fee', '--name', 'Lena Late', '--send'];
  await server.organise(...ask);
  const { person: open } = await server.openedCheckout();
  const { email } = await buy({ name: 'Paula Paid' }, { presentationType: 'POSTER' });
  await register({ email, name: 'Otto Andersen' });
  await server.aGroup(['Poster', 'Poster']);
  const said = async (selection: string) => (await plan({ selection })).words.join('\n');

  const unpaid = await said('unpaid');
  expect(unpaid).toContain(
    '1 of them has a paid place, and owes an amount that you asked for: Lena Late.',
  );
  expect(unpaid).toContain('1 of them has paid another registration with the same address: Otto');
  expect(unpaid).toContain('1 of them gets it as the payer of an unpaid group, whose members get');
  expect(unpaid).not.toContain('not paid yet');
  expect(await said('asked')).not.toMatch(/\d of them/);
  const posters = await said('poster');
  expect(posters).toContain(`1 of them has not paid yet: ${aPayer.name}.`);
  expect(await said('paid')).not.toMatch(/\d of them/);

  await server.db
    .updateTable('outbox')
    .set({ dead_at: '2026-01-01T00:00:00.000Z', sent_at: null })
    .where('recipient', '=', open.email)
    .execute();
  expect(await said('unpaid')).toContain('1 of them did not get the last mail, which could not be');
  await server.organise('person', 'erase', late.email, '--even-paid', '--yes');
  expect(await said('speaker')).toContain('1 more registration would match, but the people were');
});

test('a letter that everybody has got has no button, and sends nothing', async () => {
  await register({});
  await write({ selection: 'all' });
  const again = await plan({ selection: 'all' });
  expect(again.button).toBeUndefined();
  const path = join(testFolder(), 'letter.md');
  writeFileSync(path, FILE);
  const { text, code } = await server.ran('write', path, '--to', 'all', '--send');
  expect([text, code]).toEqual([expect.stringContaining('It would go to 0 people.'), 0]);
  expect(text).not.toContain('Letters in the outbox');
  expect(await server.organise('write', path, '--to', 'all')).not.toContain('--send');
});

test('a letter with {reference} is refused if a recipient has none', async () => {
  await register({});
  const file = `${FILE}\nYour reference is {reference}.`;
  await expect(write({ selection: 'registered', file })).rejects.toThrow('1 of the 1 recipients');
  const { person } = await server.openedCheckout();
  const [row] = await server.db.selectFrom('orders').select('reference').execute();
  await sentMails();
  await write({ selection: 'unpaid, country=Sweden', file: FILE });
  await sentMails();
  await buy({});
  await sentMails();
  await write({ selection: 'paid', file });
  const [letter] = await sentMails();
  expect(letter?.text).toMatch(/Your reference is PS26-.{9}\./);
  expect(letter?.text).not.toContain(String(row?.reference));
  expect(person.email).not.toBe(letter?.to);
});

test('a reader unsubscribes from news once, by page or mail program, and still gets mails about their registration', async () => {
  const [anna, ben] = [await register({}), await register({})];
  await sentMails();
  await write({ selection: 'all', isNews: true });
  const news = await sentMails();
  const toAnna = news.find(({ to }) => to === anna.email) as Mail;
  const address = String(toAnna.unsubscribe);
  expect(toAnna.text).toContain(address);
  expect(nodemailerMessage(toAnna).headers).toMatchObject({
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const { page } = server.content.mails.news;
  const { pathname } = new URL(address);
  const asked = await server.get(pathname);
  expect(asked.text).toContain(`<form method="post" action="${pathname}">`);
  expect(asked.headers.get('content-security-policy')).toMatch(/form-action 'self'.*allow-forms/);
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(asked.text).not.toContain(anna.email);
  // Opening the page does not unsubscribe.
  expect((await server.get(pathname)).text).toContain(page.question);

  // Another waiting letter is not sent.
  await write({ selection: 'all', isNews: true, file: `${FILE}\nMore.` });
  const body = new FormData();
  body.append('List-Unsubscribe', 'One-Click');
  for (const one of [body, new URLSearchParams('List-Unsubscribe=One-Click')]) {
    const answer = await fetch(address, { method: 'POST', body: one });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(page.done);
  }
  expect((await server.get(pathname)).text).toContain(page.done);
  expect((await sentMails()).map(({ to }) => to)).toEqual([ben.email]);
  expect(await write({ selection: 'all', isNews: true, file: `${FILE}\nAnd more.` })).toContain(
    'of whom 1 has unsubscribed',
  );
  expect((await sentMails()).map(({ to }) => to)).toEqual([ben.email]);
  await write({ selection: 'all' });
  expect(await sentMails()).toHaveLength(2);
  // Logs have no token.
  expect(JSON.stringify(server.log)).not.toContain(pathname.split('/')[2]);
});

test('letters leave half of the mails of an hour to other mails, and can be put on hold alone', async () => {
  await server.close();
  server = await startTestSite({ quotas: { mails: 10 } });
  for (let count = 0; count < 4; count++) await register({});
  const round = () =>
    server.mailRound(
      async () => undefined,
      server.quotas.mails.hasRoom,
      () => hasRoomForLetters(server.quotas),
    );
  // A checkout soon after the registration has no mail of its own.
  server.clock.advance(31_000);
  // Four confirmations and the secretary's copies.
  expect(await round()).toBe(8);
  server.clock.advance(61 * 60_000);
  expect(await write({ selection: 'all', mailsPerHour: 10 })).toContain('within an hour');
  await (await planHold(testContext(server), { hold: 'letters' })).perform();
  await register({});
  server.clock.advance(31_000);
  expect(await round()).toBe(2);
  await (await planHold(testContext(server), { hold: undefined })).perform();
  // Five mails in an hour, and two of them were other mails.
  expect(await round()).toBe(3);
  await register({});
  server.clock.advance(31_000);
  expect(await round()).toBe(2);
  expect((await server.get('/readyz')).json).toMatchObject({ status: 'ready' });
  server.clock.advance(61 * 60_000);
  expect(await round()).toBe(1);
});

test('an erased person gets no letter, and the address of letters is deleted', async () => {
  const anna = await register({});
  await write({ selection: 'all', isNews: true });
  await printed((print) =>
    personCommand(
      testContext(server),
      { action: 'erase', email: anna.email, isReal: true, isEvenPaid: true },
      print,
    ),
  );
  for (const table of ['outbox', 'letter_addresses', 'letters'] as const) {
    const rows = await server.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain(anna.email);
  }
});

test('an old letter is not sent again to its recipients', async () => {
  await register({});
  await write({ selection: 'all' });
  server.clock.advance(400 * 24 * 60 * 60_000);
  await expect(write({ selection: 'all' })).rejects.toThrow('was deleted since');
  const others = plan({ selection: 'not got=Practical information', file: `${FILE}\nMore.` });
  await expect(others).rejects.toThrow('There is no letter');
});

test('wrong calls are reported', async () => {
  const folder = testFolder();
  const path = join(folder, 'letter.md');
  writeFileSync(path, FILE);
  const none = server.organise('write', join(folder, 'none.md'), '--to', 'all');
  await expect(none).rejects.toThrow('There is no file');
});

test('addresses of letters are deleted with the participants', async () => {
  const row = { email: 'mira@lab.example', token: 'a'.repeat(26), unsubscribed_at: null };
  await server.db.insertInto('letter_addresses').values(row).execute();
  const end = timestamp(server.clock.now()).slice(0, 10);
  expect((await server.purged(true, { end })).counts).toEqual({});
  server.clock.advance(500 * 24 * 60 * 60_000);
  expect((await server.purged(true, { end })).counts).toEqual({ 'addresses of letters': 1 });
  expect(await server.db.selectFrom('letter_addresses').selectAll().execute()).toEqual([]);
});

test('a letter is not sent to a person who was erased after the plan was shown', async () => {
  const { person } = await server.paidRegistration();
  const file = 'Subject: News\n\nDear {name},\n\nsee you soon.\n';
  const request = { file, selection: 'paid', isNews: true, mailsPerHour: 500 };
  const { perform } = await planLetter(server.organising, request);
  const { db, clock, files } = server;
  const now = clock.now();
  const places = { store: files.store, mailFolder: `${files.dataDir}/mail` };
  await erasePerson({ ...places, db, now, conferenceEnd: now }, person.email, true);
  expect((await perform())[0]).toContain('Letters in the outbox: 0');
  expect(await db.selectFrom('letter_addresses').selectAll().execute()).toEqual([]);
});
