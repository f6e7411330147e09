import { describe, expect } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { formOf, withSessions } from '#tests/support/with-sessions.ts';
import { peopleRegistered } from './demo.ts';
import { fillSessions, removeUnplaced } from './fill-sessions.ts';
import { listSignUps } from './sign-ups.ts';

/** Each test has sessions of its own server, so that nobody else takes their places. */
const site = (others: Parameters<typeof withSessions>[0] = {}) =>
  startTestSite({ content: withSessions(others) });

/** A person with a paid place, and the page with the sessions. */
async function someone(server: TestSite) {
  const { order, person, reference } = await server.paidRegistration();
  const path = `${pathOf(await ownerOf(server, order))}/sessions`;
  const page = async () => (await server.openPage(path)).text;
  return {
    reference,
    order,
    email: person.email,
    participantId: order.participantIds[0] ?? '',
    path,
    page,
    form: async (session: string) => formOf(await page(), session),
    /** Opens the page and presses the button of a session; returns the end of the answer. */
    async press(session: string): Promise<string> {
      return sent(server, path, formOf(await page(), session));
    },
  };
}

async function ownerOf(
  server: TestSite,
  { participantIds }: Order,
): Promise<{ pageToken: string }> {
  const { page_token: pageToken } = await server.db
    .selectFrom('participants')
    .select('page_token')
    .where('id', 'in', participantIds)
    .executeTakeFirstOrThrow();
  return { pageToken };
}

/** Sends a form; returns the word for what happened. */
async function sent(
  server: TestSite,
  path: string,
  form: Record<string, string> | undefined,
): Promise<string> {
  const { status, location, words } = await server.sendForm(path, form ?? {});
  return (
    new URL(location || `/?done=${status} ${words}`, 'http://site').searchParams.get('done') ?? ''
  );
}

const states = async ({ db }: TestSite, session = 'spectra') =>
  (await listSignUps(db)).filter((each) => each.session === session).map(({ state }) => state);

const jobDeps = (server: TestSite) => {
  const { organising, context, content } = server;
  const { mailLayout, origin } = organising;
  return { context, content, mailLayout, origin } as Parameters<typeof fillSessions>[0];
};

const mailsAboutPlaces = async (server: TestSite, email: string) =>
  (await server.mailsTo(email)).filter(({ subject }) =>
    subject.includes(server.content.mails.sessionPlace.subject),
  );

describe('a person with a paid place', () => {
  test('sees the sessions with the places that are left, signs up, and gives the place back', async () => {
    const server = await site();
    const { path, page, press, order } = await someone(server);
    const own = path.replace('/sessions', '');
    const before = await server.openPage(own);
    expect(before.words).toContain('You have not signed up for a session yet.');
    expect(before.text).toContain(`href="${path}"`);
    const rows = await server.everyRow();
    const shown = await server.openPage(path);
    expect(shown.text).not.toContain('<script');
    expect(shown.words).toContain('09:00–12:00, Room A');
    expect(shown.words).toContain('2 of 2 places are left.');
    expect(shown.words).toContain('You can sign up until May 29, 2099 at 09:00.');
    expect(await server.everyRow()).toEqual(rows);

    expect(await press('spectra')).toBe('placed');
    const answer = await server.openPage(`${path}?done=placed&session=spectra`);
    expect(answer.text).toMatch(/role="status">\s*<strong>You have a place\./);
    expect((await server.openPage(own)).words).toContain('May 29, 2099, 09:00–12:00 Spectra');
    expect(await press('spectra')).toBe('givenBack');
    expect(await states(server)).toEqual([]);
    expect(await page()).toContain('2 of 2 places are left.');
    expect(await server.mailsTo(order.customer.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('session') }),
    );
  });

  test('is seen on the agenda as a place less, without a name', async () => {
    const server = await site({ glues: { signUp: { until: { day: '2000-01-01' } } } });
    const [one, two, three] = [await someone(server), await someone(server), await someone(server)];
    const places = async () => {
      const { items } = await (await fetch(`${server.origin}/api/agenda-places`)).json();
      return { items, spectra: items.find(({ id }: { id: string }) => id === 'spectra') };
    };
    expect((await places()).spectra).toEqual({ id: 'spectra', left: 2, waiting: 0 });
    expect(JSON.stringify((await places()).items)).not.toContain('glues');
    await one.press('spectra');
    expect((await places()).spectra).toEqual({ id: 'spectra', left: 1, waiting: 0 });
    await two.press('spectra');
    await three.press('spectra');
    expect((await places()).spectra).toEqual({ id: 'spectra', left: 0, waiting: 1 });
  });

  test('reads of a clash which session it is, and swaps with one press', async () => {
    const server = await site();
    const { page, press, form } = await someone(server);
    await press('spectra');
    expect(await page()).toContain('At the same time: Spectra.');
    expect(await page()).toContain('Sign up, and give back Spectra');
    expect(await form('glues')).toMatchObject({ instead: 'spectra', wish: 'place' });
    expect(await press('glues')).toBe('placed');
    expect([await states(server), await states(server, 'glues')]).toEqual([[], ['SIGNED_UP']]);
    // The castle is later.
    expect(await form('castle')).toMatchObject({ instead: '' });
    expect(await press('castle')).toBe('placed');
  });

  test('is refused where a form from before would do something else now', async () => {
    const server = await site();
    const { path, form, press } = await someone(server);
    const glues = await form('glues');
    await press('spectra');
    expect(await sent(server, path, glues)).toBe('changed');
    expect(await sent(server, path, { ...glues, session: 'unknown' })).toBe('changed');
    expect(await states(server, 'glues')).toEqual([]);
    const { status } = await server.sendForm(path, { ...glues, wish: 'everything' });
    expect(status).toBe(404);
  });

  test('signs up between the days of the item only', async () => {
    const [past, future] = [{ day: '2020-01-01' }, { day: '2090-01-01' }] as const;
    const server = await site({
      spectra: { signUp: { until: past } },
      glues: { signUp: { from: future } },
    });
    const { page, form, path } = await someone(server);
    expect(await page()).toContain('Sign-up is closed.');
    expect(await page()).toContain('You can sign up from January 1, 2090 (Europe/Berlin).');
    expect([await form('spectra'), await form('glues')]).toEqual([undefined, undefined]);
    const castle = await form('castle');
    for (const session of ['spectra', 'glues']) {
      expect(await sent(server, path, { ...castle, session })).toBe('closed');
    }
    await sent(server, path, castle);
    const given = await form('castle');
    server.clock.advance((73 * 365 + 60) * DAY);
    expect(await page()).toContain('Sign-up is closed.');
    expect(await sent(server, path, given)).toBe('closed');
  });

  test('is asked only about the days of the ticket', async () => {
    const content = withSessions();
    const { presentationTypes } = content.prices;
    const day = { day: '2099-05-29', part: 'afternoon' as const, words: '', longWords: '' };
    const types = presentationTypes.map((type) => ({ ...type, days: [day] }));
    const server = await startTestSite({
      content: { ...content, prices: { ...content.prices, presentationTypes: types } },
    });
    const { page } = await someone(server);
    expect(await page()).toContain('Walk to the castle');
    expect(await page()).not.toContain('Spectra');
  });

  test('signs up with the payment, and not before', async () => {
    const server = await site();
    const { order } = await server.unpaidRegistration();
    const path = pathOf(await ownerOf(server, order));
    expect((await server.openPage(path)).words).not.toContain('limited number');
    expect((await server.openPage(`${path}/sessions`)).status).toBe(404);
    const form = { session: 'spectra', wish: 'place', instead: '', version: '' };
    expect(await sent(server, `${path}/sessions`, form)).toBe('changed');
    expect(await states(server)).toEqual([]);
  });
});

test('the waiting list is served in its order, at once and with a mail to each', async () => {
  const server = await site();
  const first = await someone(server);
  const second = await someone(server);
  const third = await someone(server);
  const fourth = await someone(server);
  const fifth = await someone(server);
  expect([await first.press('spectra'), await second.press('spectra')]).toEqual([
    'placed',
    'placed',
  ]);
  expect(await third.page()).toContain('All 2 places are taken.');
  expect(await third.press('spectra')).toBe('waiting');
  expect(await fourth.page()).toContain('All 2 places are taken; people waiting: 1.');
  for (const one of [fourth, fifth]) expect(await one.press('spectra')).toBe('waiting');
  expect(await third.page()).toContain('You are the first on the waiting list.');
  expect(await fifth.page()).toContain('You are number 3 on the waiting list.');

  await first.press('spectra');
  const [mail] = await mailsAboutPlaces(server, third.email);
  expect(mail?.text).toContain('Spectra');
  expect(mail?.text).toContain(`${third.path}#spectra`);
  expect(await fourth.page()).toContain('You are the first on the waiting list.');

  // A cancellation frees the place; until the job runs, nobody else gets it.
  await server.organise('cancel', second.reference, '--amount', '0', '--send');
  expect(await first.form('spectra')).toMatchObject({ wish: 'wait' });
  expect(await first.press('spectra')).toBe('waiting');
  await fillSessions(jobDeps(server));
  expect(await mailsAboutPlaces(server, fourth.email)).toHaveLength(1);
  expect(await mailsAboutPlaces(server, fifth.email)).toHaveLength(0);

  // More places in agenda.yaml serve the next ones.
  const content = withSessions({ spectra: { places: 3 } });
  await fillSessions({ ...jobDeps(server), content });
  expect(await mailsAboutPlaces(server, fifth.email)).toHaveLength(1);
  expect(await states(server)).toEqual(['SIGNED_UP', 'SIGNED_UP', 'SIGNED_UP', 'WAITING']);
  // Nobody is sent a second mail.
  await fillSessions({ ...jobDeps(server), content });
  for (const one of [third, fourth, fifth]) {
    expect(await mailsAboutPlaces(server, one.email)).toHaveLength(1);
  }
});

test('a reader who has moved up meanwhile leaves nothing by an older page', async () => {
  const server = await site({ spectra: { places: 1 } });
  const [first, second] = [await someone(server), await someone(server)];
  await first.press('spectra');
  await second.press('spectra');
  const leave = await second.form('spectra');
  await first.press('spectra');
  expect(await sent(server, second.path, leave)).toBe('changed');
  expect(await second.page()).toContain('You have a place.');
});

test('a place goes with the registration to a colleague, and ends with a refund or an erasure', async () => {
  const server = await site();
  const [one, refunded] = [await someone(server), await someone(server)];
  await one.press('spectra');
  await refunded.press('spectra');
  const colleague = { name: 'Oona Järvi', email: 'oona.places@institute.example' };
  const rest = { phone: '+358 9 1', institute: 'Institute of Gels', country: 'Finland' };
  const own = one.path.replace('/sessions', '');
  await server.actThrough(`${own}/hand-over`, { ...colleague, ...rest });
  await server.confirmAt(colleague.email);
  const token = await server.pageTokenOf(colleague.email);
  expect((await server.openPage(`/registration/${token}/sessions`)).words).toContain(
    'You have a place.',
  );
  // As after a refund of everything, which leaves the registration there.
  await server.db
    .updateTable('orders')
    .set({ state: 'REFUNDED' })
    .where('reference', '=', refunded.reference)
    .execute();
  await removeUnplaced(jobDeps(server));
  expect((await listSignUps(server.db)).map(({ participantId }) => participantId)).toEqual([
    one.participantId,
  ]);
  const { store, dataDir } = server.files;
  const now = server.clock.now();
  const places = { store, mailFolder: `${dataDir}/mail`, db: server.db };
  await erasePerson({ ...places, now, conferenceEnd: now }, colleague.email, true);
  expect(await states(server)).toEqual([]);
});

test('a sign-up for a day that the ticket does not cover any more ends', async () => {
  const server = await site();
  const { press, participantId } = await someone(server);
  await press('spectra');
  await press('castle');
  const before = (await listSignUps(server.db)).map(({ session }) => session);
  expect(before).toContain('spectra');
  const day = { day: '2099-05-29', part: 'afternoon' as const, words: '', longWords: '' };
  const { content, ...deps } = jobDeps(server);
  const types = content.prices.presentationTypes.map((type) => ({ ...type, days: [day] }));
  const moved = { ...content, prices: { ...content.prices, presentationTypes: types } };
  await removeUnplaced({ ...deps, content: moved } as Parameters<typeof removeUnplaced>[0]);
  const after = (await listSignUps(server.db)).filter(
    (each) => each.participantId === participantId,
  );
  expect(after.map(({ session }) => session)).toEqual(before.filter((id) => id !== 'spectra'));
});

test('a demonstration fills sessions up to their places, and nobody has two at the same time', async () => {
  const server = await site();
  for (let nth = 0; nth < 12; nth += 1) await server.paidRegistration();
  const { context, content } = server;
  await peopleRegistered({ context, content } as Parameters<typeof peopleRegistered>[0]);
  expect((await states(server)).filter((state) => state === 'SIGNED_UP')).toHaveLength(2);
  expect(await states(server)).toContain('WAITING');
  const signUps = await listSignUps(server.db);
  const people = (session: string) =>
    new Set(signUps.flatMap((each) => (each.session === session ? each.participantId : [])));
  expect(people('spectra').isDisjointFrom(people('glues'))).toBe(true);
});

atOnce('forty presses for ten places give ten places', async () => {
  const server = await site({ spectra: { places: 10 } });
  const people: Awaited<ReturnType<typeof someone>>[] = [];
  for (let nth = 0; nth < 40; nth += 1) people.push(await someone(server));
  const forms = await Promise.all(people.map(({ form }) => form('spectra')));
  const answers = await Promise.all(people.map(({ path }, at) => sent(server, path, forms[at])));
  expect(answers.toSorted()).toEqual([...Array(30).fill('full'), ...Array(10).fill('placed')]);
  expect(await states(server)).toEqual(Array(10).fill('SIGNED_UP'));
});

atOnce('a double click signs up once, and gives back once', async () => {
  const server = await site();
  const { path, form } = await someone(server);
  for (const [done, left] of [
    ['placed', ['SIGNED_UP']],
    ['givenBack', []],
  ] as const) {
    const filled = await form('spectra');
    const both = await Promise.all([sent(server, path, filled), sent(server, path, filled)]);
    expect(both).toEqual([done, done]);
    expect(await states(server)).toEqual(left);
  }
});

atOnce('two windows cannot take two sessions at the same time', async () => {
  const server = await site();
  const { path, form } = await someone(server);
  const [spectra, glues] = [await form('spectra'), await form('glues')];
  const both = await Promise.all([sent(server, path, spectra), sent(server, path, glues)]);
  expect(both.toSorted()).toEqual(['changed', 'placed']);
  expect(await listSignUps(server.db)).toHaveLength(1);
});

atOnce('of two at the last place one gets it', async () => {
  const server = await site({ spectra: { places: 1 } });
  const [one, other] = [await someone(server), await someone(server)];
  const forms = [await one.form('spectra'), await other.form('spectra')];
  const both = await Promise.all([
    sent(server, one.path, forms[0]),
    sent(server, other.path, forms[1]),
  ]);
  expect(both.toSorted()).toEqual(['full', 'placed']);
});

atOnce('two who give back at once serve two who wait, each with one mail', async () => {
  const server = await site();
  const people = [];
  for (let nth = 0; nth < 4; nth += 1) people.push(await someone(server));
  for (const { press } of people) await press('spectra');
  const leaving = people.slice(0, 2);
  const forms = await Promise.all(leaving.map(({ form }) => form('spectra')));
  await Promise.all([
    ...leaving.map(({ path }, at) => sent(server, path, forms[at])),
    fillSessions(jobDeps(server)),
  ]);
  expect(await states(server)).toEqual(['SIGNED_UP', 'SIGNED_UP']);
  for (const { email } of people.slice(2)) {
    expect(await mailsAboutPlaces(server, email)).toHaveLength(1);
  }
});
