import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { openOffice, OFFICE } from '#tests/support/office.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { inTransaction } from '#server/database/database.ts';
import { findColleague } from './colleagues.ts';
import { passkeysOf } from './passkeys.ts';
import { beginSession, isStillOpen } from './sessions.ts';

const server = await startTestSite();
const office = await openOffice(server);
const { browser, invite, makePasskey, logIn, colleague, organise } = office;

async function paidOrder() {
  const { sessionId } = await server.paidCheckout();
  return (await server.recordsOf(sessionId)).order.reference;
}

test('an invited colleague makes a passkey, works, logs out, and logs in again', async () => {
  const own = browser();
  const token = await invite('mira@example.org', 'secretary');
  expect((await own.call('/conference')).status).toBe(401);
  expect((await own.call('/enter/invitation', { token })).json).toEqual({ name: 'Ada mira' });
  const { passkey, answer } = await makePasskey(own, token);
  expect(answer).toMatchObject({ status: 200, json: { name: 'Ada mira' } });
  // Only the browser that gets it sends it, only here, and no script reads it.
  expect(answer.set[0]).toMatch(
    /^__Host-plenary-session=[0-9a-z]{26}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  expect(answer.headers['cache-control']).toBe('no-store');
  const { json } = await own.call('/conference');
  expect(json).toMatchObject({ actor: 'Ada mira (mira@example.org)', isColleague: true });
  // The tables have nothing that opens a session or a link.
  const session = own.jar.get('__Host-plenary-session') ?? '';
  const rows = [
    ...(await server.db.selectFrom('colleague_sessions').selectAll().execute()),
    ...(await server.db.selectFrom('colleague_links').selectAll().execute()),
  ];
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${session}|${token}`));

  expect((await own.call('/account/log-out', { all: false })).status).toBe(200);
  expect((await own.call('/conference')).status).toBe(401);
  expect(
    (await own.call('/conference', undefined, { cookie: `__Host-plenary-session=${session}` }))
      .status,
  ).toBe(401);
  expect((await logIn(own, passkey)).status).toBe(200);
  expect((await own.call('/conference')).status).toBe(200);
  const log = await organise('log');
  expect(log).toContain('Ada mira (mira@example.org)  log-in    by the passkey “Laptop”');
  expect(log).toContain('Ada mira (mira@example.org)  log-out');
  expect(await organise('log', '--by', 'MIRA@example.org')).toContain('log-out');
  expect(await organise('log', '--by', 'nobody')).toBe('Nothing was changed by nobody.\n');
  expect(await organise('colleague', 'list')).toMatch(
    /mira@example\.org .*secretary; 1 passkey, 1 open session/,
  );
  const told = await server.db
    .selectFrom('outbox')
    .select('recipient')
    .where('kind', '=', 'colleague-passkey')
    .execute();
  expect(told).toContainEqual({ recipient: 'mira@example.org' });
});

test('a link works once, for a day, and a newer one ends it', async () => {
  const first = await invite('lea@example.org', 'desk');
  const thief = browser();
  expect((await makePasskey(thief, first)).answer.status).toBe(200);
  const again = browser();
  expect((await again.call('/enter/invitation', { token: first })).json['message']).toContain(
    'has been used',
  );
  expect((await again.call('/enter/passkey-options', { token: first })).status).toBe(422);
  await organise('colleague', 'recover', 'lea@example.org', '--send');
  // The browser that was in by the first link is out.
  expect((await thief.call('/conference')).status).toBe(401);
  const second = await office.tokenTo('lea@example.org');
  expect(second).not.toBe(first);
  server.clock.advance(24 * HOUR);
  const late = await again.call('/enter/invitation', { token: second });
  expect(late.json['message']).toContain('older than a day');
  expect((await again.call('/enter/invitation', { token: '0'.repeat(26) })).status).toBe(422);
  expect((await again.call('/enter/invitation', { token: `${first}'--` })).status).toBe(400);
});

atOnce('two browsers with one link make one passkey', async () => {
  const token = await invite('two@example.org', 'desk');
  const tries = await Promise.all([browser(), browser()].map((each) => makePasskey(each, token)));
  expect(tries.map(({ answer }) => answer.status).toSorted()).toEqual([200, 422]);
});

test('a cookie from before the log-in opens nothing after it', async () => {
  const { passkey, jar } = await colleague('fix@example.org', 'reader');
  const planted = jar.get('__Host-plenary-session') ?? '';
  const victim = browser();
  victim.jar.set('__Host-plenary-session', planted);
  expect((await logIn(victim, passkey)).status).toBe(200);
  expect(victim.jar.get('__Host-plenary-session')).not.toBe(planted);
  const attacker = browser();
  attacker.jar.set('__Host-plenary-session', planted);
  expect((await attacker.call('/conference')).status).toBe(401);
  attacker.jar.set('__Host-plenary-session', '0'.repeat(26));
  expect((await attacker.call('/conference')).status).toBe(401);
});

test('an answer is for one question to one browser, on this page, of a device that has checked its user', async () => {
  const { passkey } = await colleague('sig@example.org', 'reader');
  const own = browser();
  const { json } = await own.call('/enter/options', {});
  const response = passkey.get(json['options'] as never);
  // Another browser has not been asked.
  expect((await browser().call('/enter/log-in', { response })).status).toBe(422);
  expect((await own.call('/enter/log-in', { response })).status).toBe(200);
  expect((await own.call('/enter/log-in', { response })).status).toBe(422);
  for (const forged of [
    { origin: 'https://conference.example' },
    { origin: 'http://office.conference.example' },
    { host: 'conference.example' },
    { isVerified: false },
    { challenge: 'AAAA' },
  ]) {
    const refused = await logIn(browser(), passkey, forged);
    expect([forged, refused.status]).toEqual([forged, 422]);
    expect(refused.json['message']).toContain('The log-in was refused');
  }
  // The question is older than five minutes.
  const slow = browser();
  const asked = await slow.call('/enter/options', {});
  server.clock.advance(6 * MINUTE);
  const late = passkey.get(asked.json['options'] as never);
  expect((await slow.call('/enter/log-in', { response: late })).status).toBe(422);
  // A passkey that is made without a check of the user, or on another page, is none.
  for (const forged of [{ isVerified: false }, { origin: 'https://conference.example' }]) {
    const token = await invite(`bad${Number('origin' in forged)}@example.org`, 'reader');
    expect((await makePasskey(browser(), token, forged)).answer.status).toBe(422);
  }
  for (const junk of [null, 'x', {}, { id: 7 }, { id: 'x', response: {} }]) {
    const other = browser();
    await other.call('/enter/options', {});
    expect((await other.call('/enter/log-in', { response: junk })).status).toBe(422);
  }
});

atOnce('an answer that comes twice at once opens one session', async () => {
  const { passkey } = await colleague('twice@example.org', 'reader');
  const own = browser();
  const { json } = await own.call('/enter/options', {});
  const response = passkey.get(json['options'] as never);
  const tries = await Promise.all([1, 2, 3].map(() => own.call('/enter/log-in', { response })));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
});

test('a copy of a passkey is refused, and a person is told', async () => {
  const { passkey } = await colleague('copy@example.org', 'reader');
  expect((await logIn(browser(), passkey, { counter: 9 })).status).toBe(200);
  expect((await logIn(browser(), passkey, { counter: 5 })).status).toBe(422);
  expect(await organise('log')).toContain('log-in alarm');
  const concerns = await organise('doctor').catch((error: Error) => error.message);
  expect(concerns).toContain('two devices seem to have one passkey of Ada copy');
});

test('a page of another origin, host or site calls nothing, whatever cookie it has', async () => {
  const { call } = await colleague('csrf@example.org', 'chair');
  const refused: Record<string, string | undefined>[] = [
    { host: 'conference.example' },
    { host: 'office.conference.example:8443' },
    { host: '127.0.0.1' },
    { origin: 'https://conference.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of refused) {
    for (const [path, body] of [
      ['/conference', undefined],
      ['/account/log-out', { all: true }],
      ['/enter/options', {}],
    ] as const) {
      expect([headers, path, (await call(path, body, headers)).status]).toEqual([
        headers,
        path,
        403,
      ]);
    }
  }
  expect((await call('/account/log-out', { all: true }, { origin: undefined })).status).toBe(403);
  const forwarded = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  expect((await call('/conference', undefined, forwarded)).status).toBe(200);
  const { headers } = await call('/conference');
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['strict-transport-security']).toContain('max-age');
  // A link in a mail opens the page, which is the same for everybody.
  const page = await office.app.inject({
    url: '/invitation',
    headers: { host: new URL(OFFICE).host, 'sec-fetch-site': 'cross-site' },
  });
  expect(page).toMatchObject({ statusCode: 200, body: '<p>page</p>' });
  expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
  for (const odd of ['/%61pi/conference', '//api/conference', '/api//conference']) {
    const answer = await office.app.inject({ url: odd, headers: { host: new URL(OFFICE).host } });
    expect(answer.body).not.toContain('timeZone');
  }
});

test('a session ends after half an hour without a call, after twelve hours, and everywhere at once', async () => {
  const { call, passkey } = await colleague('idle@example.org', 'reader');
  server.clock.advance(29 * MINUTE);
  expect((await call('/conference')).status).toBe(200);
  server.clock.advance(31 * MINUTE);
  expect((await call('/conference')).status).toBe(401);
  const busy = browser();
  await logIn(busy, passkey);
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    server.clock.advance(20 * MINUTE);
    expect((await busy.call('/conference')).status).toBe(200);
  }
  server.clock.advance(20 * MINUTE);
  expect((await busy.call('/conference')).status).toBe(401);
  const [one, other] = [browser(), browser()];
  await logIn(one, passkey);
  await logIn(other, passkey);
  await one.call('/account/log-out', { all: true });
  expect((await other.call('/conference')).status).toBe(401);
});

test('a right that is taken away, and an access that ends, hold in the next call', async () => {
  const reference = await paidOrder();
  const { call, passkey } = await colleague('gone@example.org', 'treasurer');
  const request = { reference, amount: '10.00' };
  const { json } = await call('/plan', { action: 'refund', request });
  await organise('colleague', 'rights', 'gone@example.org', '--jobs', 'desk', '--yes');
  expect((await call('/perform', { plan: json['plan'] })).status).toBe(403);
  expect((await call('/plan', { action: 'refund', request })).status).toBe(403);
  await organise('colleague', 'end', 'gone@example.org', '--yes');
  expect((await call('/conference')).status).toBe(401);
  expect((await logIn(browser(), passkey)).status).toBe(422);
});

test('the only chair stays, until somebody else is one', async () => {
  const rows = await server.db.selectFrom('colleagues').selectAll().execute();
  for (const each of rows) {
    if (each.ended_at === null) await organise('colleague', 'end', each.email, '--yes');
  }
  const chair = await colleague('only@example.org', 'chair');
  const planned = (action: string, request: object) => chair.call('/plan', { action, request });
  const email = 'only@example.org';
  const demoted = () => planned('colleague-rights', { email, jobs: 'secretary' });
  const ended = () => planned('colleague-end', { email });
  for (const act of [demoted, ended]) {
    const { status, json } = await act();
    expect([status, json['message']]).toEqual([422, expect.stringContaining('the only chair')]);
  }
  const other = await colleague('other-chair@example.org', 'chair');
  const [first, second] = [
    await demoted(),
    await other.call('/plan', {
      action: 'colleague-end',
      request: { email: 'other-chair@example.org' },
    }),
  ];
  // Each was possible while there were two.
  expect((await chair.call('/perform', { plan: first.json['plan'] })).status).toBe(200);
  expect((await other.call('/perform', { plan: second.json['plan'] })).status).toBe(422);
  // The operator of the server may.
  expect(await organise('colleague', 'end', 'other-chair@example.org', '--yes')).toContain('ended');
});

test('a recovery is no invitation, and its time has a zone', async () => {
  await colleague('lost@example.org', 'reader');
  await organise('colleague', 'recover', 'lost@example.org', '--send');
  const mails = await server.mailsTo('lost@example.org');
  const [, again] = mails.filter(({ kind }) => kind === 'colleague-invited');
  expect(again?.text).toContain('because a device was lost');
  expect(again?.text).not.toContain('invited');
  expect(again?.text).toMatch(/Valid until:? .*\(Europe\/Berlin\)/);
});

test('the cookie of the desk does not refund, and its helper does not invite', async () => {
  const reference = await paidOrder();
  const treasurer = await colleague('money@example.org', 'treasurer');
  const desk = await colleague('desk@example.org', 'desk');
  const request = { reference, amount: '10.00' };
  const { json } = await treasurer.call('/plan', { action: 'refund', request });
  expect((await desk.call('/plan', { action: 'refund', request })).status).toBe(403);
  expect((await desk.call('/perform', { plan: json['plan'] })).status).toBe(422);
  const invitation = { email: 'x@example.org', name: 'X', jobs: 'chair' };
  for (const { call } of [desk, treasurer]) {
    const plan = { action: 'colleague-invite', request: invitation };
    expect((await call('/plan', plan)).status).toBe(403);
    const rights = {
      action: 'colleague-rights',
      request: { email: 'desk@example.org', jobs: 'chair' },
    };
    expect((await call('/plan', rights)).status).toBe(403);
  }
  expect((await treasurer.call('/perform', { plan: json['plan'] })).status).toBe(200);
  expect(await organise('log', reference)).toContain('Ada money (money@example.org)  refund');
});

test('only a fresh log-in adds or removes a passkey, and never the last one', async () => {
  const own = await colleague('keys@example.org', 'reader');
  const { createPasskey } = await import('#tests/support/software-passkey.ts');
  const second = createPasskey(OFFICE);
  const asked = await own.call('/account/passkey-options', {});
  const response = second.create(asked.json['options'] as never);
  // A challenge for a passkey is none for a log-in.
  expect((await own.call('/account/passkey', { response, name: 'Phone' })).status).toBe(200);
  expect((await logIn(browser(), second)).status).toBe(200);
  const { json } = await own.call('/account');
  const ids = Object.values(json['passkeys'] ?? {}).map(({ id }) => String(id));
  expect(ids).toHaveLength(2);
  server.clock.advance(11 * MINUTE);
  expect((await own.call('/account/passkey-options', {})).status).toBe(422);
  expect((await own.call('/account/remove-passkey', { id: ids[0] })).status).toBe(422);
  await logIn(own, second);
  expect((await own.call('/account/remove-passkey', { id: ids[0] })).status).toBe(200);
  expect((await own.call('/account/remove-passkey', { id: ids[1] })).status).toBe(422);
  expect((await logIn(browser(), own.passkey)).status).toBe(422);
  const stranger = await colleague('stranger@example.org', 'chair');
  expect((await stranger.call('/account/remove-passkey', { id: ids[1] })).status).toBe(422);
});

test('tries are limited for each network, and a flood becomes a thing to do', async () => {
  const limited = await openOffice(server, { RATE_LIMIT: 'on' });
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    const { status } = await limited
      .browser()
      .call('/enter/log-in', { response: {} }, {}, '198.51.100.7');
    statuses.push(status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
  expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
  // Another network still gets in.
  const { passkey } = await colleague('calm@example.org', 'reader');
  expect((await limited.logIn(limited.browser(), passkey)).status).toBe(200);
  const concerns = await organise('doctor').catch((error: Error) => error.message);
  expect(concerns).toContain('10 or more log-ins to the dashboard were refused within a day');
});

test('nobody but its reader sees an invitation: no list of mails, no export of a person', async () => {
  const token = await invite('boss@example.org', 'chair');
  const { call } = await colleague('curious@example.org', 'secretary');
  const boss = await colleague('other@example.org', 'chair');
  // It has the reviews of an author, too.
  expect((await call('/make', { action: 'person-export', request: {} })).status).toBe(403);
  const request = { email: 'boss@example.org' };
  for (const { text } of [
    await boss.call('/make', { action: 'person-export', request }),
    await call('/listings/mails'),
    await call('/make', { action: 'log', request: {} }),
  ]) {
    expect(text).toContain('boss@example.org');
    expect(text).not.toContain(token);
  }
  const { listMessages } = await import('#server/mail/posted-messages.ts');
  const shown = JSON.stringify(await listMessages(server.db, 200)).includes(token);
  expect(shown).toBe(false);
});

test('a name in the log is that of one colleague, in one line', async () => {
  const invited = (email: string, name: string) =>
    organise('colleague', 'invite', email, '--name', name, '--jobs', 'desk', '--send');
  for (const [email, name] of [
    ['a@example.org', 'Ada (boss@example.org)'],
    ['a@example.org', 'Ada\n2026-01-01  Bo  refund'],
    ['a@example.org', ' '],
    ['ada(boss@example.org)@evil.example', 'Ada'],
    ['nobody', 'Ada'],
  ] as const) {
    await expect(invited(email, name)).rejects.toThrow();
  }
  await expect(
    organise('colleague', 'rights', 'money@example.org', '--jobs', 'king', '--yes'),
  ).rejects.toThrow('no job');
  const own = browser();
  const token = await invite('line@example.org', 'desk');
  const { json } = await own.call('/enter/passkey-options', { token });
  const { createPasskey } = await import('#tests/support/software-passkey.ts');
  const response = createPasskey(OFFICE).create(json['options'] as never);
  const named = await own.call('/enter/passkey', { token, response, name: 'Phone\nforged line' });
  expect(named.status).toBe(400);
  // Marks of direction would turn the rest of the line.
  expect(await invited('turned@example.org', 'Ada\u202eoB')).not.toContain('\u202e');
  const again = await own.call('/enter/passkey-options', { token });
  const made = createPasskey(OFFICE).create(again.json['options'] as never);
  await own.call('/enter/passkey', { token, response: made, name: 'Ph\u202eone' });
  const log = await organise('log');
  expect(log).toContain('added “Phone” by a link');
  expect(log).toContain('invited AdaoB (turned@example.org)');
});

test('a colleague without ORGANISER_ORIGIN gets no link, and the site has no new address', async () => {
  const { ran, testContext } = await import('#tests/support/test-commands.ts');
  const invitation = ['colleague', 'invite', 'x@example.org', '--name', 'X', '--jobs', 'desk'];
  await expect(ran(testContext(server), ...invitation)).rejects.toThrow('set ORGANISER_ORIGIN');
  for (const path of [
    '/invitation',
    '/house',
    '/account',
    '/api/enter',
    '/api/account',
    '/api/proposals',
  ]) {
    const { status, headers } = await server.get(path);
    expect([path, status, headers.get('set-cookie')]).toEqual([path, 404, null]);
  }
});

test('a log-in and a new passkey that a recovery overtakes open nothing', async () => {
  await colleague('slow@example.org', 'reader');
  const { db } = server;
  const { clock, newId } = server.context;
  const slow = await findColleague(db, 'slow@example.org');
  if (!slow) throw new Error('nobody was invited');
  const [passkey] = await passkeysOf({ db }, slow.id);
  const { digest = '' } =
    (await db
      .selectFrom('colleague_sessions')
      .select('digest')
      .where('colleague_id', '=', slow.id)
      .executeTakeFirst()) ?? {};
  const session = { digest, colleague: slow, begunAt: '' };
  const about = { colleague: slow, way: 'passkey', former: '', words: '' } as const;
  const tried = () =>
    inTransaction(db, async (tx) => ({
      isOpen: await isStillOpen(tx, session),
      token: await beginSession(tx, { clock, newId }, { ...about, passkeyId: passkey?.id }),
    }));
  expect(await tried()).toEqual({ isOpen: true, token: expect.any(String) });
  // The proof was read before, and its session would begin after.
  await organise('colleague', 'recover', 'slow@example.org', '--send');
  expect(await tried()).toEqual({ isOpen: false, token: undefined });
});
