import { pino } from 'pino';
import { expect, test } from 'vitest';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { newAbstract } from '#tests/support/own-abstract.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { apiRoutes } from './api.ts';
import { buildDashboard } from './app.ts';
import type { Form } from './actions.ts';
import type { Organiser } from './call-rights.ts';
import { type Job, jobs, mayUse, rightsOf } from './rights.ts';
import { offered } from './actions.ts';

/** The dashboard as an organiser with these jobs uses it. */
async function openedAs(...names: Job[]) {
  const server = await startTestSite();
  let organiser: Organiser = { actor: 'Ada (ada@example.org)', id: 'ada', rights: rightsOf(names) };
  const app = await buildDashboard({
    calls: apiRoutes(testContext(server)),
    bundle: new Map(),
    logger: pino({ level: 'silent' }),
    guard: (guarded) => {
      guarded.addHook('onRequest', async (request) => void (request.organiser = organiser));
    },
  });
  const call = async (url: string, body?: object) => {
    const answer = await app.inject({
      method: body ? 'POST' : 'GET',
      url: `/api${url}`,
      ...(body && { payload: body }),
    });
    const told = String(answer.headers['x-text']);
    return { status: answer.statusCode, text: answer.body, told };
  };
  return { server, call, becomes: (next: Organiser) => void (organiser = next) };
}

test('every job sees and does only what belongs to it', () => {
  const names = (job: Job, of: 'title' | 'name' = 'name') =>
    offered.filter((each) => mayUse(jobs[job].rights, each)).map((each) => each[of]);
  expect(names('desk').every((name) => ['checkin'].includes(name))).toBe(true);
  // The treasurer does what gives money back; the secretary does the same without money.
  expect(names('treasurer')).toEqual(expect.arrayContaining(['refund', 'paid', 'cancel', 'move']));
  expect(names('treasurer')).not.toContain('correct');
  expect(names('secretary')).toEqual(expect.arrayContaining(['cancel', 'correct']));
  for (const job of ['secretary', 'track-chair', 'desk', 'reader'] as const) {
    for (const name of ['refund', 'export', 'colleague invite']) {
      expect(names(job)).not.toContain(name);
    }
  }
  const changing = offered.filter((each) => !('report' in each));
  expect(changing.some((each) => mayUse(jobs.reader.rights, each))).toBe(false);
  expect(offered.every((each) => mayUse(jobs.chair.rights, each))).toBe(true);
});

test('the desk gets names and no addresses, and nothing else', async () => {
  needsFeatures('desk');
  const { server, call, becomes } = await openedAs('desk');
  const { person, sessionId } = await server.paidCheckout();
  const { order } = await server.recordsOf(sessionId);
  for (const path of [
    '/overview',
    '/charts',
    `/people/${order.reference}`,
    '/abstracts/AB26-0000-0000',
    '/listings/payments',
    '/listings/mails',
  ]) {
    expect([path, (await call(path)).status]).toEqual([path, 403]);
  }
  expect(JSON.parse((await call('/things')).text)).toEqual([]);
  const { text } = await call('/listings/participants');
  expect(text).toContain(person.name);
  expect(text).not.toContain(person.email);
  expect(text).not.toContain('Amount');
  // A name leads to no page that the desk may not open.
  expect(JSON.parse(text.split('\n')[0] ?? '').leadsTo).toBeUndefined();
  expect((await call('/desk/scan', { code: order.reference })).text).toContain(person.name);
  const unpaid = await server.unpaidRegistration();
  const scanned = async (code: string) => (await call('/desk/scan', { code })).text;
  expect(await scanned(unpaid.reference)).toContain('Not paid');
  expect(await scanned(unpaid.reference)).not.toContain('EUR');
  // A reader of money sees what is open, and that nothing is after a cancellation.
  becomes({ actor: 'Bo (bo@example.org)', id: 'bo', rights: rightsOf(['secretary']) });
  expect(await scanned(unpaid.reference)).toMatch(/Open: [\d.]+ EUR/);
  await server.organise('cancel', order.reference, '--amount', 'all', '--send');
  const gone = await scanned(order.reference);
  expect(gone).toContain('Cancelled');
  expect(gone).not.toContain('Open');
});

test('what somebody may not do is not shown, and the server refuses it', async () => {
  const { server, call } = await openedAs('secretary');
  const { sessionId } = await server.paidCheckout();
  const { order } = await server.recordsOf(sessionId);
  const forms: Form[] = JSON.parse((await call('/forms')).text);
  expect(forms.map(({ action }) => action)).not.toContain('refund');
  const refund = { action: 'refund', request: { reference: order.reference } };
  expect((await call('/plan', refund)).status).toBe(403);
  expect((await call('/make', { action: 'documents', request: {} })).status).toBe(403);
  expect((await call('/listings/payments')).status).toBe(200);
});

test('a plan that gives money back needs the right to money, whatever its command', async () => {
  const { server, call, becomes } = await openedAs('secretary');
  const { sessionId } = await server.paidCheckout();
  const { reference } = (await server.recordsOf(sessionId)).order;
  const cancelled = { action: 'cancel', request: { reference, amount: '0' } };
  const backAll = { action: 'cancel', request: { reference, amount: 'all' } };
  const cheaper = { action: 'move', request: { reference, type: 'poster' } };
  for (const [body, amount] of [
    [backAll, '418.95'],
    [cheaper, '105.00'],
  ] as const) {
    const { status, text } = await call('/plan', body);
    expect([body.action, status]).toEqual([body.action, 403]);
    expect(text).toContain(`gives ${amount} EUR back, so it needs the right to money`);
  }
  expect((await call('/plan', cancelled)).status).toBe(200);
  becomes({ actor: 'Bo (bo@example.org)', id: 'bo', rights: rightsOf(['treasurer']) });
  const without = await call('/plan', cancelled);
  expect(without).toMatchObject({ status: 403 });
  expect(without.text).toContain('needs the right to people');
  const planned = async () => JSON.parse((await call('/plan', backAll)).text).plan as string;
  const [before, plan] = [await planned(), await planned()];
  // The right has ended since the plan.
  becomes({ actor: 'Bo (bo@example.org)', id: 'bo', rights: rightsOf(['secretary']) });
  expect((await call('/perform', { plan: before })).status).toBe(403);
  becomes({ actor: 'Bo (bo@example.org)', id: 'bo', rights: rightsOf(['treasurer']) });
  expect((await call('/perform', { plan })).status).toBe(200);
  expect(await server.organise('log', reference)).toContain('refund of 418.95 EUR');
});

test('a right that ends after the preview ends the act, and the log has the name', async () => {
  const { server, call, becomes } = await openedAs('treasurer');
  const { sessionId } = await server.paidCheckout();
  const { order } = await server.recordsOf(sessionId);
  const request = { reference: order.reference, amount: '10.00' };
  const planned = async () =>
    JSON.parse((await call('/plan', { action: 'refund', request })).text).plan as string;
  const plan = await planned();
  becomes({ actor: 'Ada (ada@example.org)', id: 'ada', rights: rightsOf(['reader']) });
  expect((await call('/perform', { plan })).status).toBe(403);
  // Another treasurer has seen no plan.
  becomes({ actor: 'Bo (bo@example.org)', id: 'bo', rights: rightsOf(['treasurer']) });
  expect((await call('/perform', { plan })).status).toBe(422);
  expect((await call('/perform', { plan: await planned() })).status).toBe(200);
  expect(await server.organise('log', order.reference)).toContain('Bo (bo@example.org)  refund');
});

test('a spreadsheet has the sheets that a colleague may read, and no others', async () => {
  needsFeatures('peer-review');
  const { call } = await openedAs('secretary');
  const made = (request: object) => call('/make', { action: 'table', request });
  expect((await made({ path: '.csv', sheet: 'reviews' })).status).toBe(403);
  expect((await made({ path: '.csv', sheet: 'reviewers' })).status).toBe(403);
  expect((await made({ path: '.csv', sheet: 'abstracts' })).status).toBe(200);
  const all = await call('/make', { action: 'table', request: { path: '.xlsx' } });
  expect(decodeURIComponent(all.told)).toMatch(
    /abstracts, .*participants|participants, .*abstracts/,
  );
  expect(decodeURIComponent(all.told)).not.toMatch(/review/i);
  const forms: Form[] = JSON.parse((await call('/forms')).text);
  const { fields = [] } = forms.find(({ action }) => action === 'table') ?? {};
  const choices = fields.find(({ name }) => name === 'sheet')?.choices.map(({ value }) => value);
  expect(choices).toContain('payments');
  expect(choices).not.toContain('reviews');
});

test('only who may change abstracts gets the link by which their authors do', async () => {
  const { server, call, becomes } = await openedAs('reader');
  const { id } = await newAbstract(server);
  const { reference = '', token = '' } = (await findAbstract(server.db, id)) ?? {};
  const { status, text } = await call(`/abstracts/${reference}`);
  expect([status, text.includes(token)]).toEqual([200, false]);
  becomes({ actor: 'Ada (ada@example.org)', id: 'ada', rights: rightsOf(['secretary']) });
  expect((await call(`/abstracts/${reference}`)).text).toContain(`/abstract/${token}`);
});
