import type { lookup } from 'node:dns';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect } from 'vitest';
import { planDecisions } from '#features/programme/decide-abstracts.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { readEnv } from '#server/config/env.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { restoreBackup } from '#server/operations/restore-backup.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { findPaymentLink, pathOf as pathOfLink } from '#server/orders/rows/payment-links.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { newAbstract } from '#tests/support/own-abstract.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestReceiver } from '#tests/support/test-receiver.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { payAt } from '#tests/support/visitor.ts';
import { endpointsOf, syncEndpoints } from './endpoints.ts';
import { postWebhook } from './post-webhook.ts';
import { isPublic, publicLookup } from './private-addresses.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { eventTypes } from './shape.ts';
import { forgetOldWebhooks } from './webhook-messages.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const [crm, desk] = [await startTestReceiver(), await startTestReceiver()];
afterAll(() => Promise.all([crm.close(), desk.close()]));

const content = {
  ...fixtureContent,
  prices: withExtras(fixtureContent.prices),
  conference: {
    ...fixtureContent.conference,
    webhooks: [
      { id: 'crm', events: [...eventTypes], fields: [] },
      { id: 'desk', events: ['checked-in' as const], fields: ['name' as const] },
    ],
  },
};
const env = readEnv({
  WEBHOOK_ENDPOINTS: `crm ${crm.url} ${secretOf('a')} ${secretOf('b')}; desk ${desk.url} ${secretOf('c')}`,
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
});
const server = await startTestSite({ content });
/** A command with the settings of the server. */
const asOrganiser = (...args: string[]) => organise({ ...testContext(server), env }, ...args);
const deps = () => ({ context: server.context, content, env });
const round = (beside = server.db) =>
  sendWebhooks(
    { ...deps(), context: { ...server.context, db: beside } },
    new AbortController().signal,
  );

type Sent = { type: string; data: Record<string, string> };
/** Takes what an endpoint got since the last time. */
function taken({ received }: typeof crm) {
  return received.splice(0).map(({ headers, body }) => {
    const parsed = JSON.parse(body) as Sent;
    return { id: headers['webhook-id'] ?? '', headers, body, ...parsed };
  });
}
/** Each event of an act, as “paid PS-1234”. */
async function heard(): Promise<string[]> {
  await round();
  return taken(crm)
    .map(({ type, data }) => `${type} ${data['reference']}`)
    .toSorted();
}
await syncEndpoints(server.db, content, env);

test('an endpoint hears of every way to pay, signed by both secrets and without a name', async () => {
  const card = await server.paidRegistration();
  await round();
  const [message, ...more] = taken(crm);
  expect(more).toEqual([]);
  const { headers = {}, body = '', data } = message ?? {};
  for (const letter of ['a', 'b']) {
    const receiver = new Webhook(secretOf(letter));
    // The official package compares the time with the machine's.
    const [now, sent] = [Date.now(), Number(headers['webhook-timestamp']) * 1000];
    expect(Math.abs(sent - server.clock.now().getTime())).toBeLessThan(5000);
    const late = () => receiver.verify(body, headers);
    if (Math.abs(now - sent) < 4 * 60_000) expect(late()).toMatchObject({ type: 'paid' });
    else
      expect(receiver.sign(headers['webhook-id'] ?? '', new Date(sent), body)).toBe(
        headers['webhook-signature']?.split(' ')[letter === 'a' ? 0 : 1],
      );
  }
  expect(data).toEqual({
    reference: card.reference,
    amount: expect.stringMatching(/^\d+\.\d\d$/),
    currency: 'EUR',
    state: 'CONFIRMED',
  });
  expect(body).not.toContain(card.order.customer.name);
  expect(body).not.toContain(card.order.id);

  const group = await server.aPaidGroup();
  expect(await heard()).toEqual([`paid ${group.order.reference}`]);
  const asked = await asOrganiser('ask', card.order.customer.email, '10.00', 'Tour', '--send');
  const { order, path } = await server.linkedOrder(asked);
  await server.payLink(path);
  expect(await heard()).toEqual([`paid ${order.reference}`]);
});

test('a registration that is half paid waits for the other payer, whose part tells when it no longer does', async () => {
  needsFeatures('two-payers');
  const { order, reference } = await server.unpaidRegistration({
    extras: [{ id: 'dinner', count: 1 }],
  });
  const fee = order.items.find(({ kind }) => kind === 'registration');
  await server.fillIn(`${pathOf(order)}/payers`, {
    [`line-${fee?.id ?? ''}`]: 'yes',
    name: 'Accounts Payable',
    email: 'accounts@university.example',
    country: '',
  });
  const [part] = await partsOfOthers(server.db, await server.getOrder(order.id));
  const link = await findPaymentLink(server.db, part?.id ?? '');
  if (!link) throw new Error('the part has a link');
  await heard();
  const paid = async () => {
    await round();
    return taken(crm).flatMap(({ type, data }) => (type === 'paid' ? [data] : []));
  };
  const pressed = await server.press(`${pathOf(order)}/pay`, 'card');
  await payAt(pressed.headers.get('location') ?? '');
  await fetch(`${server.origin}${pathOf(order)}/return`);
  const own = await paid();
  expect(own).toMatchObject([{ reference, state: 'WAITS_FOR_PAYER' }]);
  expect(own[0]).not.toHaveProperty('registration');
  await server.payLink(pathOfLink(link));
  expect(await paid()).toMatchObject([
    {
      reference: part?.reference,
      state: 'CONFIRMED',
      registration: reference,
      registration_state: 'CONFIRMED',
    },
  ]);
});

test('an endpoint hears of changes, cancellations and refunds by organisers, people and providers', async () => {
  const moved = await server.paidRegistration();
  await asOrganiser('correct', moved.reference, '--institute', 'Institute of Knots', '--yes');
  expect(await heard()).toEqual([`changed ${moved.reference}`, `paid ${moved.reference}`]);
  await asOrganiser('cancel', moved.reference, '--amount', '0', '--send');
  expect(await heard()).toEqual([`cancelled ${moved.reference}`]);
  await asOrganiser('cancel', moved.reference, '--undo', '--send');
  expect(await heard()).toEqual([`changed ${moved.reference}`]);

  const group = await server.aPaidGroup();
  const { reference } = group.order;
  await asOrganiser('cancel', reference, '--who', group.members[0].name, '--amount', '0', '--send');
  expect(await heard()).toEqual([
    `cancelled ${reference}`,
    `changed ${reference}`,
    `paid ${reference}`,
  ]);

  const refunded = await server.paidRegistration();
  await asOrganiser('refund', refunded.reference, '--send');
  await server.sendRefunds();
  await server.pollOpenPayments();
  expect(await heard()).toEqual([`cancelled ${refunded.reference}`, `paid ${refunded.reference}`]);
});

test('an endpoint hears of a check-in with the field of the conference, and no other endpoint gets it', async () => {
  const { reference, order } = await server.paidRegistration();
  await heard();
  await asOrganiser('checkin', reference);
  await round();
  const [one] = taken(crm);
  expect(one).toMatchObject({ type: 'checked-in', data: { reference } });
  expect(one?.data).not.toHaveProperty('name');
  expect(taken(desk)).toMatchObject([
    { type: 'checked-in', data: { reference, name: order.customer.name } },
  ]);
  await asOrganiser('checkin', reference, '--undo');
  await round();
  expect(taken(crm)).toEqual([]);
});

test('an endpoint hears that an abstract was submitted, and of each new outcome', async () => {
  needsFeatures('programme');
  const { id } = await newAbstract(server);
  const { reference = '' } = (await findAbstract(server.db, id)) ?? {};
  expect(await heard()).toEqual([`submitted ${reference}`]);
  const decide = async (outcome: 'ACCEPTED' | 'REJECTED', presentation: string) => {
    const decisions = [{ row: 1, reference, decided: { outcome, presentation } }];
    await (await planDecisions(testContext(server), { decisions, isSending: false })).perform();
    await round();
    return taken(crm).map(({ type, data }) => `${type} ${data['outcome']}`);
  };
  expect(await decide('ACCEPTED', 'Talk')).toEqual(['decided ACCEPTED']);
  expect(await decide('ACCEPTED', 'Poster')).toEqual([]);
  expect(await decide('REJECTED', 'Poster')).toEqual(['decided REJECTED']);
});

test('a fact that is rolled back is told to nobody, and an act that changes an order twice is told once', async () => {
  const { order, reference } = await server.paidRegistration();
  await heard();
  const raise = (db = server.db) =>
    db
      .updateTable('orders')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', order.id)
      .execute();
  await server.db
    .transaction()
    .execute(async (tx) => {
      await raise(tx as typeof server.db);
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(await heard()).toEqual([]);
  await raise();
  await raise();
  expect(await heard()).toEqual([`changed ${reference}`]);
});

test('a message that is not accepted is sent again with its id and text, given up after days, and sent again by a command', async () => {
  const { reference } = await server.paidRegistration();
  crm.answers(500);
  await round();
  const [first, ...others] = taken(crm);
  expect(others).toEqual([]);
  await round();
  // A pause is between two tries.
  expect(taken(crm)).toEqual([]);
  crm.answers(302, { location: desk.url });
  for (let tries = 1; tries < 10; tries += 1) {
    server.clock.advance(25 * HOUR);
    await round();
    expect(taken(crm)).toMatchObject([{ id: first?.id, body: first?.body }]);
  }
  // Nobody follows a redirect.
  expect(taken(desk)).toEqual([]);
  server.clock.advance(DAY);
  await round();
  expect(taken(crm)).toEqual([]);
  const concern = { about: 'webhooks', command: 'organiser webhooks --retry crm' };
  expect(await server.listConcerns()).toContainEqual(expect.objectContaining(concern));
  expect(await asOrganiser('webhooks')).toContain('crm  waiting 0, given up 1 (it answered 302)');
  const without = { conference: { ...content.conference, webhooks: [] } };
  await syncEndpoints(server.db, without, env);
  expect(await server.listConcerns()).not.toContainEqual(expect.objectContaining(concern));
  await syncEndpoints(server.db, content, env);
  crm.answers(204);
  await asOrganiser('webhooks', '--retry', 'crm', '--yes');
  await round();
  expect(taken(crm)).toMatchObject([{ id: first?.id, body: first?.body, data: { reference } }]);
  await asOrganiser('webhooks', '--retry', first?.id ?? '', '--yes');
  await round();
  expect(taken(crm)).toMatchObject([{ id: first?.id, body: first?.body }]);
  expect(await server.listConcerns()).not.toContainEqual(expect.objectContaining(concern));
});

test('an endpoint that is gone, silent, or never ends its answer stops no other one', async () => {
  const { reference } = await server.paidRegistration();
  await heard();
  desk.answers(410);
  await asOrganiser('checkin', reference);
  expect(await heard()).toEqual([`checked-in ${reference}`]);
  expect(await asOrganiser('webhooks')).toContain('desk  waiting 0, given up 1 (it answered 410)');
  desk.answers(200);
  await asOrganiser('webhooks', '--retry', 'desk', '--yes');
  await round();
  expect(await asOrganiser('webhooks')).toContain('desk  waiting 0, given up 0:');
  desk.answers('silent');
  const [endpoint] = endpointsOf(content, env).slice(1);
  if (!endpoint || 'trouble' in endpoint) throw new Error('desk has its settings');
  const message = { id: 'msg_1', body: '{}', now: new Date() };
  await expect(postWebhook(endpoint, message, { answerMs: 50 })).rejects.toThrow(
    'it did not answer in time',
  );
  desk.answers(204);
  taken(desk);
});

atOnce(
  'two servers send a message once, and one that died while sending is followed by another',
  async () => {
    const { reference } = await server.paidRegistration();
    await Promise.all([round(server.db), round(server.second)]);
    const [sent, ...others] = taken(crm);
    expect(sent).toMatchObject({ data: { reference } });
    expect(others).toEqual([]);
    // The message of a server that died after sending, before it wrote that down.
    const lease_until = new Date(server.clock.now().getTime() + 30_000).toISOString();
    const id = (sent?.id ?? '').replace('msg_', '');
    await server.db
      .updateTable('webhook_messages')
      .set({ sent_at: null, lease_until })
      .where('id', '=', id)
      .execute();
    await round();
    expect(taken(crm)).toEqual([]);
    server.clock.advance(31_000);
    await round(server.second);
    expect(taken(crm)).toMatchObject([{ id: sent?.id, body: sent?.body }]);
  },
);

test('an erasure takes its messages along, and old ones go by themselves', async () => {
  const { reference, order } = await server.paidRegistration();
  const count = async () =>
    Number(
      (
        await server.db
          .selectFrom('webhook_messages')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const before = await count();
  await asOrganiser('person', 'erase', order.customer.email, '--even-paid', '--yes');
  expect(await heard()).not.toContain(`paid ${reference}`);
  expect(await count()).toBeLessThan(before + 1);
  await forgetOldWebhooks(server.db, new Date(server.clock.now().getTime() + 31 * DAY));
  expect(await count()).toBe(0);
});

test('a restore tells nobody of what it restores, also where a server was started before', async () => {
  await server.paidRegistration();
  await heard();
  const folder = testFolder();
  const path = join(folder, 'night.tar.gz');
  await writeBackup(server.db, server.files.store, path, '2026-05-01T08:00:00.000Z');
  const { db, close } = await createTestDatabase();
  await syncEndpoints(db, content, env);
  const store = folderStore(join(folder, 'files'));
  const here = { file_store: 'folder two', sandbox_id: null };
  await restoreBackup(path, { db, store, dataDir: folder, here });
  const messages = (from: typeof db) =>
    from.selectFrom('webhook_messages').selectAll().orderBy('id').execute();
  expect(await messages(db)).toEqual(await messages(server.db));
  await close();
});

test('without an address, or with one on a private network, messages wait and a concern says so', async () => {
  const none = readEnv({ WEBHOOK_ENDPOINTS: `desk https://10.1.2.3/x ${secretOf('c')}` });
  await sendWebhooks({ ...deps(), env: none }, new AbortController().signal);
  const words = (await server.listConcerns())
    .filter(({ about }) => about === 'webhooks')
    .map((concern) => concern.words);
  expect(words).toEqual([
    'the webhook “crm” sends nothing: WEBHOOK_ENDPOINTS has no address for it',
    'the webhook “desk” sends nothing: its address is on a private network, and WEBHOOK_PRIVATE_HOSTS does not name its host',
  ]);
  const { reference } = await server.paidRegistration();
  await sendWebhooks({ ...deps(), env: none }, new AbortController().signal);
  expect(taken(crm)).toEqual([]);
  expect(await heard()).toEqual([`paid ${reference}`]);
});

test('a name that leads to a private address is refused when the connection is made', async () => {
  const asks = (...addresses: string[]) =>
    new Promise((resolve) => {
      const look = ((_: string, __: unknown, done: (...given: unknown[]) => void) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )) as typeof lookup;
      publicLookup(look)('rebinding.example', { all: true }, (error, found) =>
        resolve(error ? error.message : found),
      );
    });
  expect(await asks('93.184.215.14')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  const refused = 'its name leads to a private network';
  expect(await asks('127.0.0.1')).toBe(refused);
  expect(await asks('93.184.215.14', '169.254.169.254')).toBe(refused);
  expect(await asks()).toBe(refused);
  const url = new URL('https://localhost.example/');
  const look = ((_: string, __: unknown, done: (...given: unknown[]) => void) =>
    done(null, [{ address: '::1', family: 6 }])) as typeof lookup;
  const message = { id: 'msg_1', body: '{}', now: new Date() };
  await expect(
    postWebhook({ url, secrets: [secretOf('a')], mayBePrivate: false }, message, { look }),
  ).rejects.toThrow(refused);
});

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['10.0.0.1', false],
  ['172.31.255.255', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:93.184.215.14', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:a00:1::', false],
  ['example.org', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected));

test.each([
  'crm http://crm.example/hook whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'crm https://crm.example/hook',
  'crm https://crm.example/hook secret',
  'crm https://crm.example/hook whsec_c2hvcnQ=',
])('the start refuses “%s”, without its secret', (value) => {
  expect(() => readEnv({ WEBHOOK_ENDPOINTS: value })).toThrow(
    /^WEBHOOK_ENDPOINTS must be NAME https:\/\/ADDRESS whsec_SECRET/,
  );
});
