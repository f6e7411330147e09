import { afterEach, beforeAll, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { asCents, moneyText } from '#contract/money.ts';
import { listMessages } from '#server/mail/posted-messages.ts';
import { planCancellation } from '#server/orders/change/cancel-order.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { linesOf } from '#server/orders/rows/orders.ts';
import { takenPlaces } from './taken-places.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { purge } from '#server/privacy/purge.ts';
import { participantsOfOrder } from '#server/reports/list-participants.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planGroup } from './register-group.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;

async function paid({ path }: { path: string }): Promise<void> {
  const answer = await server.press(path, 'card');
  await server.payAt(answer.headers.get('location') ?? '');
  await fetch(`${server.origin}${path}/return`);
}

describe('a group', () => {
  beforeAll(async () => {
    server = await startTestSite();
    return server.close;
  });

  test('has a plan with each person, each item and one fee, before it is ordered', async () => {
    const { people, rows } = aSheet(['Speaker', 'poster'], ['yes', 2, 1]);
    const { words } = await planGroup(server.organising, { rows, payer: aPayer });
    const [first, second] = people;
    const theirs = 'Baltic Institute of Soft Matter';
    expect(words).toEqual([
      `row 2: ${first?.name}, ${first?.email}, ${theirs}, Sweden`,
      `row 3: ${second?.name}, ${second?.email}, ${theirs}, Sweden`,
      `${first?.name}: Registration (Speaker), 399.00 EUR`,
      `${first?.name}: Room, 2 nights, 1 guest (Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sat May 30, 2026), 328.00 EUR`,
      `${second?.name}: Registration (Poster), 299.00 EUR`,
      `${second?.name}: Room, 2 nights, 1 guest (Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sat May 30, 2026), 328.00 EUR`,
      'Processing fee of 5%, 67.70 EUR',
      'Registration of 2 people, 1,421.70 EUR together.',
      `The receipt is made out to Ottilie Kassenwart, ${theirs}, Germany.`,
      expect.stringContaining('Ottilie Kassenwart, office@institute.example, gets a link'),
    ]);
    expect(await server.db.selectFrom('participants').selectAll().execute()).toEqual([]);
  });

  test('is one order with a link in a mail, and a second reading of the sheet finds the same order', async () => {
    const { order, path, rows, people } = await server.aGroup();
    expect(order).toMatchObject({
      offeredBy: 'secretary',
      state: 'AWAITING_PAYMENT',
      amountCents: 94_185,
    });
    const [mail, ...more] = await server.mailsAbout('group-to-pay', order.reference);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: aPayer.email });
    expect(mail?.content.text).toContain(`${server.origin}${path}`);
    expect(mail?.content.text).not.toContain(people[1]?.name);

    const again = await planGroup(server.organising, { rows, payer: aPayer });
    expect(again.words).toEqual([expect.stringContaining(`ordered already. ${order.reference}`)]);
    await again.perform();
    expect(await server.mailsAbout('group-to-pay', order.reference)).toHaveLength(1);
    expect(await server.participantsOfOrder(order.reference)).toHaveLength(3);
    expect(await server.listActivities({ reference: order.reference })).toMatchObject([
      { action: 'group', who: 'secretary', words: 'Registration of 3 people, 941.85 EUR' },
    ]);
  });

  test('gets no mail to pay again if its money does not fit', async () => {
    const { rows, order, path } = await server.aGroup();
    const { reference } = order;
    const answer = await server.press(path, 'card');
    server.control.webhooks('off');
    await server.db
      .updateTable('payments')
      .set({ amount_cents: 12_345 })
      .where('order_id', '=', order.id)
      .execute();
    await server.payAt(answer.headers.get('location') ?? '');
    await fetch(`${server.origin}${path}/return`);
    server.control.webhooks('on');
    expect(await server.mailsAbout('group-to-pay', reference)).toMatchObject([
      { state: 'withdrawn' },
    ]);
    await expect(planGroup(server.organising, { rows, payer: aPayer })).rejects.toThrow(
      `Money came for ${reference} that does not fit it`,
    );
    const email = 'other@institute.example';
    await carriedOut(server.planCorrection({ reference, email }));
    expect(await server.mailsAbout('group-to-pay', reference)).toHaveLength(1);
  });

  atOnce('that two organisers order at once is ordered once', async () => {
    const { rows } = aSheet(['Speaker', 'Poster']);
    const plan = () => planGroup(server.organising, { rows, payer: aPayer });
    const plans = await Promise.all([plan(), plan()]);
    const said = (await Promise.all(plans.map(({ perform }) => perform()))).map(([first]) => first);
    expect(said[0]).toBe(said[1]);
    const { order } = await server.linkedOrder(said[0] ?? '');
    expect(await server.participantsOfOrder(order.reference)).toHaveLength(2);
    expect(await server.mailsAbout('group-to-pay', order.reference)).toHaveLength(1);
  });

  test('has a receipt with all its people and the sum, on the page and as PDF', async () => {
    const types = ['Speaker', 'Poster', 'Student', 'Speaker', 'Poster', 'Student'];
    const { order, path, people } = await server.aGroup(types);
    await paid({ path });
    const link = `/receipt/${order.receiptToken}`;
    const page = (await server.get(link)).text;
    const pdf = await fetch(`${server.origin}${link}/${order.reference}.pdf`);
    const lines = linesOfPdf(Buffer.from(await pdf.arrayBuffer()));
    for (const { name } of people) {
      expect(page).toContain(`Participant: <bdi>${name}</bdi>`);
      expect(lines).toContain(`Participant: ${name}`);
    }
    const total = `Total${moneyText(order.amountCents, order.currency)}`;
    expect(lines.filter((line) => line === total)).toHaveLength(1);
    expect(page + lines.join()).not.toContain('As stated by the payer');
  });

  test('has one receipt after the payment, and each member has a place and a mail without amounts', async () => {
    const { order, path, people } = await server.aGroup();
    await paid({ path });
    const [receipt] = await server.documentsOf(order.id);
    expect(receipt?.customer).toContain(aPayer.institute);
    expect(receipt?.lines.map(({ statedByPayer }) => statedByPayer)).toEqual([
      ...people.map(({ name }) => name),
      undefined,
    ]);
    const [confirmation] = await server.mailsAbout('payment-confirmed', order.reference);
    expect(confirmation).toMatchObject({ recipient: aPayer.email });
    expect(confirmation?.content.text).toContain('the places of everybody it is for are confirmed');
    expect(confirmation?.content.attachments).toEqual([]);

    const told = await server.mailsAbout('place-paid', order.reference);
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      people.map(({ email }) => email).toSorted(),
    );
    for (const { content } of told) {
      expect(content.text).toMatch(/Paid by +Baltic Institute of Soft Matter/);
      expect(content.text).not.toMatch(/€|EUR/);
      expect(content.attachments).toMatchObject([{ fileName: 'conference.ics' }]);
    }
    expect(await server.participantsOfOrder(order.reference)).toMatchObject(
      people.map(({ name }) => ({ name, state: 'CONFIRMED', isInGroup: true })),
    );
    await expect(
      planGroup(server.organising, { rows: aSheet([]).rows, payer: aPayer }),
    ).rejects.toThrow('names nobody');
  });

  test('that is paid keeps its people from paying again, alone or in another group', async () => {
    const { path, people, rows, order } = await server.aGroup(['Speaker']);
    const alone = await server.aCheckout({}, people[0]);
    await paid({ path });
    const words = `${people[0]?.name} has a paid registration with this email address, reference ${order.reference}.`;
    for (const answer of [
      await server.post(alone.path, alone.body),
      await server.post('/api/payment/paypal/create', server.aPaypalRequest(alone)),
    ]) {
      expect(answer).toMatchObject({ status: 409, json: { code: 'paid-already' } });
      expect(answer.text).toContain(words);
    }
    const payer = { ...aPayer, email: 'other@institute.example' };
    await expect(planGroup(server.organising, { rows, payer })).rejects.toThrow(
      `row 2: ${people[0]?.name} has paid already, ${order.reference}`,
    );
    const titled = rows.map((row, at) =>
      at === 1 ? [`Dr. ${String(row[0])}`, ...row.slice(1)] : row,
    );
    await expect(planGroup(server.organising, { rows: titled, payer })).rejects.toThrow(
      `row 2: Dr. ${people[0]?.name} has paid already, ${order.reference}`,
    );
    await expect(planGroup(server.organising, { rows, payer: aPayer })).rejects.toThrow(
      `This group is ${order.reference} already, and paid.`,
    );
  });

  test('cannot be paid after a member has paid alone', async () => {
    const { path, people } = await server.aGroup(['Speaker', 'Poster']);
    const alone = await server.aCheckout({}, people[0]);
    const { json } = await server.post(alone.path, alone.body);
    await server.payAt(String(json['url']));
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    const answer = await server.press(path, 'card');
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(`${people[0]?.name} has a paid registration`);
  });

  test('needs a review if a member pays alone at the same moment', async () => {
    const { path, people, order } = await server.aGroup(['Speaker', 'Poster']);
    const url = (await server.press(path, 'card')).headers.get('location') ?? '';
    const alone = await server.aCheckout({}, people[0]);
    const { json } = await server.post(alone.path, alone.body);
    // Both pay at the same moment, so neither payment, nor its webhook, can close the page of the other.
    server.control.webhooks('delayed');
    await server.payAt(String(json['url']));
    await server.payAt(url);
    await server.control.releaseWebhooks();
    await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    await fetch(`${server.origin}${path}/return`);
    // A webhook may be about to record it.
    await server.control.settled();
    expect(await server.reviewRequestsOf(order)).toHaveLength(1);
  });

  test('loses the name of an erased member, and keeps its sum', async () => {
    const { order, path, people } = await server.aGroup();
    await paid({ path });
    const [gone, ...others] = people;
    const deps = {
      db: server.db,
      now: server.clock.now(),
      conferenceEnd: new Date('2099-01-01'),
      store: server.files.store,
      mailFolder: `${server.files.dataDir}/mail`,
    };
    const email = gone?.email ?? '';
    const preview = await erasePerson(deps, email, false);
    expect(preview.warnings).toEqual([
      expect.stringContaining(`${order.reference}, the order of a group`),
    ]);
    expect(JSON.stringify(await server.getOrder(order.id))).toContain(`"${gone?.name}"`);

    await erasePerson(deps, email, true);
    const after = await server.getOrder(order.id);
    const everything = JSON.stringify([
      after,
      await server.documentsOf(order.id),
      await server.db.selectFrom('outbox').selectAll().execute(),
      await server.db.selectFrom('activities').selectAll().execute(),
      await server.db.selectFrom('payments').selectAll().execute(),
    ]);
    expect(everything).not.toContain(`"${gone?.name}"`);
    expect(everything).not.toContain(email);
    expect(everything).toContain(others[0]?.name);
    expect(linesOf(after).reduce((sum, { cents }) => sum + cents, 0)).toBe(after.amountCents);
    const listed = await server.participantsOfOrder(order.reference);
    expect(listed.map(({ name }) => name)).toEqual(['(erased)', ...others.map(({ name }) => name)]);

    const { organising, db } = server;
    const { reference } = order;
    const somebody = { reference, who: '(erased)' };
    await expect(planCorrection(organising, { ...somebody, name: 'Bo Fibre' })).rejects.toThrow(
      'this person was erased',
    );
    const cancelled = planCancellation(organising, { ...somebody, amount: '10.00' });
    expect((await cancelled).words[0]).toContain(
      `${reference}: the registration of (erased) would be cancelled`,
    );
    await carriedOut(cancelled);
    const states = (await participantsOfOrder(db, reference)).map(({ state }) => state);
    expect(states).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    expect((await listMessages(db, 1000)).filter(({ recipient }) => recipient === '')).toEqual([]);
  });

  test('is refunded like every order, and then its places are free', async () => {
    const { order, path } = await server.aGroup(['Exhibitor', 'Exhibitor']);
    await paid({ path });
    expect((await takenPlaces(server.db)).get('type:exhibitor')).toEqual({ paid: 2, held: 0 });
    const { paidPaymentId = '' } = await server.getOrder(order.id);
    const refund = await server.requestRefund(paidPaymentId, undefined, 'organiser');
    await server.sendRefund(refund);
    expect((await server.getOrder(order.id)).state).toBe('REFUNDED');
    expect(await server.documentsOf(order.id)).toHaveLength(2);
    expect((await takenPlaces(server.db)).has('type:exhibitor')).toBe(false);
    expect(await server.participantsOfOrder(order.reference)).toMatchObject([
      { state: 'REFUNDED' },
      { state: 'REFUNDED' },
    ]);
  });
});

describe('the purge', () => {
  afterEach(() => server.close());

  test('removes the people of an unpaid group, and keeps the people of a paid group for their period', async () => {
    server = await startTestSite();
    const unpaid = await server.aGroup(['Speaker']);
    const done = await server.aGroup(['Poster', 'Student']);
    await paid(done);
    const purgeAt = (now: string) =>
      purge(
        {
          db: server.db,
          now: new Date(now),
          content: fixtureContent,
          store: server.files.store,
          mailFolder: `${server.files.dataDir}/mail`,
        },
        true,
      );
    const left = async () =>
      (await server.db.selectFrom('participants').select('id').orderBy('created_at').execute()).map(
        ({ id }) => id,
      );
    // Unpaid registrations are kept for ninety days after the conference or the registration, whichever is later.
    const end = Math.max(Date.parse('2026-05-31'), server.clock.now().getTime());
    await purgeAt(new Date(end + 100 * 24 * 60 * 60_000).toISOString());
    expect(await left()).toEqual(done.order.participantIds);
    await expect(server.getOrder(unpaid.order.id)).rejects.toThrow();
    await purgeAt(new Date(end + 400 * 24 * 60 * 60_000).toISOString());
    expect(await left()).toEqual([]);
    expect((await server.getOrder(done.order.id)).state).toBe('CONFIRMED');
  });
});

describe('with limited places or closed types', () => {
  afterEach(() => server.close());

  const withType = (change: object) => {
    const { prices } = fixtureContent;
    const presentationTypes = prices.presentationTypes.map((type) =>
      type.id === 'poster' ? { ...type, ...change } : type,
    );
    return { ...fixtureContent, prices: { ...prices, presentationTypes } };
  };

  test('a group beyond the limit is not ordered, and cannot be paid after others have taken the places', async () => {
    server = await startTestSite({ content: withType({ places: 2 }) });
    const three = aSheet(['Poster', 'Poster', 'Poster']);
    await expect(planGroup(server.organising, { rows: three.rows, payer: aPayer })).rejects.toThrow(
      'All places as Poster are taken',
    );
    const group = await server.aGroup(['Poster', 'Poster']);
    const other = await server.aGroup(['Poster', 'Poster']);
    await server.openedCheckout({ presentationType: 'SPEAKER' });
    await paid(group);
    expect((await takenPlaces(server.db)).get('type:poster')).toEqual({ paid: 2, held: 0 });
    const answer = await server.press(other.path, 'card');
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('All places as Poster are taken');
  });

  test('a closed type is refused by row', async () => {
    const until = { at: '2020-01-01T00:00:00.000Z', day: 'long ago', words: 'long ago', label: '' };
    server = await startTestSite({ content: withType({ opening: { until } }) });
    const { rows } = aSheet(['Speaker', 'Poster']);
    const plan = planGroup(server.organising, { rows, payer: aPayer });
    await expect(plan).rejects.toThrow('row 3: Registration as Poster closed long ago.');
    await expect(plan).rejects.toBeInstanceOf(ActionImpossible);
  });

  test('a free group is confirmed without a provider', async () => {
    server = await startTestSite({ content: withType({ price: [asCents(0)] }) });
    const { order, path } = await server.aGroup(['Poster']);
    const { text } = await server.get(path);
    expect(text).toContain(`action="${path}/free"`);
    const to = (await server.press(path, 'free')).headers.get('location') ?? '';
    expect((await server.get(to.slice(server.origin.length))).text).toContain('Open the receipt');
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
  });
});
