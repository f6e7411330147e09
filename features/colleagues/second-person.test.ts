import { expect, test } from 'vitest';
import { openOffice } from '#tests/support/office.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();
const office = await openOffice(server);
const { content } = office.context;
content.conference.colleagues = { secondPerson: { amount: 100, people: 1 } };

async function paidOrder() {
  const { sessionId } = await server.paidCheckout();
  return (await server.recordsOf(sessionId)).order.reference;
}

type Call = Awaited<ReturnType<typeof office.colleague>>['call'];

async function refunded(call: Call, reference: string, amount: string) {
  const { json } = await call('/plan', { action: 'refund', request: { reference, amount } });
  return call('/perform', { plan: json['plan'] });
}

async function waiting(call: Call) {
  return Object.values((await call('/proposals')).json).map((each) => Object(each));
}

test('a large refund waits for a second person, who sees it and does it once', async () => {
  const reference = await paidOrder();
  const [ada, bo] = [
    await office.colleague('ada@example.org', 'treasurer'),
    await office.colleague('bo@example.org', 'treasurer'),
  ];
  expect((await refunded(ada.call, reference, '100.00')).json['words']).not.toMatchObject([
    expect.stringContaining('second person'),
  ]);
  expect((await refunded(ada.call, reference, '100.01')).json['words']).toMatchObject([
    expect.stringContaining('more than 100.00 EUR, so a second person has to agree'),
  ]);
  const [proposal] = await waiting(ada.call);
  expect(proposal).toMatchObject({
    name: 'Ada ada',
    isOwn: true,
    words: `Refund ${reference} 100.01 EUR`,
  });
  const { id } = proposal;
  expect((await ada.call('/things')).text).toContain(`Refund ${reference} 100.01 EUR, proposed`);
  expect(await office.organise('doctor')).toContain('somebody else agrees or declines');
  // The first person is not the second, also in another browser.
  expect(
    (await ada.call('/proposals/plan', { action: id, request: {} })).json['message'],
  ).toContain('Somebody else');
  const plan = await bo.call('/proposals/plan', { action: id, request: {} });
  expect(plan.json['words']).toMatchObject([
    expect.stringContaining('Ada ada has proposed this'),
    expect.stringContaining('100.01 EUR'),
  ]);
  const again = await bo.call('/proposals/plan', { action: id, request: {} });
  expect((await ada.call('/proposals/perform', { plan: plan.json['plan'] })).status).toBe(422);
  const done = await Promise.all(
    [plan, again].map(({ json }) => bo.call('/proposals/perform', { plan: json['plan'] })),
  );
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await waiting(bo.call)).toEqual([]);
  const log = await office.organise('log');
  expect(log).toContain(
    `Ada ada (ada@example.org)  proposal  ${reference}  proposed: Refund ${reference} 100.01 EUR`,
  );
  expect(log).toContain(
    `Ada bo (bo@example.org)  proposal  ${reference}  agreed: Refund ${reference} 100.01 EUR`,
  );
  // Names of others are in no row that an erasure would not find.
  const rows = await server.db.selectFrom('colleague_proposals').selectAll().execute();
  expect(rows).toMatchObject([{ state: 'DONE', request: '{}' }]);
  const story = await office.organise('log', reference);
  expect(story.match(/refund of 100\.01 EUR/g)).toHaveLength(1);
});

test('the refund of a change to a lower price needs a second person, too', async () => {
  const reference = await paidOrder();
  const { call } = await office.colleague('sec2@example.org', 'treasurer');
  const { json } = await call('/plan', {
    action: 'move',
    request: { reference, type: 'poster' },
  });
  // The plan says it before anybody presses.
  expect(json).toMatchObject({
    words: [
      expect.anything(),
      expect.stringContaining('105.00 EUR'),
      'This is more than 100.00 EUR, so a second person has to agree: it will wait on the page Second person.',
    ],
    button: expect.stringMatching(/^Ask a second person: Change/),
  });
  const done = await call('/perform', { plan: json['plan'] });
  expect(done.json['words']).toMatchObject([expect.stringContaining('second person')]);
  expect(await office.organise('log', reference)).not.toContain('refund of');
  const [proposal] = await waiting(call);
  expect(proposal?.words).toBe(`Change ${reference} 105.00 EUR`);
  await call('/proposals/decline', { id: proposal?.id });
});

test('who has no right to an act neither sees nor decides a proposal about it', async () => {
  const reference = await paidOrder();
  const ada = await office.colleague('ada2@example.org', 'treasurer');
  const other = await office.colleague('sec@example.org', 'secretary');
  await refunded(ada.call, reference, '200.00');
  const [proposal] = await waiting(ada.call);
  const { id } = proposal;
  expect(await waiting(other.call)).toEqual([]);
  for (const [path, body] of [
    ['/proposals/plan', { action: id, request: {} }],
    ['/proposals/decline', { id }],
  ] as const) {
    expect([path, (await other.call(path, body)).status]).toEqual([path, 403]);
  }
  expect((await other.call('/things')).text).toContain('proposed');
  const bo = await office.colleague('bo2@example.org', 'treasurer');
  expect((await bo.call('/proposals/decline', { id })).status).toBe(200);
  expect(await waiting(ada.call)).toEqual([]);
  const told = (await server.mailsTo('ada2@example.org')).find(
    ({ kind }) => kind === 'act-declined',
  );
  expect(told?.text).toContain(`Refund ${reference} 200.00 EUR`);
  expect(told?.text).toContain('Ada bo2');
  // Withdrawing an own act needs no mail about it.
  await refunded(ada.call, reference, '200.00');
  await ada.call('/proposals/decline', { id: (await waiting(ada.call))[0]?.id });
  const again = await server.mailsTo('ada2@example.org');
  expect(again.filter(({ kind }) => kind === 'act-declined')).toHaveLength(1);
});

test('an act that is no longer possible is not done, and stays open', async () => {
  const reference = await paidOrder();
  const [ada, bo] = [
    await office.colleague('ada3@example.org', 'chair'),
    await office.colleague('bo3@example.org', 'treasurer'),
  ];
  await refunded(ada.call, reference, '300.00');
  const [{ id }] = await waiting(bo.call);
  const { json } = await bo.call('/proposals/plan', { action: id, request: {} });
  // Somebody on the server, who needs nobody, was faster.
  await office.organise('refund', reference, '--amount', '250.00', '--send');
  expect((await bo.call('/proposals/perform', { plan: json['plan'] })).status).toBe(422);
  expect(await waiting(bo.call)).toHaveLength(1);
});

test('an act of somebody whose access was ended since is proposed no more', async () => {
  const reference = await paidOrder();
  const ada = await office.colleague('ada4@example.org', 'treasurer');
  const bo = await office.colleague('bo4@example.org', 'treasurer');
  await refunded(ada.call, reference, '200.00');
  const proposed = async () => (await waiting(bo.call)).find(({ name }) => name === 'Ada ada4');
  const { id } = (await proposed()) ?? {};
  const { json } = await bo.call('/proposals/plan', { action: id, request: {} });
  await office.organise('colleague', 'end', 'ada4@example.org', '--yes');
  expect(await proposed()).toBeUndefined();
  expect((await bo.call('/proposals/perform', { plan: json['plan'] })).status).toBe(422);
  expect(await office.organise('log', reference)).not.toContain('refund of');
});
