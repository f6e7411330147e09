import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { hasFeature, needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { aForm } from '#tests/support/author.ts';
import {
  openedIn,
  startTestDashboard,
  type TestDashboard,
} from '#tests/support/dashboard-client.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import type { Form } from './actions.ts';
import { offers as added } from '#features/dashboard-pages.ts';
import { offers } from './page/offered.ts';
import { subjects } from '#server/operations/subjects.ts';

/** The system's folder for temporary files, where the files of forms are for a moment. */
const folder = testFolder();

let server: TestSite;
let dashboard: TestDashboard;
let organiser: Awaited<ReturnType<typeof openedIn>>;
beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  server = await startTestSite();
  dashboard = await startTestDashboard(server);
  organiser = await openedIn(dashboard);
});
afterAll(async () => {
  await dashboard.close();
  await server.close();
});

async function paid() {
  const { person, sessionId } = await server.paidCheckout();
  const { order } = await server.recordsOf(sessionId);
  return { person, sessionId, reference: order.reference, amount: order.amountCents };
}

/** The rows of a table, each with its cells by column. */
async function rowsOf(name: string) {
  const { lines } = await organiser.ask(`/listings/${name}`);
  const [head, ...pages] = lines;
  const columns = Object.values(head?.['columns'] ?? {}).map(({ id }) => String(id));
  return pages
    .flatMap((page) => Object.values(page))
    .map((row) => {
      const [key, ...cells] = Object.values(row);
      return { key, ...Object.fromEntries(cells.map((cell, at) => [columns[at], cell])) };
    });
}

test('the tables have everybody, every payment, refund, abstract and mail, latest first', async () => {
  const { person, reference, amount } = await paid();
  const latest = await paid();
  expect((await rowsOf('participants')).slice(0, 2)).toMatchObject([
    { key: latest.reference, name: latest.person.name },
    {
      key: reference,
      name: person.name,
      email: person.email,
      state: 'CONFIRMED',
      amount,
      currency: 'EUR',
    },
  ]);
  expect((await rowsOf('payments'))[1]).toMatchObject({ key: reference, state: 'PAID', amount });
  const plan = await organiser.tell('/plan', {
    action: 'refund',
    request: { reference, amount: '10.00' },
  });
  await organiser.tell('/perform', { plan: plan.json['plan'] });
  expect(await rowsOf('refunds')).toMatchObject([
    { key: reference, name: person.name, state: 'SENT', amount: 1000, reason: 'organiser' },
  ]);
  const { json } = await server.submit({ form: aForm({ name: 'Ilmari' }) });
  expect(await rowsOf('abstracts')).toMatchObject([
    {
      key: json['reference'],
      name: 'Ilmari',
      ...(hasFeature('programme') && { decision: 'UNDECIDED' }),
      session: 'Smart Polymers',
    },
  ]);
  expect(await rowsOf('mails')).toContainEqual(
    expect.objectContaining({
      recipient: person.email,
      kind: 'Payment confirmed',
      state: 'WAITING',
    }),
  );
});

test('the overview has the same counts as the tables', async () => {
  const read = async () => [
    ...(await organiser.ask('/overview')).lines,
    ...(await organiser.ask('/charts')).lines,
  ];
  const before = await read();
  const { amount } = await paid();
  await server.openedCheckout();
  const after = await read();
  const grown = (...path: string[]) => {
    const numberIn = ([totals, charts]: typeof before) =>
      Number(path.reduce((at, name) => at?.[name], totals?.[path[0] ?? ''] ? totals : charts));
    return numberIn(after) - numberIn(before);
  };
  expect(grown('totals', 'registered')).toBe(2);
  expect(grown('totals', 'coming')).toBe(1);
  expect(grown('totals', 'receivedCents')).toBe(amount);
  expect(grown('days', '0', 'registered')).toBe(2);
  expect(grown('days', '0', 'paidCents')).toBe(amount);
  expect(grown('byType', '0', 'count')).toBe(2);
  expect(grown('byCountry', '0', 'count')).toBe(2);
  expect(grown('funnel', '2', 'count')).toBe(1);
  // The one thing to do: no server is registered on these tables.
  expect(after[0]).toMatchObject({ things: 1 });
});

test('a person’s page has the registration, the order, the payments, the mails and the changes by organisers', async () => {
  const { person, reference } = await paid();
  const { lines } = await organiser.ask(`/people/${reference.toLowerCase()}`);
  expect(lines[0]).toMatchObject({
    order: { reference, state: 'CONFIRMED', payments: [{ provider: 'stripe', state: 'PAID' }] },
    people: [
      {
        name: person.name,
        facts: expect.arrayContaining([
          { label: 'Presentation type', text: 'Speaker' },
          expect.objectContaining({ text: expect.stringContaining(`${server.origin}/receipt/`) }),
        ]),
      },
    ],
    activities: [],
  });
  const { status, text } = await organiser.ask('/people/PS26-0000-0000');
  expect([status, text]).toEqual([404, '{"message":"There is nothing with this reference."}']);
});

test('a person who registered without an order has a page, too', async () => {
  const { name, ...rest } = aPerson({ name: 'Sunniva Rask' });
  await server.post('/api/registration/register', { name, ...rest, presentationType: 'SPEAKER' });
  const row = (await rowsOf('participants')).find((each) => Reflect.get(each, 'name') === name);
  const { lines } = await organiser.ask(`/people/${String(row?.key)}`);
  expect(lines[0]).toMatchObject({ people: [{ name, state: 'REGISTERED' }], activities: [] });
});

test('an abstract is shown with its file, unless the file is infected', async () => {
  const bytes = aPdf(600, 'to be read');
  const { json } = await server.submit({ form: aForm(), name: 'to be read.pdf', bytes });
  const reference = String(json['reference']);
  expect((await organiser.ask(`/abstracts/${reference}`)).lines[0]).toMatchObject({
    abstract: { reference },
    facts: expect.arrayContaining([
      { label: 'Session', text: 'Smart Polymers' },
      { label: 'Interest area', text: 'Advanced Composites' },
    ]),
  });
  const { id } = await server.db
    .selectFrom('abstract_files')
    .select('id')
    .where('file_name', '=', 'to be read.pdf')
    .executeTakeFirstOrThrow();
  const file = (version = id) =>
    dashboard.send(`/api/abstracts/${reference}/files/${version}`, {
      headers: organiser.credentials,
    });
  expect(await file()).toMatchObject({
    status: 200,
    text: bytes.toString('utf8'),
    headers: { 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' },
  });
  // A version of another abstract has no address below this one.
  const other = await server.submit({ name: 'other.pdf' });
  const { file_id: foreign } = await server.db
    .selectFrom('abstracts')
    .select('file_id')
    .where('reference', '=', String(other.json['reference']))
    .executeTakeFirstOrThrow();
  expect((await file(foreign)).status).toBe(404);
  await server.recordScan(reference, { scan: 'INFECTED', scan_finding: 'Eicar-Test' });
  expect(await file()).toMatchObject({ status: 422, text: expect.stringContaining('Eicar-Test') });
});

test('an abstract is corrected, replaced and withdrawn on its page', async () => {
  needsFeatures('author-page');
  const { json } = await server.submit({ name: 'first.pdf' });
  const reference = String(json['reference']);
  const does = async (action: string, request: Record<string, unknown>) => {
    const planned = await organiser.tell('/plan', { action, request: { reference, ...request } });
    expect(planned.status).toBe(200);
    expect(formFolders()).toEqual([]);
    const done = await organiser.tell('/perform', { plan: planned.json['plan'] });
    expect(done.text).toContain('words');
  };
  await does('correct-abstract', { title: 'Slow polymers', authors: 'Ada (TU)\nBea* (ETH)' });
  const data = aPdf(20_000_000, 'second').toString('base64');
  await does('replace', { path: { name: '../second.pdf', data } });
  const shown = () => organiser.ask(`/abstracts/${reference}`);
  expect((await shown()).lines[0]).toMatchObject({
    state: 'RECEIVED',
    authorsTyped: 'Ada (TU), Bea* (ETH)',
    abstract: { title: 'Slow polymers', fileName: 'second.pdf', bytes: 20_000_000 },
    versionFacts: [
      { label: 'Version 2', text: expect.stringContaining('second.pdf') },
      { label: 'Version 1', text: expect.stringContaining('first.pdf') },
    ],
  });
  expect((await rowsOf('abstracts'))[0]).toMatchObject({
    key: reference,
    title: 'Slow polymers',
    authors: 'Ada (TU), Bea* (ETH)',
    presenting: 'Bea',
    versions: 2,
  });
  await does('withdraw', {});
  expect((await shown()).lines[0]?.['state']).toBe('WITHDRAWN');
  await does('undo-withdraw', {});
  expect((await shown()).lines[0]?.['state']).toBe('RECEIVED');
});

test('an abstract is shown with its reviews as far as they came back', async () => {
  needsFeatures('peer-review');
  const { json } = await server.submit();
  const shown = async () => (await organiser.ask(`/abstracts/${String(json['reference'])}`)).lines;
  expect((await shown())[0]?.['parts']).toEqual([]);
  const sheet = { name: 'reviewers.csv', data: btoa('Name,Email\nAnna Reviewer,anna@uni.example') };
  const planned = await organiser.tell('/plan', { action: 'review-assign', request: { sheet } });
  await organiser.tell('/perform', { plan: planned.json['plan'] });
  expect((await shown())[0]?.['parts']).toEqual([
    {
      heading: 'Reviews',
      subject: 'Reviews and decisions',
      facts: [{ label: 'Reviews', text: '0 of 1' }],
    },
  ]);
});

test('the forms about abstracts offer the sessions and interest areas of the conference', async () => {
  needsFeatures('author-page');
  const { text } = await organiser.ask('/forms');
  const forms: Form[] = JSON.parse(text);
  const fields = forms.find(({ action }) => action === 'enter')?.fields ?? [];
  const choices = (wanted: string) => fields.find(({ name }) => name === wanted)?.choices;
  expect(choices('session')).toContainEqual({ value: 'smart-polymers', label: 'Smart Polymers' });
  expect(choices('interestArea')).toContainEqual({
    value: 'advanced-composites',
    label: 'Advanced Composites',
  });
  expect(fields.map(({ name }) => name)).not.toContain('wish');
});

atOnce('an action shows its plan, is done once, and is logged', async () => {
  const { person, reference } = await paid();
  const planned = await organiser.tell('/plan', {
    action: 'refund',
    request: { reference, amount: '120.00' },
  });
  expect(planned.json).toMatchObject({ button: `Refund 120.00 EUR to ${person.name}` });
  expect(String(planned.json['words'])).toContain('would be refunded: 120.00 EUR');
  expect(await server.listActivities({ reference })).toEqual([]);
  const perform = () => organiser.tell('/perform', { plan: planned.json['plan'] });
  const answers = await Promise.all([perform(), perform()]);
  for (const { json } of answers) expect(json).toEqual({ words: ['120.00 EUR was refunded.'] });
  const refunds = (await server.listRefunds()).filter(({ amountCents }) => amountCents === 12_000);
  expect(refunds).toHaveLength(1);
  expect(await server.listActivities({ reference })).toMatchObject([
    { who: 'secretary', action: 'refund', words: 'refund of 120.00 EUR' },
  ]);
});

test('a plan that became impossible after it was shown is not done', async () => {
  const { reference } = await paid();
  const plan = async () =>
    (await organiser.tell('/plan', { action: 'refund', request: { reference, amount: '50.00' } }))
      .json['plan'];
  const [first, second] = [await plan(), await plan()];
  expect((await organiser.tell('/perform', { plan: first })).status).toBe(200);
  expect(await organiser.tell('/perform', { plan: second })).toMatchObject({
    status: 422,
    json: { message: 'Money was refunded meanwhile. Please check the order and try again.' },
  });
});

test.each([
  ['no-such-action', {}, 422, 'There is no action "no-such-action".'],
  ['toString', {}, 422, 'There is no action "toString".'],
  ['refund', { reference: 'PS26-0000-0000' }, 422, 'There is no order PS26-0000-0000.'],
  ['refund', { reference: 7 }, 422, 'This form could not be read.'],
  ['refund', { reference: 'PS26-0000-0000', more: 1 }, 422, 'This form could not be read.'],
  ['retry-mails', {}, 422, 'No mail was given up.'],
])('%s with %j answers %d: %s', async (action, request, status, message) => {
  expect(await organiser.tell('/plan', { action, request })).toMatchObject({
    status,
    json: { message },
  });
});

test('the forms are those of the commands, with the choices of the conference', async () => {
  needsFeatures('asked-amounts', 'author-page', 'colleagues', 'desk', 'letters', 'questions');
  const forms = Object.values((await organiser.ask('/forms')).lines[0] ?? {});
  const names = forms.map(({ action }) => action);
  // This conference issues no invoices.
  const all = [...offers, ...added.flat()];
  const offered = all.map(({ action }) => action).filter((action) => action !== 'invoice');
  expect(names).toEqual(expect.arrayContaining(offered));
  expect(names).not.toContain('purge');
  const move = forms.find(({ action }) => String(action) === 'move');
  expect(JSON.stringify(move)).toContain('"choices":[{"value":"speaker","label":"Speaker"}');
  const write = forms.find(({ action }) => String(action) === 'write');
  for (const word of ['"speaker":', '"room":', '"without answer=diet":', '"answer diet=Vegan":']) {
    expect(JSON.stringify(write)).toContain(word);
  }
  // The page shows all subjects of the forms.
  const shown = forms.flatMap(({ subject }) => (subject === undefined ? [] : [String(subject)]));
  expect([...new Set(shown)].toSorted()).toEqual(subjects.toSorted());
});

test('only the refusal for a dispute offers to overrule it', async () => {
  const { reference, sessionId } = await paid();
  const refused = async (amount: string) =>
    (await organiser.tell('/plan', { action: 'refund', request: { reference, amount } })).json;
  expect(await refused('9000.00')).not.toHaveProperty('remedy');
  server.control.dispute(sessionId, 5_000);
  await server.control.settled();
  expect(await refused('10.00')).toMatchObject({
    message: expect.not.stringContaining('--'),
    remedy: 'isDespiteDispute',
  });
});

test('each of a group is cancelled by name, and then the whole group', async () => {
  const { order, path, people } = await server.aGroup(['Speaker', 'Listener']);
  await server.payLink(path);
  const { reference } = order;
  const [first, second] = people.map(({ name }) => name);
  const row = (await rowsOf('participants')).find((each) => Reflect.get(each, 'name') === second);
  expect(row?.key).toMatch(new RegExp(`^${reference}\\?person=\\w+$`));
  const cancelled = async (request: object) => {
    const { json } = await organiser.tell('/plan', {
      action: 'cancel',
      request: { reference, amount: '1.00', ...request },
    });
    await organiser.tell('/perform', { plan: json['plan'] });
    return json['button'];
  };
  expect(await cancelled({ who: second })).toBe(
    `Cancel the registration of ${second}, refund 1.00 EUR`,
  );
  const story = (await organiser.ask(`/people/${reference}`)).lines[0];
  const shown = Object.values(story?.['people'] ?? {}).map(({ name, state }) => [name, state]);
  expect(shown).toEqual([
    [first, 'CONFIRMED'],
    [second, 'CANCELLED'],
  ]);
  expect(await cancelled({})).toBe(
    'Cancel the group of Ottilie Kassenwart with 1 person, refund 1.00 EUR',
  );
});

const data = (text: string) => Buffer.from(text).toString('base64');

test('a report comes as text, and a file comes with its text', async () => {
  needsFeatures('badges');
  const { person, reference } = await paid();
  const report = await organiser.tell('/make', { action: 'log', request: {} });
  expect(String(report.json['text'])).toMatch(/secretary|Nothing was changed/);
  const request = { references: [reference], size: 'a6' };
  const badges = await made('badges', request);
  expect(badges).toMatchObject({
    status: 200,
    headers: { 'content-disposition': 'attachment; filename="badges.pdf"' },
    text: expect.stringMatching(/^%PDF-/),
  });
  expect(decodeURIComponent(String(badges.headers['x-text']))).toMatch(/^badges\.pdf: badges: 1, /);
  const page = await made('person-export', { email: person.email });
  expect(page.headers['content-disposition']).toContain('person.html');
  expect(page.text).toContain(`<h1>Stored about ${person.email}</h1>`);
  const stored = await made('person-export', { email: person.email, isJson: true });
  expect(stored.headers['content-disposition']).toContain('person.json');
  expect(JSON.stringify(JSON.parse(stored.text))).toContain(reference);
  expect(formFolders()).toEqual([]);
});

test.each([
  ['no file', undefined, 'Please choose a file.'],
  ['a path', '/etc/passwd', 'Please choose a file.'],
  ['no base64', { name: 'a.csv', data: '?' }, 'Please choose a file.'],
  ['no sheet', { name: '../../a.csv', data: data('x') }, 'Name'],
  ['a name of dots', { name: '..', data: data('x') }, 'Name'],
  ['an old sheet', { name: 'a.xls', data: '0M8R4KGxGuE=' }, 'a.xls is an old XLS file'],
])('a group from %s is refused with a sentence, and no file stays', async (_, sheet, words) => {
  const { status, json } = await organiser.tell('/plan', { action: 'group', request: { sheet } });
  expect([status, json['message']]).toEqual([422, expect.stringContaining(words)]);
  expect(String(json['message'])).not.toContain(tmpdir());
  expect(formFolders()).toEqual([]);
});

test('a form takes several files at once, also two of the same name', async () => {
  needsFeatures('peer-review');
  const csv = { name: 'reviews.csv', data: data('Reference,Novelty\nAB26-0000-0000,3') };
  const tell = (files: unknown) =>
    organiser.tell('/plan', { action: 'review-collect', request: { files } });
  const { status, json } = await tell([csv, csv]);
  expect(status).toBe(422);
  expect(json['message']).toMatch(/^reviews\.csv names no reviewer.*\n2 reviews\.csv names no/);
  for (const none of [[], undefined, ['/etc/passwd'], csv]) {
    expect((await tell(none)).json['message']).toBe('Please choose a file.');
  }
  expect(formFolders()).toEqual([]);
});

test('a sheet that is too large is not read', async () => {
  const sheet = { name: 'a.csv', data: 'A'.repeat(37 * 1024 * 1024) };
  const answer = await organiser.tell('/plan', { action: 'group', request: { sheet } });
  expect(answer.status).toBe(413);
});

function made(action: string, request: Record<string, unknown>) {
  return dashboard.send('/api/make', {
    method: 'POST',
    headers: {
      ...organiser.credentials,
      origin: dashboard.origin,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ action, request }),
  });
}

function formFolders(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('plenary-form-'));
}

test('a concern that an organiser can settle has this action, and disappears afterwards', async () => {
  const { reference, sessionId } = await paid();
  const warning = server.control.warnOfFraud(sessionId);
  await server.control.settled();
  const things = async () => Object.values((await organiser.ask('/things')).lines[0] ?? {});
  const action = { name: 'settle', request: { id: warning } };
  expect(await things()).toContainEqual(
    // The person comes first, and the id of the provider is apart from the sentence.
    expect.objectContaining({
      page: `/people/${reference}`,
      action,
      name: expect.stringMatching(/\S/),
      words: expect.not.stringContaining(warning),
      details: warning,
    }),
  );
  const { plan } = (await organiser.tell('/plan', { action: 'settle', request: action.request }))
    .json;
  expect((await organiser.tell('/perform', { plan })).status).toBe(200);
  expect(JSON.stringify(await things())).not.toContain(warning);
});

test('each action on a person, an abstract and mails shows its plan, is done and is logged', async () => {
  needsFeatures('desk', 'letters', 'programme');
  const { person, reference } = await paid();
  const { json } = await server.submit({ form: aForm(), bytes: aPdf(600, 'to be decided') });
  const abstract = String(json['reference']);
  const { name, email } = person;
  const steps = [
    [
      'correct',
      { reference, institute: 'Institute of Corrections' },
      'institute',
      `Correct the registration of ${name}`,
    ],
    [
      'correct',
      { reference, sortName: 'Aa, Zoe' },
      'becomes Aa Zoe',
      `Correct the registration of ${name}`,
    ],
    ['resend', { reference }, email, `Send to ${email}`],
    ['check-in', { reference, who: name }, name, `Check in ${name}`],
    ['undo-check-in', { reference, who: name }, name, `Undo the check-in of ${name}`],
    [
      'move',
      { reference, who: name, type: 'poster' },
      'Registration (Poster)',
      `Change the registration of ${name}, refund 105.00 EUR`,
    ],
    [
      'cancel',
      { reference, who: name, amount: '20.00' },
      'cancelled',
      `Cancel the registration of ${name}, refund 20.00 EUR`,
    ],
    ['undo-cancel', { reference, who: name }, 'taken back', `Restore the registration of ${name}`],
    [
      'decide',
      {
        reference: abstract,
        outcome: 'ACCEPTED',
        slot: 'Friday, 10:00',
        commentForAuthor: 'Well done.',
      },
      '1 accepted',
      `Record the decision on ${abstract}`,
    ],
    [
      'agree',
      { email: 'guest@lab.example', amount: '90.00', words: 'Invited' },
      '90.00 EUR',
      'Record 90.00 EUR for guest@lab.example',
    ],
    ['hold-mails', { letters: true }, 'letter', 'Stop mass letters'],
    ['release-mails', {}, 'mass letters are on hold', 'Release mails'],
  ] as const;
  for (const [action, request, words, button] of steps) {
    const planned = await organiser.tell('/plan', { action, request });
    expect([action, String(planned.json['words']), planned.json['button']]).toEqual([
      action,
      expect.stringContaining(words),
      button,
    ]);
    const done = await organiser.tell('/perform', { plan: planned.json['plan'] });
    expect([action, done.status]).toEqual([action, 200]);
  }
  const actions = (await server.listActivities({ reference })).map(({ action }) => action);
  for (const action of ['correct', 'resend', 'checkin', 'move', 'cancel']) {
    expect(actions).toContain(action);
  }
  expect((await organiser.ask(`/abstracts/${abstract}`)).lines[0]).toMatchObject({
    decision: { outcome: 'ACCEPTED', slot: 'Friday, 10:00', comment: 'Well done.' },
  });
});
