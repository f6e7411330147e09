import { expect, test } from 'vitest';
import { offered } from '#organiser/dashboard/actions.ts';
import { listNames } from '#server/reports/lists.ts';
import { openOffice } from '#tests/support/office.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { withReviewerPages } from '#tests/support/reviewers.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ content: withReviewerPages({ discussion: 'names' }) });
const { app, browser, organise, tokenTo, makePasskey, colleague } = await openOffice(server);

/** A track chair of these sessions, who is logged in. */
async function trackChair(email: string, sessions: string, name = `Tove ${email.split('@')[0]}`) {
  const own = browser();
  const work = ['--jobs', 'track-chair', '--sessions', sessions];
  await organise('colleague', 'invite', email, '--name', name, ...work, '--send');
  await makePasskey(own, await tokenTo(email));
  return own;
}

/** An abstract with two reviews, of which one may be missing. */
async function reviewed(traits: Record<string, string>, { mark = 4, isComplete = true } = {}) {
  const form = aForm(traits);
  const reference = String((await submit(server, { form })).json['reference']);
  const { db } = server;
  const { id } = await db
    .selectFrom('abstracts')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const now = server.clock.now().toISOString();
  const rest = { institute: '', conflicts: '', sessions: '', topics: '', created_at: now };
  for (const name of [`Bo ${reference}`, `Cy ${reference}`]) {
    const reviewer = { id: name, name, email: 'bo@warsaw.example' };
    const key = { abstract_id: id, reviewer_id: name };
    await db
      .insertInto('reviewers')
      .values({ ...reviewer, ...rest })
      .execute();
    await db
      .insertInto('peer_reviews')
      .values({
        ...key,
        assigned_at: now,
        collected_at: name.startsWith('Bo') || isComplete ? now : null,
        comment_for_committee: `For the committee about ${reference}`,
        comment_for_author: 'A figure is missing.',
        declined: 0,
      })
      .execute();
    const note = { id: `note of ${name}`, text: `I disagree about ${reference}.`, written_at: now };
    await db
      .insertInto('review_messages')
      .values({ ...key, ...note })
      .execute();
    if (!name.startsWith('Bo') && !isComplete) continue;
    for (const { id: criterion } of server.content.conference.abstracts.review.criteria) {
      await db
        .insertInto('peer_review_scores')
        .values({ ...key, criterion, score: mark })
        .execute();
    }
  }
  const files = await db
    .selectFrom('abstract_files')
    .select('id')
    .where('abstract_id', '=', id)
    .execute();
  return { reference, id, email: form['email'] ?? '', file: files[0]?.id ?? '' };
}

/** All calls of the dashboard after a log-in, as the server has them: `GET /api/people/:key`. */
function allCalls(): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      above.splice(indent.length / 4, Infinity, part);
      const path = above.join('');
      if (!path.startsWith('/api/') || methods === '') return [];
      return [`${methods.startsWith('GET') ? 'GET' : 'POST'} ${path}`];
    })
    .filter((each) => !each.includes('/api/enter'));
}

test('a track chair gets the own sessions and no other call, list or command', async () => {
  const mine = await reviewed({ sessionId: 'smart-polymers' }, { mark: 5 });
  const low = await reviewed({ sessionId: 'smart-polymers' }, { mark: 1, isComplete: false });
  const theirs = await reviewed({ sessionId: 'polymer-rheology' });
  const { call } = await trackChair('tove@example.org', 'smart-polymers, Polymer Chemistry');

  const { json } = await call('/own-sessions');
  expect(json['sessions']).toMatchObject([
    {
      name: 'Smart Polymers',
      abstracts: [{ reference: mine.reference }, { reference: low.reference }],
    },
    { name: 'Polymer Chemistry', abstracts: [] },
  ]);
  expect(JSON.stringify(json)).toMatch(/"2 of 2".*"Mean".*"Spread".*"1 of 2"/);
  const page = await call(`/own-sessions/${mine.reference.toLowerCase()}`);
  for (const words of [
    `For the committee about ${mine.reference}`,
    `Bo ${mine.reference}`,
    `I disagree about ${mine.reference}.`,
  ]) {
    expect(page.text).toContain(words);
  }
  const file = `/own-sessions/${mine.reference}/files/${mine.file}`;
  expect((await call(file)).text).toMatch(/^%PDF/);
  // The link of the author acts as the author, and nobody here writes to or assigns people.
  const told = page.text + (await call('/own-sessions')).text;
  expect(told).not.toMatch(/@lab\.example|@warsaw\.example|\/abstract\/|\+358|Next reviewers|Rank/);
  expect(told).not.toContain(theirs.reference);

  // An abstract of another session answers as one that does not exist.
  const [unknown] = ['AB26-2222-2222'];
  for (const path of ['', `/files/${theirs.file}`]) {
    const [there, nowhere] = [
      await call(`/own-sessions/${theirs.reference}${path}`),
      await call(`/own-sessions/${unknown}${path}`),
    ];
    expect([there.status, there.text]).toEqual([404, nowhere.text]);
  }
  expect((await call(`/own-sessions/${mine.reference}/files/${theirs.file}`)).status).toBe(404);
  const decided = (reference: unknown) =>
    call('/own-sessions/plan', { action: 'decide', request: { reference, outcome: 'ACCEPTED' } });
  const [there, nowhere] = [await decided(theirs.reference), await decided(unknown)];
  expect([there.status, there.text]).toEqual([422, nowhere.text]);
  expect((await decided([mine.reference, theirs.reference])).status).toBe(422);

  // Every other call is refused, or answers without anything.
  const allowed: Record<string, unknown> = {
    'GET /api/own-sessions': undefined,
    'GET /api/own-sessions/:key': undefined,
    'GET /api/own-sessions/:key/files/:id': undefined,
    'POST /api/own-sessions/plan': undefined,
    'POST /api/own-sessions/perform': undefined,
    'GET /api/forms': [],
    'GET /api/things': [],
    'GET /api/proposals': [],
  };
  const ofEverybody = [
    'GET /api/conference',
    'GET /api/account',
    'POST /api/account/log-out',
    'POST /api/account/passkey',
    'POST /api/account/passkey-options',
    'POST /api/account/remove-passkey',
  ];
  const calls = allCalls();
  expect(calls).toEqual(expect.arrayContaining([...Object.keys(allowed), ...ofEverybody]));
  expect(calls.length).toBeGreaterThan(30);
  for (const each of calls.filter((one) => !ofEverybody.includes(one))) {
    const [method = '', pattern = ''] = each.split(' ');
    const url = pattern.replace('/api', '').replace(':key', mine.reference).replace(':id', 'x');
    const { status, text } = await call(url.replace(':name', 'abstracts'), bodyOf(method, pattern));
    if (!(each in allowed))
      expect([each, status, text]).toEqual([
        each,
        expect.toBeOneOf([400, 403, 422]),
        expect.not.stringContaining(mine.email),
      ]);
    else if (allowed[each])
      expect([each, status, JSON.parse(text)]).toEqual([each, 200, allowed[each]]);
    else expect([each, status]).not.toEqual([each, 403]);
  }
  const { json: conference } = await call('/conference');
  expect(conference).toMatchObject({ lists: [], rights: { 'Own sessions': 'act' } });
  for (const list of listNames()) {
    expect([list, (await call(`/listings/${list}`)).status]).toEqual([list, 403]);
  }
  const request = { reference: mine.reference, outcome: 'ACCEPTED' };
  for (const { id, name } of offered) {
    const action = id ?? name;
    for (const way of ['/plan', '/make']) {
      const { status } = await call(way, { action, request });
      expect([action, way, status]).toEqual([action, way, 403]);
    }
  }
  // Neither other colleagues nor the tunnel have this page.
  const secretary = await colleague('sec@example.org', 'secretary');
  expect((await secretary.call('/own-sessions')).status).toBe(403);
});

/** A body that a call reads, so that not its shape is refused. */
function bodyOf(method: string, path: string): object | undefined {
  if (method === 'GET') return undefined;
  if (path.endsWith('perform')) return { plan: 'x' };
  return { action: 'x', request: {}, code: 'x', id: 'x', reference: 'x' };
}

test('a track chair decides under the own name, without a letter, until the session is taken away', async () => {
  const one = await reviewed({ sessionId: 'polymer-engineering' });
  const other = await reviewed({ sessionId: 'polymer-engineering' });
  const { call } = await trackChair('lars@example.org', 'polymer-engineering');
  const plan = (reference: string, typed: object, action = 'decide') =>
    call('/own-sessions/plan', { action, request: { reference, ...typed } });
  const performed = async ({ json }: Awaited<ReturnType<typeof plan>>) =>
    call('/own-sessions/perform', { plan: json['plan'] });

  // The rules are those of the sheet, and slots, letters and other actions are not here.
  expect((await plan(one.reference, { outcome: 'REVISE' })).text).toContain('until when may');
  for (const [typed, action] of [
    [{ outcome: 'ACCEPTED', room: 'Hall A' }],
    [{ outcome: 'ACCEPTED', isSending: true }],
    [{ outcome: 'ACCEPTED' }, 'refund'],
  ] as const) {
    expect((await plan(one.reference, typed, action)).status).toBe(422);
  }
  const accepted = await plan(one.reference, {
    outcome: 'ACCEPTED',
    commentForAuthor: 'Please shorten it.',
  });
  expect(accepted.json['words']).toEqual(
    expect.arrayContaining([expect.stringContaining('New: 1 accepted'), 'No letter is sent.']),
  );
  expect((await performed(accepted)).status).toBe(200);
  expect(await organise('log', one.reference)).toContain('Tove lars (lars@example.org)  decide');
  expect((await call(`/own-sessions/${one.reference}`)).text).toContain('Please shorten it.');
  expect((await server.mailsTo(one.email)).map(({ kind }) => kind)).not.toContain(
    'abstract-decided',
  );
  // A plan of before is not performed twice, nor over a decision of somebody else.
  const late = await plan(one.reference, { outcome: 'REJECTED', commentForAuthor: 'No.' });
  server.clock.advance(1000);
  expect((await performed(await plan(one.reference, { outcome: 'REJECTED' }))).status).toBe(200);
  expect((await performed(late)).status).toBe(422);

  // The abstract is moved to another session, and the session is taken away: both hold in the next call.
  const moved = await plan(other.reference, { outcome: 'ACCEPTED' });
  await server.organise('correct', other.reference, '--session', 'Polymer Rheology', '--yes');
  expect((await performed(moved)).status).toBe(422);
  expect((await call(`/own-sessions/${other.reference}`)).status).toBe(404);
  const taken = await plan(one.reference, { outcome: 'ACCEPTED' });
  const rights = (...work: string[]) =>
    organise('colleague', 'rights', 'lars@example.org', '--jobs', ...work, '--yes');
  await rights('track-chair', '--sessions', 'polymer-rheology');
  expect((await performed(taken)).status).toBe(422);
  expect((await call(`/own-sessions/${one.reference}`)).status).toBe(404);
  expect((await call(`/own-sessions/${other.reference}`)).status).toBe(200);
  // A chair who changes the jobs alone gives back no session that another one takes meanwhile.
  const chair = await colleague('chair@example.org', 'chair');
  await rights('track-chair', '--sessions', 'polymer-rheology, polymer-engineering');
  const kept = { email: 'lars@example.org', jobs: 'track-chair,desk' };
  const { json } = await chair.call('/plan', { action: 'colleague-rights', request: kept });
  await rights('track-chair', '--sessions', 'polymer-rheology');
  expect((await chair.call('/perform', { plan: json['plan'] })).status).toBe(200);
  expect((await call(`/own-sessions/${one.reference}`)).status).toBe(404);
  // The sessions of before stay with the job, and go with it.
  await rights('track-chair,desk');
  expect((await call(`/own-sessions/${other.reference}`)).status).toBe(200);
  expect(await organise('colleague', 'list')).toContain('sessions: Polymer Rheology');
  await rights('desk');
  expect((await call('/own-sessions')).status).toBe(403);
  expect(await organise('log')).toContain(
    'desk instead of track-chair, desk, sessions polymer-rheology',
  );
  await expect(rights('track-chair')).rejects.toThrow('Please name the sessions');
  await expect(rights('desk', '--sessions', 'polymer-rheology')).rejects.toThrow(
    'Only a track chair',
  );
  await expect(rights('track-chair', '--sessions', 'alchemy')).rejects.toThrow(
    '“alchemy” is no session',
  );
});

test('a track chair neither sees nor decides an abstract of the own', async () => {
  const sent = await reviewed({ sessionId: 'polymer-chemistry', email: 'Eva@example.org' });
  const written = await reviewed({ sessionId: 'polymer-chemistry', name: 'Eva Own' });
  const { call } = await trackChair('eva@example.org', 'polymer-chemistry', 'Eva Own');
  const { json, text } = await call('/own-sessions');
  expect(json['ofTheChair']).toBe(2);
  for (const { reference } of [sent, written]) {
    expect(text).not.toContain(reference);
    expect((await call(`/own-sessions/${reference}`)).status).toBe(404);
    const request = { reference, outcome: 'ACCEPTED' };
    expect((await call('/own-sessions/plan', { action: 'decide', request })).status).toBe(422);
  }
});
