import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/time-spans.ts';
import { asCents } from '#contract/money.ts';
import { listEntries } from './waiting-list.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPlaces } from '#tests/support/fixture-prices.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { entryOf, join } from '#tests/support/waiting-list.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;
beforeAll(async () => {
  server = await startTestSite({ content: full });
  return server.close;
});
afterEach(() => server.db.deleteFrom('waiting_list').execute());

const { mails, prices, yourRegistration } = fixtureContent;
const { personFields } = yourRegistration;
const { page: said } = mails.waitingList;
/** A conference without places for posters, and with a dinner. */
const full = {
  ...fixtureContent,
  prices: {
    ...withPlaces(prices, 'poster', 0),
    extras: [
      { id: 'tour', label: 'City tour', price: [asCents(1000)], most: 1, opening: {} },
      { id: 'dinner', label: 'Conference dinner', price: [asCents(6500)], most: 2, opening: {} },
    ],
  },
};
/** The address that the form makes of a choice. */
const asked = (choice = 'registrationOnly,poster,1,0') => `/waiting-list?choice=${choice}`;

describe('the page of the waiting list', () => {
  test('names the choice of the form and asks for name and address only', async () => {
    const path = asked('registrationAndAccommodation,poster,3,1,0,2');
    const { status, headers, text } = await server.openPage(path);
    expect(status).toBe(200);
    for (const words of [
      'Registration (Poster)',
      'Room, 3 nights, 1 guest',
      'Conference dinner, 2',
    ])
      expect(text).toContain(words);
    expect(text).toContain('name="choice" value="poster-stay-3n-1g.dinner-2"');
    const fields = [...text.matchAll(/<(?:input|select)[^>]*name="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(fields).toEqual(['choice', 'name', 'email', 'reserved']);
    expect(text).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  test('leads to the form if there are places', async () => {
    const { text } = await server.openPage(asked('registrationOnly,speaker,1,0'));
    expect(text).toContain(said.free);
    expect(text).not.toContain('<form');
    const answer = await server.sendForm('/waiting-list', { ...aPerson(), choice: 'speaker' });
    expect(answer.text).toContain(said.free);
    expect(await listEntries(server.db, 'WAITING')).toEqual([]);
  });

  test.each([
    asked('registrationOnly,unknown,1,0'),
    asked('poster,registrationOnly,1,0'),
    asked('registrationAndAccommodation,poster,11,0'),
    asked('registrationAndAccommodation,poster,1.5,0'),
    asked('registrationOnly,poster,1,0,0,9'),
    asked('registrationOnly,poster,1,-1'),
    asked('registrationOnly,poster'),
    asked(''),
    '/waiting-list',
    `${asked()}&choice=registrationOnly,speaker,1,0`,
  ])('does not know %s', async (path) => {
    expect(await server.openPage(path)).toMatchObject({ status: 404 });
  });

  test('says that registration is closed', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const { conference } = full;
    const registration = { until: { at, day: '', words: 'on that day', label: '' } };
    const opening = { ...conference.opening, registration };
    const content = { ...full, conference: { ...conference, opening } };
    const closed = await startTestSite({ content, beside: server });
    const { text } = await closed.openPage(asked());
    expect(text).toContain('Registration closed on that day.');
    expect(text).not.toContain('<form');
  });
});

describe('joining', () => {
  test('records the person and mails the place in the queue with a link to leave', async () => {
    const [first, second] = [aPerson(), aPerson({ name: 'Ada Zoë' })];
    await join(server, first);
    const { text } = await join(server, second);
    expect(text).toContain(said.joined);
    expect(text).not.toContain(second.email);
    const entry = await entryOf(server, second.email);
    expect(entry).toMatchObject({
      name: 'Ada Zoë',
      state: 'WAITING',
      choice: { presentation: 'poster', registration: 'registration', nights: 0, extras: {} },
    });
    const [mail, ...others] = await server.mailsTo(second.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain(mails.waitingList.joined.subject);
    for (const words of ['Dear Ada Zoë', 'Registration (Poster)', 'second'])
      expect(mail?.text).toContain(words);
    expect(mail?.text).toContain(`${server.origin}/waiting-list/${entry.token}`);
    expect((await server.mailsTo(first.email))[0]?.text).toContain('first');
  });

  test('pressed three times at once makes one entry and one mail, and later again the mail that may be lost', async () => {
    const { name, email } = aPerson();
    const press = (as = email) =>
      server.sendForm('/waiting-list', { choice: 'poster', name, email: as });
    await Promise.all([press(), press(email.toUpperCase()), press()]);
    expect(await server.mailsTo(email)).toHaveLength(1);
    server.clock.advance(MINUTE);
    await press();
    expect(await server.mailsTo(email)).toHaveLength(2);
  });

  test('twice for the same choice makes one entry and one mail, with the same answer', async () => {
    const person = aPerson();
    const first = await join(server, person);
    const again = await join(server, { ...person, name: `Dr. ${person.name.toUpperCase()}` });
    expect(again.text).toBe(first.text);
    await Promise.all([1, 2, 3].map(() => join(server, person)));
    expect(await listEntries(server.db, 'WAITING')).toHaveLength(1);
    expect(await server.mailsTo(person.email)).toHaveLength(1);
    await join(server, person, 'poster.dinner-2');
    expect((await listEntries(server.db, 'WAITING')).map(({ choice }) => choice.extras)).toEqual([
      {},
      { dinner: 2 },
    ]);
  });

  test('keeps typed entries in the form and escapes them if one is wrong', async () => {
    const wrong = { choice: 'poster', name: '"><b>Ada</b>', email: 'ada@nowhere' };
    const answer = await server.sendForm('/waiting-list', wrong);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(said.check);
    expect(answer.text).toMatch(/name="email"[^>]*aria-invalid="true"/);
    expect(answer.text).toContain(personFields.unreadable.email);
    expect(answer.text).not.toMatch(/name="name"[^>]*aria-invalid/);
    expect(answer.text).not.toContain('<b>');
    expect(answer.text).toContain('&#34;&#62;&#60;b&#62;Ada');
    const empty = await server.sendForm('/waiting-list', { choice: 'poster' });
    expect(empty.text).toContain(personFields.unreadable.name);
    expect(empty.text).toContain(personFields.unreadable.email);
    const long = { ...wrong, name: 'x'.repeat(201), email: 'ada@lab.example' };
    expect((await server.sendForm('/waiting-list', long)).status).toBe(400);
    const huge = await server.sendForm('/waiting-list', { ...long, name: 'x'.repeat(100_000) });
    expect(huge.status).toBe(413);
    expect(await listEntries(server.db, 'WAITING')).toEqual([]);
  });

  test('is refused to a program that fills in the hidden field', async () => {
    const filled = { ...aPerson(), choice: 'poster', reserved: 'x' };
    expect((await server.sendForm('/waiting-list', filled)).status).toBe(400);
    expect(await listEntries(server.db, 'WAITING')).toEqual([]);
  });

  test('mails no text that a stranger typed instead of a name', async () => {
    const person = aPerson({ name: 'Win at https://evil.example now' });
    await join(server, person);
    expect((await server.mailsTo(person.email))[0]?.text).not.toContain('evil');
  });

  test('is limited for a network', async () => {
    const trustedProxies = ['127.0.0.1'];
    const limits = { rateLimit: true, trustedProxies };
    const limited = await startTestSite({ content: full, beside: server, ...limits });
    const joinFrom = async (address: string) =>
      (
        await limited.sendForm(
          '/waiting-list',
          { ...aPerson(), choice: 'poster' },
          { 'x-forwarded-for': address },
        )
      ).status;
    const answers: number[] = [];
    for (let at = 0; at < 11; at++) answers.push(await joinFrom('192.0.2.7'));
    expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
    expect(await joinFrom('198.51.100.1')).toBe(200);
    expect(await server.db.selectFrom('waiting_list').select('id').execute()).toHaveLength(11);
  });

  test('floods nobody with mails', async () => {
    const { email } = aPerson();
    for (let at = 0; at < 22; at++) await join(server, { ...aPerson(), email });
    expect(await listEntries(server.db, 'WAITING')).toHaveLength(22);
    expect(await server.mailsTo(email)).toHaveLength(20);
  });
});

describe('the page of a person on the list', () => {
  test('has a button to leave, and afterwards says so; opening it changes nothing', async () => {
    const person = aPerson();
    await join(server, person);
    const { token } = await entryOf(server, person.email);
    const path = `/waiting-list/${token}`;
    const before = await server.everyRow();
    const { text } = await server.openPage(path);
    expect(text).toContain(said.waiting);
    expect(text).toContain(`action="${path}/leave"`);
    expect(await server.openPage(`/offer/${token}`)).toMatchObject({
      status: 303,
      location: path,
    });
    expect(await server.everyRow()).toEqual(before);
    for (const _ of [1, 2]) {
      expect(await server.sendForm(`${path}/leave`)).toMatchObject({
        status: 303,
        location: path,
      });
    }
    expect((await server.openPage(path)).text).toContain(said.left);
    await join(server, person);
    expect(await listEntries(server.db, 'WAITING')).toHaveLength(1);
  });
});
