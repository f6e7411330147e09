import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { endIn } from '#contract/content/moments.ts';
import { answerQuestions } from './answer-questions.ts';
import { findAnswers, saveAnswer } from './answers.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { openPage, pathOf, sendForm } from '#tests/support/own-page.ts';
import { paidRegistration } from '#tests/support/paid-registration.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const said = fixtureContent.yourRegistration;

const textOf = async (path: string, at = server) => (await openPage(at, path)).text;

/** The hidden entries of the forms on a page, in their order. */
async function formsOn(path: string, at = server) {
  const text = await textOf(path, at);
  const hidden = /name="person" value="(\w+)"[^]*?name="version" value="(\w+)"/g;
  return Array.from(text.matchAll(hidden), ([, person = '', version = '']) => ({
    person,
    version,
  }));
}

const send = (path: string, entries: Record<string, string>, at = server) =>
  sendForm(at, `${path}/answers`, entries);

/** Opens a page, types answers into its first form, and presses the button. */
async function answer(path: string, entries: Record<string, string>, at = server) {
  const [hidden] = await formsOn(path, at);
  return send(path, { ...hidden, ...entries }, at);
}

/** The answers of the only person of an order. */
async function answersOf({ participantIds }: Order): Promise<unknown> {
  return (await findAnswers(server.db, participantIds)).get(participantIds[0] ?? '');
}

type Questions = Content['conference']['questions'];

/** The same server after an edit of the questions. */
function edited(change: (questions: Questions) => Questions): Promise<TestSite> {
  const { conference } = fixtureContent;
  const questions = change(conference.questions);
  const content = { ...fixtureContent, conference: { ...conference, questions } };
  return startTestSite({ beside: server, content });
}

const all = { 'answer-diet': 'Vegan', 'answer-access': 'a ramp', 'answer-photos': 'no' };
const saved = { diet: 'Vegan', access: 'a ramp', photos: 'no' };

describe('a participant whose place is paid', () => {
  test('reads the questions, answers them, changes an answer and removes another', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const before = await textOf(path);
    for (const words of [
      '<h2>Answer 3 questions</h2>',
      'Diet *</label>',
      'For the lunches and the dinner.',
      'You can answer until May 15, 2099 at 18:00</p>',
      'May we publish photographs of you? Your answer is printed on your badge.',
      'your answers, which are deleted 30 days after the conference.',
    ]) {
      expect(before).toContain(words);
    }
    expect(before).not.toContain('<script');
    const { status, location } = await answer(path, all);
    expect([status, location]).toEqual([303, `${path}?notice=answersSaved`]);
    expect(await answersOf(order)).toEqual(saved);
    const after = await textOf(location);
    expect(after).toContain(`role="status">${said.answersSaved}`);
    expect(after).toContain('value="a ramp"');
    expect(after).toMatch(/<option value="Vegan" selected>/);
    expect(after).toMatch(/<option value="no" selected>/);

    await answer(path, { ...all, 'answer-diet': 'Everything', 'answer-access': ' ' });
    expect(await answersOf(order)).toEqual({ diet: 'Everything', photos: 'no' });
  });

  test('saves the same answers once, however often they are sent, and only opening saves nothing', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const [hidden] = await formsOn(path);
    const both = await Promise.all([
      send(path, { ...hidden, ...all }),
      send(path, { ...hidden, ...all }),
    ]);
    for (const { location } of both) expect(location).toBe(`${path}?notice=answersSaved`);
    const rows = await server.everyRow();
    await textOf(path);
    await textOf(`${path}/answers`);
    const again = await send(path, { ...hidden, ...all });
    expect(again.location).toBe(`${path}?notice=answersSaved`);
    expect(await server.everyRow()).toEqual(rows);
    expect(await answersOf(order)).toEqual(saved);
  });

  test.each([
    ['no answer', { 'answer-diet': '' }, 'diet', said.questions.mistakes.missing],
    ['blanks', { 'answer-diet': '   ' }, 'diet', said.questions.mistakes.missing],
    ['an invented option', { 'answer-diet': 'Gold' }, 'diet', said.questions.mistakes.notOffered],
    ['no yes or no', { 'answer-photos': 'maybe' }, 'photos', said.questions.mistakes.notOffered],
    [
      '5,000 letters',
      { 'answer-access': 'x'.repeat(5000) },
      'access',
      said.questions.mistakes.tooLong,
    ],
    [
      'two lines',
      { 'answer-access': 'a ramp\na lift' },
      'access',
      said.questions.mistakes.unusable,
    ],
    ['nothing visible', { 'answer-access': '\u200b' }, 'access', said.questions.mistakes.unusable],
  ])('reads beside the field why %s is not saved', async (_, wrong, id, words) => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const [hidden] = await formsOn(path);
    const { status, text, headers } = await answer(path, { ...all, ...wrong });
    expect(status).toBe(400);
    const at = `answer-${id}-${hidden?.person}`;
    expect(text).toMatch(
      new RegExp(`<p id="${at}-mistake" class="receipt-mistake" *>${RegExp.escape(words)}</p>`),
    );
    expect(text).toMatch(new RegExp(`id="${at}"[^>]*aria-describedby="[^"]*${at}-mistake"`));
    expect(text).toMatch(new RegExp(`id="${at}"[^>]*aria-invalid="true"`));
    expect(text.match(/receipt-mistake/g)).toHaveLength(1);
    expect(text).toContain(said.questions.refused);
    if (id !== 'photos') expect(text).toMatch(/<option value="no" selected>/);
    expect(text.length).toBeLessThan(20_000);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await answersOf(order)).toBeUndefined();
  });

  test('whose link was replaced while the form was sent saves nothing for the next person', async () => {
    const { order, reference } = await server.paidRegistration();
    const [{ person: personId = '', version = '' } = {}] = await formsOn(pathOf(order));
    const email = 'okwuosa@lab.example';
    await carriedOut(server.planCorrection({ reference, email, name: 'R. Okwuosa' }));
    const services = { payments: server.context, content: server.content };
    const typed = { photos: 'yes' };
    const sent = { page: order.pageToken, personId, typed, version };
    expect(await answerQuestions(services, sent)).toEqual({ is: 'notAsked' });
    expect(await answersOf(order)).toBeUndefined();
  });

  test('keeps hostile text as text', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const hostile = `"><script>alert(1)</script>' onfocus=alert(2) \u202eramp`;
    await answer(path, { ...all, 'answer-access': hostile });
    const text = await textOf(path);
    expect(text).not.toContain('<script');
    expect(text).toContain(
      'value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#39; onfocus',
    );
    expect(await answersOf(order)).toMatchObject({ access: hostile.replace('\u202e', '') });
  });

  test('loses nothing to an older window, and reads that it was overtaken', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const [older] = await formsOn(path);
    await answer(path, all);
    const late = await send(path, { ...older, 'answer-diet': 'Everything', 'answer-access': '' });
    expect(late.location).toBe(`${path}?notice=answersStale`);
    expect(await answersOf(order)).toEqual(saved);
    expect(await textOf(late.location)).toContain(said.answersStale);
  });

  test('who answers in two windows at the same moment has the answers of one of them', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const beside = await startTestSite({ beside: server });
    const [hidden] = await formsOn(path);
    const other = {
      'answer-diet': 'Everything',
      'answer-access': 'a lift',
      'answer-photos': 'yes',
    };
    const sent = await Promise.all([
      send(path, { ...hidden, ...all }),
      send(path, { ...hidden, ...other }, beside),
    ]);
    const notices = sent.map(({ location }) => location.split('=')[1]).toSorted();
    expect(notices).toEqual(['answersSaved', 'answersStale']);
    const isFirst = sent[0]?.location.endsWith('answersSaved');
    expect(await answersOf(order)).toEqual(
      isFirst ? saved : { diet: 'Everything', access: 'a lift', photos: 'yes' },
    );
  });

  test('keeps an option that is no longer offered until another is chosen', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    await answer(path, all);
    const later = await edited((questions) =>
      questions.map((each) => (each.id === 'diet' ? { ...each, options: ['Fish', 'Meat'] } : each)),
    );
    const text = await textOf(path, later);
    expect(text).toMatch(/<option value="Vegan" selected>\s*Vegan \(no longer offered\)/);
    await answer(path, { ...all, 'answer-photos': 'yes' }, later);
    expect(await answersOf(order)).toEqual({ ...saved, photos: 'yes' });
    await answer(path, { ...all, 'answer-diet': 'Fish' }, later);
    const back = await answer(path, all, later);
    expect(back.text).toContain(said.questions.mistakes.notOffered);
    expect(await answersOf(order)).toMatchObject({ diet: 'Fish' });
    await later.close();
  });

  test('who sends an old form is told that a question was removed; the other answers are saved', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    const [hidden] = await formsOn(path);
    const later = await edited((questions) => questions.filter(({ id }) => id !== 'access'));
    const { location } = await send(path, { ...hidden, ...all }, later);
    expect(location).toBe(`${path}?notice=answersPartly`);
    expect(await answersOf(order)).toEqual({ diet: 'Vegan', photos: 'no' });
    await later.close();
  });

  test('after the end of a question reads the answer and cannot change it', async () => {
    const { order } = await server.paidRegistration();
    const path = pathOf(order);
    await answer(path, all);
    const until = endIn(fixtureContent.conference.dates, { day: '2020-05-15', time: '18:00' });
    const later = await edited((questions) =>
      questions.map((each) => (each.id === 'diet' ? { ...each, until } : each)),
    );
    const text = await textOf(path, later);
    expect(text).toContain('Answers were possible until May 15, 2020 at 18:00');
    expect(text).not.toContain('name="answer-diet"');
    const changed = { 'answer-diet': 'Meat', 'answer-photos': 'yes' };
    const { location } = await answer(path, changed, later);
    expect(location).toBe(`${path}?notice=answersPartly`);
    expect(await answersOf(order)).toEqual({ ...saved, photos: 'yes' });
    await later.close();
  });

  test('is asked only the questions for the own presentation type', async () => {
    const { order } = await server.paidRegistration({ presentationType: 'POSTER' });
    const path = pathOf(order);
    const later = await edited((questions) =>
      questions.map((each) => (each.id === 'diet' ? { ...each, for: ['speaker'] } : each)),
    );
    expect(await textOf(path, later)).not.toContain('answer-diet');
    await answer(path, all, later);
    expect(await answersOf(order)).toEqual({ access: 'a ramp', photos: 'no' });
    await later.close();
  });
});

test.each([
  ['unpaid', 303, async () => (await server.unpaidRegistration()).order],
  ['cancelled', 303, cancelledOrder],
  ['erased', 404, erasedOrder],
])('somebody %s is not asked', async (_, refusal, make) => {
  const order = await make();
  const path = pathOf(order);
  expect(await textOf(path)).not.toContain('id="questions"');
  const [person = ''] = order.participantIds;
  const { status, location } = await send(path, { person, version: '', ...all });
  expect(status).toBe(refusal);
  expect(location).toBe(refusal === 303 ? `${path}?notice=changedMeanwhile` : '');
  expect(await answersOf(order)).toBeUndefined();
});

async function cancelledOrder() {
  const { order, reference } = await server.paidRegistration();
  await carriedOut(server.planCancellation({ reference, amount: '0.00' }));
  return order;
}

async function erasedOrder() {
  const { order, person } = await server.paidRegistration();
  await server.organise('person', 'erase', person.email, '--even-paid', '--yes');
  return order;
}

test('a member of a group answers for nobody else; the payer answers for each', async () => {
  const { order, members } = await server.aPaidGroup();
  const [first, second] = members;
  const own = pathOf(first);
  expect(await formsOn(own)).toMatchObject([{ person: first.id }]);
  expect(await textOf(own)).toContain(said.questions.payerSees);
  expect((await send(own, { person: second.id, version: '', ...all })).status).toBe(404);
  expect((await send(own, { version: '', ...all })).status).toBe(404);
  expect(await findAnswers(server.db, order.participantIds)).toEqual(new Map());
  await answer(own, all);

  const payers = pathOf(order);
  const forms = await formsOn(payers);
  expect(forms.map(({ person }) => person)).toEqual(order.participantIds);
  const text = await textOf(payers);
  expect(text).not.toContain(said.questions.payerSees);
  expect(text.match(/<details class="receipt-part">/g)).toHaveLength(3);
  expect(text.match(new RegExp(said.questions.unanswered, 'g'))).toHaveLength(2);
  const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await send(payers, { ...forms[1], ...all, 'answer-diet': 'Everything' });
  expect(await findAnswers(server.db, order.participantIds)).toEqual(
    new Map([
      [first.id, saved],
      [second.id, { ...saved, diet: 'Everything' }],
    ]),
  );
});

test.each([
  ['the payer of the group', true, true],
  ['an organiser', true, false],
  ['the member', false, true],
])(
  'after another address from %s the page has the earlier answers: %s',
  async (_, isHidden, isOnPage) => {
    const { order, members } = await server.aPaidGroup();
    const [member] = members;
    await answer(pathOf(member), all);
    const { reference } = order;
    const email = `${member.id}@next.example`;
    if (isOnPage) {
      const path = isHidden ? `${pathOf(order)}/people/${member.id}` : pathOf(member);
      await server.actThrough(`${path}/address`, { email });
      await server.confirmAt(email);
    } else {
      const correction = { reference, who: member.email, email };
      await carriedOut(server.planCorrection(correction));
    }
    const path = `/registration/${await server.pageTokenOf(email)}`;
    expect((await textOf(path)).includes('a ramp')).toBe(!isHidden);
    expect(await textOf(pathOf(order))).toContain('a ramp');
    const kept = async () => (await findAnswers(server.db, [member.id])).get(member.id);
    expect(await kept()).toEqual(saved);
    // The form of the new reader keeps what it does not show, and its own answers are shown.
    await answer(path, { ...all, 'answer-diet': 'Vegetarian', 'answer-access': '' });
    expect(await kept()).toMatchObject({
      diet: 'Vegetarian',
      ...(isHidden && { access: 'a ramp' }),
    });
    expect(await textOf(path)).not.toContain('a ramp');
  },
);

describe('the mail about a confirmed place', () => {
  const sentence = fixtureContent.mails.questionsToAnswer;

  /** The only mail of its kind to an address. */
  async function mailed(kind: string, email: string): Promise<string> {
    const mails = (await server.mailsTo(email)).filter((mail) => mail.kind === kind);
    expect(mails).toHaveLength(1);
    return mails[0]?.text ?? '';
  }

  test('asks a payer, a member of a group and a guest, with a button to the page', async () => {
    const { order, person } = await server.paidRegistration();
    const confirmed = await mailed('payment-confirmed', person.email);
    expect(confirmed).toContain(sentence);
    expect(confirmed).toContain(pathOf(order));

    const { members } = await server.aPaidGroup(['Speaker', 'Poster']);
    const { rows, people } = aSheet(['Poster']);
    await carriedOut(planInvitation(server.organising, { rows }));
    for (const { email } of [members[0], ...people]) {
      expect(await mailed('place-paid', email)).toContain(sentence);
    }
  });

  test('does not ask if the questions are closed, or for others', async () => {
    const over = endIn(fixtureContent.conference.dates, { day: '2020-05-15' });
    const [diet, access] = fixtureContent.conference.questions;
    if (!diet || !access) throw new Error('no questions');
    const later = await edited(() => [
      { ...diet, until: over },
      { ...access, for: ['speaker'] },
    ]);
    const { person } = await paidRegistration(later, { presentationType: 'POSTER' });
    expect(await mailed('payment-confirmed', person.email)).not.toContain(sentence);
    const { person: asked } = await paidRegistration(later, { presentationType: 'SPEAKER' });
    expect(await mailed('payment-confirmed', asked.email)).toContain(sentence);
    await later.close();
  });
});

test('no log, no mail, no activity and no evidence for a dispute has an answer', async () => {
  const { order } = await server.paidRegistration();
  const path = pathOf(order);
  await answer(path, { ...all, 'answer-access': 'wheelchair' });
  await answer(path, { ...all, 'answer-diet': 'Gold', 'answer-access': 'wheelchair' });
  const { answers: _, ...others } = await server.everyRow();
  const evidence = join(server.files.dataDir, 'evidence.html');
  await server.organise('show', order.reference, '--evidence', evidence);
  for (const kept of [others, server.log, readFileSync(evidence, 'utf8')]) {
    expect(JSON.stringify(kept)).not.toMatch(/vegan|wheelchair/i);
  }
});

test('the answers of the giver of a place do not go to the colleague', async () => {
  const { order } = await server.paidRegistration();
  const [participantId = ''] = order.participantIds;
  const { db, clock } = server;
  const at = clock.now().toISOString();
  await inTransaction(db, (tx) =>
    saveAnswer(tx, { participantId, question: 'diet' }, 'Vegetarian', at),
  );
  const colleague = { name: 'Oona Järvi', email: 'oona.answers@institute.example' };
  const rest = { phone: '+358 9 1', institute: 'Institute of Gels', country: 'Finland' };
  await server.actThrough(`${pathOf(order)}/hand-over`, { ...colleague, ...rest });
  expect((await findAnswers(db, [participantId])).size).toBe(1);
  await server.confirmAt(colleague.email);
  expect((await findAnswers(db, [participantId])).size).toBe(0);
});
