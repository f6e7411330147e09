import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { aForm } from '#tests/support/author.ts';
import {
  conferenceAhead,
  contribution,
  DAY_MS,
  decide,
  newAbstract,
  ownAbstract,
  sendFile,
} from '#tests/support/own-abstract.ts';
import { fieldsOf } from '#tests/support/own-page.ts';
import { aDocx, aPdf } from '#tests/support/sample-files.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { filesByAbstract } from '#server/abstract/abstract-files.ts';
import { findAbstract, findAbstractByToken } from '#server/abstract/abstracts.ts';

let server: TestSite;
let said: Content['yourAbstract'];
beforeAll(async () => {
  server = await startTestSite({ content: conferenceAhead() });
  said = server.content.yourAbstract;
  return server.close;
});

test('the first mail asks for title and authors, with the link to the page', async () => {
  const { path, email } = await newAbstract(server);
  const [mail] = await server.mailsTo(email);
  expect(mail?.text).toContain(`${server.origin}${path}`);
  const page = await server.openPage(path);
  expect(page.status).toBe(200);
  expect(page.words).toContain(said.states.received);
  expect(page.words).toContain(said.missing.contribution);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.text).not.toContain('<script');
});

test('title, authors, keywords, wish and consent are saved, and shown in their order', async () => {
  const { path, token, email } = await newAbstract(server);
  const done = await server.fillIn(`${path}/contribution`, contribution);
  expect([done.status, done.location]).toEqual([303, `${path}?done=saved`]);
  const { words } = await server.openPage(done.location);
  expect(words).toContain(said.done.saved);
  expect(words).toContain('Chains that heal');
  expect(words).toMatch(/Ilmari Väisänen \(presents\) .* Mira Lindqvist Polymer Lab/);
  expect(words).toContain('ORCID 0000-0002-1825-0097');
  expect(words).not.toContain(said.missing.contribution);
  const { abstract, authors } = await ownAbstract(server, token);
  expect(abstract).toMatchObject({
    title: 'Chains that heal',
    keywords: 'gels, healing',
    wish: 'Poster',
    version: 2,
  });
  expect(abstract.publishAt).toBeDefined();
  expect(authors.map(({ presents }) => presents)).toEqual([true, false]);

  const { publish, ...without } = fieldsOf((await server.openPage(`${path}/contribution`)).text);
  expect(publish).toBe('yes');
  await server.sendForm(`${path}/contribution`, without);
  expect((await findAbstractByToken(server.db, token))?.publishAt).toBeUndefined();
  // Neither the secretary nor the author gets a mail about each correction of the form.
  expect(await server.mailsTo(email)).toHaveLength(1);
});

describe('the form about the contribution', () => {
  test.each([
    ['a title is missing', { title: ' ' }, 'title'],
    ['a title is too long', { title: 'x'.repeat(301) }, 'title'],
    ['an ORCID iD has a wrong check digit', { 'orcid-2': '0000-0002-1825-0098' }, 'orcid'],
    ['an author has no name', { 'name-2': '' }, 'name'],
    ['an author has no affiliation', { 'affiliation-2': '' }, 'affiliation'],
    ['the wish is not offered', { wish: 'Film' }, 'wish'],
    ['there are eleven keywords', { keywords: 'a,b,c,d,e,f,g,h,i,j,k' }, 'keywords'],
  ] as const)('names the field if %s, and keeps what was typed', async (_, wrong, message) => {
    const { path, token } = await newAbstract(server);
    const answer = await server.fillIn(`${path}/contribution`, { ...contribution, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.words).toContain(said.mistakes);
    const [field = ''] = Object.keys(wrong);
    const author = field.endsWith('-2')
      ? `Author 2, ${said.contribution[message as 'name']}: `
      : '';
    expect(answer.words).toContain(author + said.contribution.messages[message]);
    expect(answer.text).toContain('aria-invalid="true"');
    expect(fieldsOf(answer.text)['name-1']).toBe('Ilmari Väisänen');
    expect((await ownAbstract(server, token)).abstract.title).toBeUndefined();
  });

  test('takes sixty authors, and refuses sixty-one', async () => {
    const { path, token } = await newAbstract(server);
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (__, at) => [
          [`name-${at + 1}`, `Ærøskøbing Ø. Nørgård ${at}`],
          [`affiliation-${at + 1}`, 'ø'.repeat(300)],
        ]).flat(),
      );
    const entries = { ...contribution, ...many(61) };
    const refused = await server.fillIn(`${path}/contribution`, entries);
    expect(refused.status).toBe(400);
    expect(refused.words).toContain(said.contribution.messages.tooMany);
    expect(
      (await server.fillIn(`${path}/contribution`, { ...contribution, ...many(60) })).status,
    ).toBe(303);
    expect((await ownAbstract(server, token)).authors).toHaveLength(60);
  });

  test('asks for somebody who presents, and a single author always does', async () => {
    const { path, token } = await newAbstract(server);
    const { 'presents-1': _, ...nobody } = contribution;
    const version = { version: '1' };
    const refused = await server.sendForm(`${path}/contribution`, { ...nobody, ...version });
    expect(refused.words).toContain(said.contribution.messages.presents);
    const single = { title: 'Alone', 'name-1': 'A', 'affiliation-1': 'B', ...version };
    expect((await server.sendForm(`${path}/contribution`, single)).status).toBe(303);
    expect((await ownAbstract(server, token)).authors).toMatchObject([
      { name: 'A', presents: true },
    ]);
  });

  test('its buttons change the order and the number of rows, and save nothing', async () => {
    const { path, token } = await newAbstract(server);
    const press = async (arrange: string) => {
      const answer = await server.sendForm(`${path}/contribution`, {
        ...contribution,
        version: '1',
        arrange,
      });
      expect(answer.status).toBe(200);
      return fieldsOf(answer.text);
    };
    expect(await press('up-2')).toMatchObject({ 'name-1': 'Mira Lindqvist', 'presents-2': 'yes' });
    expect(await press('down-1')).toMatchObject({ 'name-1': 'Mira Lindqvist' });
    expect((await press('remove-1'))['name-1']).toBe('Mira Lindqvist');
    expect(Object.keys(await press('more'))).toContain('name-7');
    expect((await press('up-99'))['name-1']).toBe('Ilmari Väisänen');
    expect((await ownAbstract(server, token)).abstract.version).toBe(1);
  });

  test('markup in its entries is text', async () => {
    const { path } = await newAbstract(server);
    const title = '<script>alert(1)</script> "of" polymers';
    await server.fillIn(`${path}/contribution`, {
      ...contribution,
      title,
      'name-2': '<b>Mira</b>',
    });
    const { text } = await server.openPage(path);
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#34;of&#34; polymers');
    expect(text).not.toContain('<b>Mira');
    expect(text).not.toContain('<script>');
  });

  test('of another window overwrites nothing silently: it shows what is saved, and what was typed', async () => {
    const { path, token } = await newAbstract(server);
    const first = fieldsOf((await server.openPage(`${path}/contribution`)).text);
    await server.sendForm(`${path}/contribution`, { ...first, ...contribution });
    const stale = { ...first, ...contribution, title: 'Chains that break' };
    const answer = await server.sendForm(`${path}/contribution`, stale);
    expect(answer.status).toBe(409);
    expect(answer.words).toContain(said.changedMeanwhile);
    expect(answer.words).toContain('Chains that heal');
    expect(fieldsOf(answer.text)['title']).toBe('Chains that break');
    expect((await ownAbstract(server, token)).abstract.title).toBe('Chains that heal');
    const knowing = await server.sendForm(`${path}/contribution`, fieldsOf(answer.text));
    expect(knowing.status).toBe(303);
    expect((await ownAbstract(server, token)).abstract.title).toBe('Chains that break');
  });
});

describe('the details', () => {
  test('of the sender and the session are corrected, and the secretary reads each change once', async () => {
    const { path, token } = await newAbstract(server);
    const session = server.content.sessions.sessions[3];
    const done = await server.fillIn(`${path}/details`, {
      name: 'Ilmari Väisänen-Holm',
      institute: 'Institute of Fast Polymers',
      sessionId: session?.id ?? '',
    });
    expect(done.location).toBe(`${path}?done=saved`);
    const { abstract } = await ownAbstract(server, token);
    expect(abstract).toMatchObject({
      name: 'Ilmari Väisänen-Holm',
      organizationName: 'Institute of Fast Polymers',
      sessionId: session?.id,
      titlePrefix: 'Dr',
    });
    const { search_text: words } = await server.db
      .selectFrom('abstracts')
      .select('search_text')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    expect(words).toContain('vaisanen');
    const mails = await server.mailsTo(server.content.conference.secretary.email);
    const changes = mails.filter(
      ({ subject }) => subject.includes(abstract.reference) && subject.includes('change'),
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]?.text).toContain('Institute of Fast Polymers');
  });

  test('a new address gets another link, to which the browser is led, and the old one is told without it', async () => {
    const { path, token, email, id } = await newAbstract(server);
    const fresh = `new.${email}`;
    const form = fieldsOf((await server.openPage(`${path}/details`)).text);
    const press = () => server.sendForm(`${path}/details`, { ...form, email: fresh });
    const presses = [...(await Promise.all([press(), press()])), await press()];
    const abstract = await findAbstract(server.db, id);
    const now = `/abstract/${abstract?.token}`;
    expect(now).not.toBe(path);
    for (const { location } of presses) expect(location.split('?')[0]).toBe(now);
    expect((await server.openPage(presses[0]?.location ?? '')).words).toContain(
      said.done.addressChanged,
    );
    expect(abstract?.email).toBe(fresh);
    const [link] = await server.mailsTo(fresh);
    expect(link?.text).toContain(now);
    // A stranger may have the mail with the old link.
    for (const page of ['', '/details', '/withdraw', '/download', '/file']) {
      expect((await server.openPage(path + page)).status).toBe(404);
    }
    const foreign = { ...form, email: 'stranger@lab.example' };
    expect((await server.sendForm(`${path}/details`, foreign)).status).toBe(404);
    expect((await server.sendForm(`${path}/withdraw`)).status).toBe(404);
    server.clock.advance(11 * 60_000);
    expect((await press()).status).toBe(404);
    const old = (await server.mailsTo(email)).at(-1);
    expect(old?.subject).toContain('Email address changed');
    expect(old?.text).not.toContain(token);
    expect(old?.text).not.toContain(fresh);
  });

  test('five new addresses in a day are the limit', async () => {
    const { email, ...first } = await newAbstract(server);
    let { path } = first;
    for (const number of [1, 2, 3, 4, 5]) {
      const done = await server.fillIn(`${path}/details`, { email: `${number}.${email}` });
      expect(done.status).toBe(303);
      path = done.location.split('?')[0] ?? '';
    }
    const token = path.split('/').at(-1) ?? '';
    const refused = await server.fillIn(`${path}/details`, { email: `6.${email}` });
    expect(refused.status).toBe(429);
    expect(refused.words).toContain(said.tooMany);
    expect((await ownAbstract(server, token)).abstract.email).toBe(`5.${email}`);
    expect((await server.fillIn(`${path}/details`, { name: 'Another Name' })).status).toBe(303);
  });

  test.each([
    ['an unknown session', { sessionId: 'no-such-session' }, () => said.details.messages.session],
    ['an unknown area', { interestedInId: '' }, () => said.details.messages.interestArea],
    [
      'a bad address',
      { email: 'ilmari at lab' },
      () => server.content.yourRegistration.personFields.unreadable.email,
    ],
    ['no name', { name: '' }, () => server.content.yourRegistration.personFields.unreadable.name],
  ])('with %s are refused at their field', async (_, wrong, message) => {
    const { path, token } = await newAbstract(server);
    const before = (await ownAbstract(server, token)).abstract;
    const answer = await server.fillIn(`${path}/details`, wrong);
    expect(answer.status).toBe(400);
    expect(answer.words).toContain(message());
    expect((await ownAbstract(server, token)).abstract).toEqual(before);
  });
});

describe('another file', () => {
  test('takes the place of the first, which is kept, and its digest is mailed', async () => {
    const { path, token, id, email } = await newAbstract(server);
    const bytes = aDocx();
    const answer = await sendFile(server, path, 'Second “try”.docx', bytes);
    expect(answer.location).toBe(`${path}?done=fileReplaced`);
    const files = (await filesByAbstract(server.db, [id])).get(id) ?? [];
    expect(files.map(({ fileName, kind, actor }) => [fileName, kind, actor])).toEqual([
      ['abstract.pdf', 'submitted', 'author'],
      ['Second “try”.docx', 'submitted', 'author'],
    ]);
    const { abstract } = await ownAbstract(server, token);
    expect(abstract.fileId).toBe(files[1]?.id);
    expect((await buffer(await server.files.store.read(abstract.fileKey))).equals(bytes)).toBe(
      true,
    );
    expect((await buffer(await server.files.store.read(files[0]?.fileKey ?? ''))).length).toBe(400);
    const page = await server.openPage(path);
    expect(page.words).toContain(`${said.labels.version} 1: abstract.pdf`);
    expect(page.words).toContain(abstract.sha256);
    expect((await server.mailsTo(email)).at(-1)?.text).toContain(abstract.sha256);
    const told = await server.mailsTo(server.content.conference.secretary.email);
    expect(told.filter(({ text }) => text.includes(abstract.sha256))).toHaveLength(1);
  });

  test.each([
    ['of a wrong kind', 'page.pdf', Buffer.from('<html>hello</html>'), /This file is a web page/],
    ['with another ending', 'a.docx', aPdf(500), /rename it to end with \.pdf/],
    ['that is cut off', 'a.pdf', Buffer.from('%PDF-1.7\n'), /is damaged/],
    ['without a name', '', Buffer.alloc(0), /Please choose a file/],
  ])('%s is refused with its remedy on the page', async (_, name, bytes, words) => {
    const { path, id } = await newAbstract(server);
    const answer = await sendFile(server, path, name, bytes);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(words);
    expect(answer.text).toContain('aria-invalid="true"');
    expect((await filesByAbstract(server.db, [id])).get(id)).toHaveLength(1);
  });

  test('that is too large is refused on the page', async () => {
    const { path } = await newAbstract(server);
    const answer = await sendFile(server, path, 'a.pdf', aPdf(25 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('File too large. Max 25MB.');
  });

  test.each([
    ['the abstract was withdrawn', (path: string) => server.sendForm(`${path}/withdraw`)],
    [
      'the secretary has sent another link',
      (path: string) =>
        server.db
          .updateTable('abstracts')
          .set({ token: path.slice(-26).split('').toReversed().join('') })
          .where('token', '=', path.slice(-26))
          .execute(),
    ],
  ])('that arrives after %s is not kept, and the page says so', async (_, meanwhile) => {
    const { path, id } = await newAbstract(server);
    const body = new FormData();
    body.append('abstractFile', new Blob([new Uint8Array(aPdf(700, 'late'))]), 'late.pdf');
    const whole = new Request(server.origin, { method: 'POST', body });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const type = whole.headers.get('content-type') ?? '';
    const sending = request(`${server.origin}${path}/file`, { method: 'POST' });
    sending.setHeader('content-type', type);
    const answered = new Promise<IncomingMessage>((done) => sending.once('response', done));
    sending.write(bytes.slice(0, 300));
    // The server has found the abstract once it waits for the rest of the file.
    await expect.poll(() => server.files.uploads.count()).toBe(1);
    await meanwhile(path);
    sending.end(bytes.slice(300));
    const answer = await answered;
    expect(answer.statusCode).toBe(409);
    expect(String(await buffer(answer))).toContain(said.closedNow);
    expect((await filesByAbstract(server.db, [id])).get(id)).toHaveLength(1);
  });

  test('sent as a form without a file is refused on the page', async () => {
    const { path } = await newAbstract(server);
    const answer = await server.sendForm(`${path}/file`, { abstractFile: 'a.pdf' });
    expect(answer.status).toBe(415);
    expect(answer.words).toContain(said.replace.heading);
  });

  test('the author downloads the newest file to save, and never an infected one', async () => {
    const { path, token } = await newAbstract(server);
    await sendFile(server, path, 'näher & näher.pdf', aPdf(640, 'near'));
    const file = await fetch(`${server.origin}${path}/download`);
    expect((await file.arrayBuffer()).byteLength).toBe(640);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''n%C3%A4her%20%26%20n%C3%A4her.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
    const { reference } = (await ownAbstract(server, token)).abstract;
    await server.recordScan(reference, { scan: 'INFECTED', scan_finding: 'Test' });
    expect((await server.openPage(`${path}/download`)).status).toBe(404);
    const page = await server.openPage(path);
    expect(page.text).not.toContain(`${path}/download`);
    expect(page.words).toContain(said.file.infected);
  });
});

describe('a withdrawal', () => {
  test('asks first, is undone until the deadline, and mails author and secretary once', async () => {
    const { path, email, token } = await newAbstract(server);
    const check = await server.openPage(`${path}/withdraw`);
    expect(check.words).toContain(said.withdraw.words);
    expect((await ownAbstract(server, token)).abstract.withdrawnAt).toBeUndefined();
    const press = () => server.sendForm(`${path}/withdraw`);
    const all = await Promise.all([press(), press(), press()]);
    expect(all.some(({ location }) => location === `${path}?done=withdrawn`)).toBe(true);
    // A second click, however late, leads to the page, which says how it is.
    expect((await press()).location).toBe(path);
    for (const { location } of all) expect(location.replace('?done=withdrawn', '')).toBe(path);
    const { abstract } = await ownAbstract(server, token);
    const toSecretary = async () =>
      (await server.mailsTo(server.content.conference.secretary.email)).filter(
        ({ subject, text }) => subject.includes('withdrawn') && text.includes(abstract.reference),
      );
    expect(await toSecretary()).toHaveLength(1);
    expect((await server.mailsTo(email)).map(({ subject }) => subject).join()).toContain(
      'is withdrawn',
    );
    // A withdrawn abstract changes no more.
    expect((await server.fillIn(`${path}/contribution`, contribution)).status).toBe(409);
    expect((await sendFile(server, path)).status).toBe(409);
    const page = await server.openPage(path);
    expect(page.words).toContain(said.states.withdrawn);
    const undone = await server.sendForm(`${path}/restore`);
    expect(undone.location).toBe(`${path}?done=restored`);
    expect((await server.sendForm(`${path}/restore`)).location).toBe(path);
    expect((await server.openPage(path)).words).toContain(said.states.received);
    expect(await server.mailsTo(email)).toHaveLength(3);
  });

  test('is not undone after the same file was submitted again', async () => {
    const { path, email, token } = await newAbstract(server);
    await server.sendForm(`${path}/withdraw`);
    const again = String((await server.submit({ form: aForm({ email }) })).json['reference']);
    const refused = await server.sendForm(`${path}/restore`);
    expect(refused.status).toBe(409);
    expect(refused.words).toContain(`submitted again as ${again}`);
    expect((await ownAbstract(server, token)).abstract.withdrawnAt).toBeDefined();
  });
});

test('no decision is on the page before a letter told the author of it', async () => {
  const { path, id } = await newAbstract(server);
  await decide(server, id, 'REJECTED', false);
  expect((await server.openPage(path)).words).toContain(said.states.received);
  await decide(server, id, 'REJECTED');
  const rejected = await server.openPage(path);
  expect(rejected.words).toContain(said.states.rejected);
  expect(rejected.words).toContain('Please show the new data.');
  expect(rejected.text).not.toContain(`${path}/contribution`);
  expect((await server.fillIn(`${path}/details`, { name: 'A' })).status).toBe(409);
  await decide(server, id, 'ACCEPTED', false);
  expect((await server.openPage(path)).words).toContain(said.states.received);
  await decide(server, id, 'ACCEPTED');
  // The letter about another slot is not sent yet; the acceptance stays.
  await decide(server, id, 'ACCEPTED', false);
  expect((await server.openPage(path)).words).toContain(said.states.accepted);
});

test('a changed slot and comment are on the page once a letter has told the author of them', async () => {
  const { path, id } = await newAbstract(server);
  await decide(server, id, 'ACCEPTED');
  const change = (told_at: string | null) =>
    server.db
      .updateTable('decisions')
      .set({ comment: 'A draft', room: 'Hall B', day: '2026-05-29', told_at })
      .where('abstract_id', '=', id)
      .execute();
  await change(null);
  const { words } = await server.openPage(path);
  expect(words).toContain(said.states.accepted);
  expect(words).not.toMatch(/A draft|Hall B/);
  await change(server.clock.now().toISOString());
  expect((await server.openPage(path)).words).toMatch(/Hall B .* A draft/);
});

test('whoever enters the address of a stranger has few mails sent there, without typed words', async () => {
  let { path } = await newAbstract(server);
  const email = 'stranger@lab.example';
  const typed = 'Win at https://evil.example';
  await server.fillIn(`${path}/contribution`, { ...contribution, title: typed });
  const moved = await server.fillIn(`${path}/details`, { name: typed, email });
  path = moved.location.split('?')[0] ?? '';
  for (const digits of Array.from({ length: 22 }, (_, at) => String(at))) {
    await sendFile(server, path, `evil.example ${digits}.pdf`);
    await server.sendForm(`${path}/withdraw`);
    await server.sendForm(`${path}/restore`);
  }
  await server.fillIn(`${path}/details`, { name: 'Somebody', email: 'another@lab.example' });
  const mails = await server.mailsTo(email);
  expect(mails.map(({ text }) => text).join()).not.toContain('evil');
  expect(mails.map(({ text }) => text).join()).toContain(`${server.origin}${path}`);
  expect(mails.length).toBeLessThan(35);
});

test('an accepted author confirms, and withdraws and returns until the conference begins', async () => {
  const { path, id, token } = await newAbstract(server);
  await decide(server, id, 'ACCEPTED');
  expect((await server.sendForm(`${path}/present`)).location).toBe(`${path}?done=confirmed`);
  expect((await server.sendForm(`${path}/present`)).location).toBe(path);
  expect((await ownAbstract(server, token)).decision?.confirmedAt).toBeDefined();
  await server.sendForm(`${path}/withdraw`);
  await server.sendForm(`${path}/restore`);
  expect((await server.openPage(path)).words).toContain(said.states.confirmed);
});

test('as long as the form takes abstracts, what it took can be completed', async () => {
  const content = conferenceAhead();
  const { opening } = content.conference;
  const conference = { ...content.conference, opening: { ...opening, abstracts: {} } };
  const own = await startTestSite({ content: { ...content, conference } });
  try {
    const [received, accepted] = [await newAbstract(own), await newAbstract(own)];
    await decide(own, accepted.id, 'ACCEPTED');
    own.clock.advance(31 * DAY_MS);
    const { status } = await own.fillIn(`${received.path}/contribution`, contribution);
    expect(status).toBe(303);
    expect((await own.sendForm(`${accepted.path}/contribution`, contribution)).status).toBe(409);
  } finally {
    await own.close();
  }
});

test('after the deadline the forms are closed, and a final version is taken between its two dates', async () => {
  const own = await startTestSite({ content: conferenceAhead() });
  try {
    const before = server;
    server = own;
    const open = await newAbstract(own);
    const accepted = await newAbstract(own);
    own.clock.advance(31 * DAY_MS);
    const closed = await own.openPage(`${open.path}/contribution`);
    expect(closed.status).toBe(200);
    expect(closed.words).toMatch(/This was possible until .* \(Europe\/Berlin\)\. Please write to/);
    expect((await own.sendForm(`${open.path}/contribution`, contribution)).status).toBe(409);
    expect((await sendFile(own, open.path)).status).toBe(409);
    // The person can still be corrected, the session no more.
    const details = fieldsOf((await own.openPage(`${open.path}/details`)).text);
    expect(details).not.toHaveProperty('sessionId');
    const session = own.content.sessions.sessions[5]?.id ?? '';
    await own.sendForm(`${open.path}/details`, { ...details, name: 'B', sessionId: session });
    expect(await findAbstractByToken(own.db, open.token)).toMatchObject({
      name: 'B',
      sessionId: 'smart-polymers',
    });

    await decide(own, accepted.id, 'ACCEPTED');
    const early = await own.openPage(`${accepted.path}/file`);
    expect(early.words).toMatch(/This is possible from .*\./);
    own.clock.advance(20 * DAY_MS);
    expect((await own.openPage(accepted.path)).words).toContain('Please send the final version');
    expect((await sendFile(own, accepted.path, 'final.pdf')).location).toBe(
      `${accepted.path}?done=finalSent`,
    );
    expect((await findAbstractByToken(own.db, accepted.token))?.fileKind).toBe('final');
    expect((await server.fillIn(`${accepted.path}/contribution`, contribution)).status).toBe(303);
    own.clock.advance(20 * DAY_MS);
    expect((await sendFile(own, accepted.path, 'late.pdf')).status).toBe(409);
    server = before;
  } finally {
    await own.close();
  }
});
