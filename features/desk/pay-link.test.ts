import { pino } from 'pino';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/time-spans.ts';
import { apiRoutes } from '#organiser/dashboard/api.ts';
import { buildDashboard } from '#organiser/dashboard/app.ts';
import { rightsOf } from '#organiser/dashboard/rights.ts';
import { press } from '#tests/support/a-group.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { timestamp } from '#server/identity.ts';
import { payLinkOf } from './pay-link.ts';

const server = await startTestSite();
const app = await buildDashboard({
  calls: apiRoutes(testContext(server)),
  bundle: new Map(),
  logger: pino({ level: 'silent' }),
  guard: (guarded) => {
    guarded.addHook('onRequest', async (request) => {
      request.organiser = {
        actor: 'Dana (dana@example.org)',
        id: 'dana',
        rights: rightsOf(['desk']),
      };
    });
  },
});

async function tell(url: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url: `/api/desk/${url}`, payload });
  return { status: answer.statusCode, json: answer.json<Record<string, unknown>>() };
}

const arrivalOf = async (reference: string) =>
  (await server.participantsOfOrder(reference))[0]?.checkedInAt;

test('a helper shows a code to pay, sees no amount, and the page turns to paid', async () => {
  const { order, reference } = await server.unpaidRegistration();
  const shown = await tell('pay-link', { person: reference });
  expect(shown.json).toMatchObject({ isPaid: false, path: expect.stringMatching(/^M\d/) });
  const address = String(shown.json['address']);
  // The page that may be passed on, and never the person's own.
  expect(address).toMatch(new RegExp(`^${server.origin}/pay/[0-9a-z]{26}$`));
  expect(address).not.toContain(order.pageToken);
  expect(JSON.stringify(shown.json)).not.toMatch(/EUR|€/);
  // The same code again, and both are in the log.
  expect((await tell('pay-link', { person: reference })).json).toEqual(shown.json);
  const log = await server.listActivities({ reference });
  expect(log.map(({ who, words }) => [who, words])).toEqual(
    Array.from({ length: 2 }, () => [
      'Dana (dana@example.org)',
      'the link to pay was shown at the desk',
    ]),
  );
  expect((await tell('paid', { person: reference })).json).toEqual({ isPaid: false });
  const path = new URL(address).pathname;
  const answer = await press(server, path, 'card');
  await server.payAt(answer.headers.get('location') ?? '');
  await fetch(`${address}/return`);
  expect((await tell('paid', { person: reference })).json).toEqual({ isPaid: true });
  expect((await tell('pay-link', { person: reference })).json).toEqual({ isPaid: true });
});

test('nothing is to be paid for who is unknown, cancelled or has a place by another order', async () => {
  const gone = await server.unpaidRegistration();
  await server.organise('cancel', gone.reference, '--send');
  for (const person of [gone.reference, 'PS26-0000-0000']) {
    const { status, json } = await tell('pay-link', { person });
    expect(status).toBe(422);
    expect(json['address']).toBeUndefined();
  }
});

test('a scan that a phone kept has its own moment, and counts once', async () => {
  const { reference } = await server.paidRegistration();
  const now = server.clock.now();
  const at = new Date(now.getTime() - HOUR).toISOString();
  const kept = { person: reference, at };
  const [first] = await Promise.all([tell('check-in', kept), tell('check-in', kept)]);
  expect(first.status).toBe(200);
  expect(await arrivalOf(reference)).toBe(at);
  expect((await server.listActivities({ reference })).map(({ action }) => action)).toEqual([
    'checkin',
  ]);
  // The clock of a phone is wrong, or somebody invents a moment.
  const wrong = [now.getTime() + HOUR, now.getTime() - 100 * HOUR];
  for (const moment of wrong) {
    const other = await server.paidRegistration();
    await tell('scan', { code: other.reference, at: new Date(moment).toISOString() });
    const arrival = (await arrivalOf(other.reference)) ?? '';
    expect(Math.abs(Date.parse(arrival) - server.clock.now().getTime())).toBeLessThan(60_000);
  }
  expect((await tell('scan', { code: reference, at: 'yesterday' })).status).toBe(400);
});

test('a code that can no longer be paid is refused, and is not in the log', async () => {
  const at = timestamp(new Date(Date.now() + HOUR));
  const { conference } = server.content;
  const closing = { until: { at, day: at.slice(0, 10), words: 'soon', label: 'soon' } };
  const opening = { ...conference.opening, registration: closing };
  const ending = await startTestSite({
    content: { ...server.content, conference: { ...conference, opening } },
  });
  const { reference } = await ending.unpaidRegistration();
  ending.clock.advance(2 * HOUR);
  await expect(payLinkOf(testContext(ending), reference)).rejects.toThrow(
    'can no longer be paid online',
  );
  expect((await ending.listActivities({ reference })).map(({ words }) => words)).not.toContain(
    'the link to pay was shown at the desk',
  );
});
