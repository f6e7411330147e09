import { beforeAll, expect, test } from 'vitest';
import { recordsIn } from '#organiser/records.ts';
import { actPages } from '#features/author-page/author-page.ts';
import { timestamp } from '#server/identity.ts';
import { changesOf, lapseChanges } from '#server/orders/rows/order-changes.ts';
import { type Order } from '#server/orders/rows/orders.ts';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { ifThere } from '#tests/support/has-feature.ts';
import { newAbstract, sendFile } from '#tests/support/own-abstract.ts';
import { pathOf } from '#tests/support/own-page.ts';
import type { aPaidGroup } from '#tests/support/paid-registration.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { sendVisaForm } from '#tests/support/visa-form.ts';

const colleague = {
  name: 'Rosalind Okwuosa',
  email: 'okwuosa@lab.example',
  institute: 'Lagos Laboratory of Long Chains',
  phone: '+234 1 5550 187',
  country: 'Nigeria',
};

let server: TestSite;
/** A participant with a change to pay, a visa letter to decide and a colleague to ask; and a paid group. */
let own: Order;
let group: Order;
let members: Awaited<ReturnType<typeof aPaidGroup>>['members'];
/** The paths of the pages behind the links, by the address that has the link. */
let links: { owner: string; path: string }[];

beforeAll(async () => {
  const prices = withExtras(translatedContent.prices);
  server = await startTestSite({ content: { ...translatedContent, prices } });
  const paid = await server.paidRegistration();
  const paidGroup = await server.aPaidGroup(['Speaker', 'Poster']);
  await carriedOut(server.planMove({ reference: paid.reference, extras: { tour: 1 } }));
  own = await server.getOrder(paid.order.id);
  ({ order: group, members } = paidGroup);
  const [first, second] = paidGroup.members;
  await carriedOut(
    server.planMove({
      reference: group.reference,
      who: second.email,
      extras: { dinner: 1 },
    }),
  );
  await sendVisaForm(server, own.pageToken);
  await server.actThrough(`${pathOf(own)}/hand-over`, colleague);
  await server.actThrough(`${pathOf(first)}/address`, { email: 'new@a.example' });
  await server.actThrough(`${pathOf(group)}/people/${second.id}/hand-over`, {
    ...colleague,
    name: 'Bo Nilsen',
    email: 'nilsen@lab.example',
  });
  const changes = await server.db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .select(['token', 'payer_email'])
    .execute();
  const abstract = await newAbstract(server);
  links = [
    { owner: abstract.email, path: abstract.path },
    ...[own, group].flatMap((order) => [
      { owner: order.customer.email, path: pathOf(order) },
      { owner: order.customer.email, path: `/receipt/${order.receiptToken}` },
    ]),
    ...members.map((member) => ({ owner: member.email, path: pathOf(member) })),
    ...changes.map(({ token, payer_email }) => ({ owner: payer_email, path: `/pay/${token}` })),
    ...(await Promise.all(
      [colleague.email, 'new@a.example', 'nilsen@lab.example'].map(async (owner) => ({
        owner,
        path: await server.confirmationLink(owner),
      })),
    )),
  ];
  return server.close;
});

/** Every address that a GET can have below a link, except the picture, which takes a tenth of a second. */
function pagesBelow(path: string): string[] {
  if (path.startsWith('/pay/')) return [path, `${path}/return`];
  if (path.startsWith('/receipt/')) {
    const { reference } = path.endsWith(group.receiptToken) ? group : own;
    return [path, `${path}?mailed`, `${path}/${reference}.pdf`];
  }
  if (path.startsWith('/registration/confirm/')) return [path, `${path}?changed`];
  if (path.startsWith('/abstract/')) {
    return [
      path,
      `${path}?done=saved`,
      ...[...actPages, 'download'].map((act) => `${path}/${act}`),
    ];
  }
  const acts = ['details', 'address', 'hand-over', 'change', 'cancel'];
  return [
    path,
    `${path}?notice=cancelled`,
    `${path}/return`,
    `${path}/calendar.ics`,
    ...ifThere('badges', `${path}/certificate.pdf`),
    ...ifThere('visa-letter', `${path}/visa-letter`, `${path}/visa-letter.pdf`),
    ...acts.flatMap((act) => [
      `${path}/${act}`,
      ...members.map(({ id }) => `${path}/people/${id}/${act}`),
    ]),
  ];
}

test('a GET or HEAD of any page behind a link changes nothing, and no cache, frame or other site learns it', async () => {
  const before = await server.everyRow();
  for (const method of ['GET', 'HEAD']) {
    const pages = links.flatMap((link) => pagesBelow(link.path));
    for (const path of [...pages, ...ifThere('emblem', `${pathOf(own)}/emblem.png?name=yes`)]) {
      const { status, headers } = await fetch(server.origin + path, { method, redirect: 'manual' });
      expect({ path, status: status < 500 }).toEqual({ path, status: true });
      expect({ path, ...Object.fromEntries(headers) }).toMatchObject({
        path,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(headers.get('set-cookie')).toBeNull();
    }
  }
  for (const form of ['pay/card', 'withdraw-request', 'changes/none/withdraw']) {
    expect((await server.openPage(`${pathOf(own)}/${form}`)).status).toBe(404);
  }
  expect(await server.everyRow()).toEqual(before);
});

test('no provider and no stored request learns a link that can do more than pay', async () => {
  const unpaid = await server.unpaidRegistration();
  const order = pathOf(unpaid.order);
  const invoiced = await server.unpaidRegistration();
  const [{ id: change } = { id: '' }] = await changesOf(server.db, own.id);
  const pages = [
    `${order}/pay`,
    `${pathOf(invoiced.order)}/pay`,
    `${pathOf(own)}/changes/${change}`,
  ];
  for (const page of pages) {
    for (const way of ['card', 'paypal'] as const) {
      const url = (await server.press(page, way)).headers.get('location') ?? '';
      expect(new URL(url).pathname).toMatch(/^\/sandbox\//);
    }
  }
  const stored = await server.db
    .selectFrom('payments')
    .select(['request', 'checkout_url'])
    .execute();
  const sent = JSON.stringify(stored);
  const keys = links.filter(({ path }) => !path.startsWith('/pay/')).map(({ path }) => path);
  const { pageToken, receiptToken } = unpaid.order;
  for (const key of [...keys, pageToken, receiptToken]) {
    expect(sent).not.toContain(key.split('/').at(-1));
  }
  const [, cancel = ''] = /cancelUrl[^:]*:[^:]*:\/\/[^/]*(\/pay\/\w+)/.exec(sent) ?? [];
  expect((await server.openPage(cancel)).status).toBe(200);
  // A checkout that was opened by an earlier version returns to the own page.
  const [{ provider_ref: ref } = { provider_ref: '' }] = await server.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('order_id', '=', unpaid.order.id)
    .where('provider_ref', 'is not', null)
    .execute();
  const back = await server.openPage(`${order}/return?session_id=${ref}`);
  expect(back.location).toBe(order);
});

test('a page shows the link of nobody else', async () => {
  // The page of a payer leads to the receipt and to the changes of the payer, and nothing leads back.
  const isOwn = (from: (typeof links)[number], to: string) =>
    from.path === to ||
    (from.path.split('/').length === 3 &&
      from.path.startsWith('/registration/') &&
      !to.startsWith('/registration/') &&
      links.some(({ owner, path }) => path === to && owner === from.owner));
  for (const link of links) {
    for (const path of pagesBelow(link.path)) {
      const { text } = await server.openPage(path);
      const shown = links.filter((other) => text.includes(other.path)).map((other) => other.path);
      expect({ path, shown: shown.filter((to) => !isOwn(link, to)) }).toEqual({ path, shown: [] });
    }
  }
});

test('each link is in the mails of its owner alone, and in no line of the log', async () => {
  const mails = await server.db.selectFrom('outbox').select(['recipient', 'payload']).execute();
  const log = JSON.stringify(server.log);
  expect(log).toContain('/registration/:token');
  for (const { owner, path } of links) {
    const [token = ''] = path.split('/').slice(-1);
    const readers = mails.filter(({ payload }) => payload.includes(token));
    expect({ path, to: [...new Set(readers.map(({ recipient }) => recipient))] }).toEqual({
      path,
      to: [owner],
    });
    expect(log).not.toContain(token);
  }
  const activities = JSON.stringify(await server.db.selectFrom('activities').selectAll().execute());
  expect(links.filter(({ path }) => activities.includes(path.split('/').at(-1) ?? ''))).toEqual([]);
});

test('the export of a person has the links of nobody else', async () => {
  for (const { owner } of links) {
    const rows = JSON.stringify(await rowsOfPerson(server.db, owner.toLowerCase()));
    const foreign = links.filter(
      (link) => link.owner !== owner && rows.includes(link.path.split('/').at(-1) ?? ''),
    );
    expect({ owner, foreign }).toEqual({ owner, foreign: [] });
  }
  const records = JSON.stringify(await Array.fromAsync(recordsIn(server.db, server.files.store)));
  const exported = links.filter(({ path }) => records.includes(path.split('/').at(-1) ?? ''));
  expect(exported.filter(({ path }) => !path.startsWith('/receipt/'))).toEqual([]);
});

test('no old link shows the next person, whatever was changed and paid before', async () => {
  const { order, reference } = await server.paidRegistration();
  const tokens = async () =>
    (
      await server.db
        .selectFrom('order_changes')
        .select('token')
        .where('order_id', '=', order.id)
        .where('token', 'is not', null)
        .execute()
    ).map(({ token }) => token);
  const ask = (extras: Record<string, number>) =>
    carriedOut(server.planMove({ reference, extras }));
  await ask({ tour: 1 });
  await server.payLink(`/pay/${(await tokens())[0]}`);
  await ask({ dinner: 1 });
  await server.db
    .updateTable('order_changes')
    .set({ lapses_at: order.createdAt })
    .where('order_id', '=', order.id)
    .where('state', '=', 'proposed')
    .execute();
  await lapseChanges(server.db, timestamp(server.clock.now()));
  await ask({ dinner: 2 });
  const old = [
    pathOf(order),
    `/receipt/${order.receiptToken}`,
    ...(await tokens()).map((token) => `/pay/${token}`),
  ];
  expect(old).toHaveLength(5);
  await carriedOut(server.planCorrection({ ...colleague, reference }));
  const now = await server.getOrder(order.id);
  const secrets = [
    ...Object.values(colleague),
    now.pageToken,
    now.receiptToken,
    ...(await tokens()),
  ].filter((secret) => secret !== colleague.country);
  for (const path of old.flatMap(pagesBelow)) {
    const { text, location } = await server.openPage(path);
    const shown = secrets.filter((secret) => `${text} ${location}`.includes(secret ?? ''));
    expect({ path, shown }).toEqual({ path, shown: [] });
  }
});

test('one link takes two hundred acts, from all networks together', async () => {
  const { content } = server;
  const trustedProxies = ['127.0.0.1'];
  const limited = await startTestSite({
    content,
    beside: server,
    rateLimit: true,
    trustedProxies,
  });
  const act = async (token: string, network: number) => {
    const headers = { 'x-forwarded-for': `198.51.${network}.1` };
    return (await limited.sendForm(`/registration/${token}/withdraw-request`, {}, headers)).status;
  };
  const [token, other] = ['a'.repeat(26), 'b'.repeat(26)];
  const first = await Promise.all(Array.from({ length: 200 }, (_, at) => act(token, at % 50)));
  expect(first.filter((status) => status !== 404)).toEqual([]);
  expect(await act(token, 60)).toBe(429);
  expect(await act(other, 60)).toBe(404);
});

test('a link that was never given opens no page, and no cache or other site learns it', async () => {
  const token = '0'.repeat(26);
  const ends = [
    '',
    '/details',
    '/calendar.ics',
    '/return',
    '/changes/none',
    ...ifThere('badges', '/certificate.pdf'),
    ...ifThere('visa-letter', '/visa-letter', '/visa-letter.pdf'),
    ...ifThere('session-places', '/sessions'),
    ...ifThere('emblem', '/emblem.png'),
    ...ifThere('proofs', '/proof'),
  ];
  const pages = [
    ...ends.map((end) => `/registration/${token}${end}`),
    `/registration/confirm/${token}`,
    `/registration/confirm/${own.pageToken}`,
    ...['', '/download', ...actPages.map((act) => `/${act}`)].map(
      (end) => `/abstract/${token}${end}`,
    ),
    ...[
      ...ifThere('invitations', 'invitation'),
      ...ifThere('waiting-list', 'offer', 'waiting-list'),
      ...ifThere('letters', 'unsubscribe'),
      'pay',
      'receipt',
    ].map((kind) => `/${kind}/${token}`),
    `/pay/${token}/return`,
    `/receipt/${token}/PS26.pdf`,
  ];
  const acts = [
    ...[
      'details',
      'pay/card',
      'withdraw-request',
      ...ifThere('visa-letter', 'visa-letter'),
      ...ifThere('session-places', 'sessions'),
      ...ifThere('questions', 'answers'),
      ...ifThere('letters', 'consent'),
    ].map((end) => `/registration/${token}/${end}`),
    ...['contribution', 'details', 'withdraw', 'present', 'restore'].map(
      (end) => `/abstract/${token}/${end}`,
    ),
    ...[
      ...ifThere('invitations', 'invitation/TOKEN'),
      ...ifThere('waiting-list', 'offer/TOKEN/take', 'offer/TOKEN/decline'),
      ...ifThere('waiting-list', 'waiting-list/TOKEN/leave', 'waiting-list/TOKEN/confirm'),
      ...ifThere('letters', 'unsubscribe/TOKEN'),
      'registration/confirm/TOKEN',
      'pay/TOKEN/card',
    ].map((act) => `/${act.replace('TOKEN', token)}`),
  ];
  const before = await server.everyRow();
  for (const [path, answer] of [
    ...pages.map((page) => [page, server.openPage(page)] as const),
    ...acts.map((act) => [act, server.sendForm(act)] as const),
  ]) {
    const { status, headers } = await answer;
    expect({ path, status, ...Object.fromEntries(headers) }).toMatchObject({
      path,
      status: 404,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
  }
  expect((await sendFile(server, `/abstract/${token}`)).status).toBe(404);
  expect(await server.everyRow()).toEqual(before);
  expect(JSON.stringify(server.log)).not.toContain(token);
  const { email } = server.content.conference.secretary;
  for (const page of pages.filter((path) => !path.startsWith('/abstract'))) {
    const { text } = await server.openPage(page);
    expect({ page, names: text.includes(`mailto:${email}`) }).toEqual({ page, names: true });
  }
  const { words } = await server.openPage(`/registration/${token}`);
  expect(words).toContain('a newer email has another link');
  expect(words).toContain(server.content.conference.secretary.email);
});

test('an address that no token has leads nowhere, and is no fault', async () => {
  const logged = server.log.length;
  const cut = own.pageToken.slice(1);
  const odd = ['x', "a'%20or%201=1--", cut, own.pageToken.toUpperCase(), `${own.pageToken}0`];
  const coded = ['%0d%0aX', '..%2f..%2fregister', '%F0%9F%98%80', '%00', 'x'.repeat(190)];
  for (const token of [...odd, ...coded]) {
    for (const [method, path] of [
      ['GET', `/registration/${token}`],
      ['GET', `/registration/${token}/return`],
      ['GET', `/abstract/${token}`],
      ['GET', `/abstract/${token}/download`],
      ['GET', `/receipt/${token}`],
      ['GET', `/pay/${token}`],
      ['GET', `/waiting-list/${token}`],
      ['POST', `/abstract/${token}/contribution`],
      ['POST', `/abstract/${token}/withdraw`],
      ['POST', `/registration/${token}/pay/card`],
      ['POST', `/registration/${token}/changes/${token}/withdraw`],
      ['POST', `/registration/${token}/withdraw-request`],
      ['POST', `/registration/${token}/cancel`],
      ['POST', `/registration/${token}/people/${token}/details`],
      ['POST', `/registration/${token}/answers`],
      ['POST', `/registration/${token}/visa-letter`],
      ['POST', `/registration/confirm/${token}`],
      ['POST', `/receipt/${token}/link`],
      ['POST', `/pay/${token}/card`],
    ] as const) {
      const { status } = await fetch(server.origin + path, { method, redirect: 'manual' });
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
    }
  }
  expect(server.log.slice(logged).filter(({ level }) => Number(level) > 30)).toEqual([]);
});
