import { sql } from 'kysely';
import { beforeAll, describe, expect } from 'vitest';
import type { Content } from '#contract/content.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { DAY } from '#contract/time-spans.ts';
import { mixSurveyAnswers } from './survey-answers.ts';
import { eraseFromSurvey } from './survey-links.ts';
import { recordsIn } from '#organiser/records.ts';
import { hasOneWriter, inTransaction } from '#server/database/database.ts';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { conferenceAhead, decide, newAbstract } from '#tests/support/own-abstract.ts';
import { rowsNaming } from '#tests/support/order-differences.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

type Survey = NonNullable<Content['conference']['survey']>;

const questions: Survey['questions'] = [
  {
    id: 'overall',
    label: 'How was the conference?',
    kind: 'scale',
    low: 'poor',
    high: 'excellent',
    required: true,
  },
  {
    id: 'next',
    label: 'Will you come again?',
    kind: 'choice',
    options: ['Surely', 'Perhaps'],
    required: false,
  },
  { id: 'better', label: 'What should we do better?', kind: 'text', required: false },
];
const today = new Date().toISOString().slice(0, 10);

/** A conference whose survey was open since yesterday, and closes in ten days. */
function withSurvey(traits: Partial<Survey> = {}, content = conferenceAhead()): Content {
  const survey: Survey = {
    from: { day: dayAfter(today, -1) },
    until: { day: dayAfter(today, 10) },
    anonymous: true,
    talkWords: true,
    questions,
    ...traits,
  };
  return { ...content, conference: { ...content.conference, survey } };
}

let server: TestSite;
beforeAll(async () => {
  server = await startTestSite({ content: withSurvey() });
  return server.close;
});

async function invited(at = server) {
  const paid = await at.paidRegistration();
  const { email } = paid.order.customer;
  await at.organise('survey', '--invite', '--all', '--send');
  return { ...paid, email, path: await surveyPathOf(email, at) };
}

async function surveyPathOf(email: string, { db } = server): Promise<string> {
  const { token } = await db
    .selectFrom('survey_links')
    .innerJoin('participants', 'participants.id', 'survey_links.participant_id')
    .select('token')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return `/survey/${token}`;
}

const entries = { 'answer-overall': '4', 'answer-next': '1', 'answer-better': 'Longer\r\nbreaks' };
const answersOf = (at = server) =>
  at.db.selectFrom('survey_answers').selectAll().orderBy('question_id').execute();

async function accepted(at = server) {
  const abstract = await newAbstract(at);
  await decide(at, abstract.id, 'ACCEPTED');
  const { reference } = await at.db
    .selectFrom('abstracts')
    .select('reference')
    .where('id', '=', abstract.id)
    .executeTakeFirstOrThrow();
  return { ...abstract, reference };
}

describe('an invitation', () => {
  test('goes once to everybody who was checked in, or to everybody with a place if nobody was', async () => {
    const at = await startTestSite({ content: withSurvey() });
    const [here, away] = [await at.paidRegistration(), await at.paidRegistration()];
    await at.unpaidRegistration();
    const plan = await at.organise('survey', '--invite');
    expect(plan).toContain('2 people: everybody who has a paid place.');
    expect(plan).toContain('Nothing was changed. Add --send to do it.');
    expect(await at.db.selectFrom('survey_links').selectAll().execute()).toEqual([]);
    await at.db
      .updateTable('participants')
      .set({ checked_in_at: at.clock.now().toISOString() })
      .where('email', '=', here.order.customer.email)
      .execute();
    const sent = await at.organise('survey', '--invite', '--send');
    expect(sent).toContain('1 person: everybody who was checked in.');
    expect(sent).toContain('Links in the outbox: 1.');
    const [mail, ...more] = (await at.mailsTo(here.order.customer.email)).filter(
      ({ kind }) => kind === 'survey-invitation',
    );
    expect(more).toEqual([]);
    expect(mail?.text).toContain(await surveyPathOf(here.order.customer.email, at));
    expect(mail?.text).toContain('/unsubscribe/');
    expect(await at.organise('survey', '--invite', '--send')).toContain('Nobody is left to invite');
    expect(await at.organise('survey', '--invite', '--all', '--send')).toContain(
      'Links in the outbox: 1.',
    );
    expect((await at.mailsTo(away.order.customer.email)).at(-1)?.kind).toBe('survey-invitation');
  });

  test('and a reminder go to nobody who unsubscribed; the reminder only to who has not answered, once', async () => {
    const at = await startTestSite({ content: withSurvey() });
    const first = await invited(at);
    const [, second, third] = [first, await invited(at), await invited(at)];
    const left = await at.paidRegistration();
    await at.db
      .insertInto('letter_addresses')
      .values({ email: left.order.customer.email, token: 'left', unsubscribed_at: today })
      .execute();
    expect(await at.organise('survey', '--invite', '--all')).toContain(
      '1 of them have unsubscribed from letters, and get none.',
    );
    await at.sendForm(first.path, entries);
    await at.sendForm(`${second.path}/decline`);
    const plan = await at.organise('survey', '--remind');
    expect(plan).toContain('1 person would get this mail');
    // It does not say who has not answered.
    expect(plan).not.toContain(third.email);
    expect(await at.organise('survey', '--remind', '--send')).toContain(
      'Reminders in the outbox: 1.',
    );
    expect((await at.mailsTo(third.email)).at(-1)?.kind).toBe('survey-reminder');
    expect(await at.organise('survey', '--remind', '--send')).toContain('Nobody is left to remind');
  });

  test('is refused outside its time, and without a survey', async () => {
    const early = withSurvey({ from: { day: dayAfter(today, 3) } });
    const before = await startTestSite({ content: early, beside: server });
    await expect(before.organise('survey', '--invite')).rejects.toThrow('The survey opens');
    const without = await startTestSite({ content: conferenceAhead(), beside: server });
    await expect(without.organise('survey', '--invite')).rejects.toThrow('has no survey');
    await before.close();
    await without.close();
  });
});

describe('the page', () => {
  test('asks once; a second form changes nothing, and its sender reads thanks', async () => {
    const { path, order } = await invited();
    const own = `/registration/${order.pageToken}`;
    expect((await server.openPage(own)).text).toContain(path);
    const { words, text } = await server.openPage(path);
    expect(words).toContain('Your answers are stored without your name and without a time');
    expect(text).toContain('5 (excellent)');
    const before = (await answersOf()).length;
    const missing = await server.sendForm(path, { ...entries, 'answer-overall': '' });
    expect(missing.status).toBe(400);
    expect(missing.words).toContain('Please answer this question.');
    expect(missing.text).toContain('Longer');
    const wrong = await server.sendForm(path, { ...entries, 'answer-next': '3' });
    expect(wrong.words).toContain('Please choose one of the answers.');
    expect(await answersOf()).toHaveLength(before);
    expect((await server.sendForm(path, entries)).location).toBe(path);
    expect((await server.openPage(path)).words).toContain('Thank you. Your answers have arrived');
    await server.sendForm(path, { ...entries, 'answer-overall': '1' });
    expect(await answersOf()).toHaveLength(before + 3);
    expect((await server.openPage(own)).text).not.toContain(path);
  });

  atOnce('of two forms at the same moment one is saved', async () => {
    const { path } = await invited();
    const before = (await answersOf()).length;
    const both = await Promise.all([
      server.sendForm(path, entries),
      server.sendForm(path, entries),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await answersOf()).toHaveLength(before + 3);
  });

  test('stores an anonymous answer without a person, a time or anything that two answers share', async () => {
    const { path, email } = await invited();
    await server.sendForm(path, { ...entries, 'answer-better': 'only in this test' });
    const rows = (await answersOf()).filter(({ answer }) => answer === 'only in this test');
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^\w{20,}$/),
        participant_id: null,
        question_id: 'better',
        answer: 'only in this test',
      },
    ]);
    const [link] = (await rowsOfPerson(server.db, email)).survey_links;
    expect(link).toMatchObject({ state: 'ANSWERED', token: '', invited_on: today });
    expect((await rowsOfPerson(server.db, email)).survey_answers).toEqual([]);
    const exported = await Array.fromAsync(recordsIn(server.db, server.files.store));
    expect(JSON.stringify(exported)).not.toContain('only in this test');
  });

  atOnce(
    'writes anonymous answers again in the order of their ids, and loses none that comes meanwhile',
    async () => {
      const [one, other] = [await invited(), await invited()];
      await server.sendForm(one.path, entries);
      const before = await answersOf();
      await Promise.all([mixSurveyAnswers(server.db), server.sendForm(other.path, entries)]);
      const after = await answersOf();
      expect(after).toHaveLength(before.length + 3);
      expect(after).toEqual(expect.arrayContaining(before));
      await mixSurveyAnswers(server.db);
      const place = sql.raw(hasOneWriter(server.db) ? 'rowid' : 'ctid');
      const inTheFile = sql<{ id: string }>`select id from survey_answers order by ${place}`;
      const ids = (await inTheFile.execute(server.db)).rows.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
    },
  );

  test('stores the name if the conference says so, and an erasure takes link, answers and words', async () => {
    const content = withSurvey({ anonymous: false });
    const at = await startTestSite({ content });
    const { path, email, order } = await invited(at);
    const { reference } = await accepted(at);
    expect((await at.openPage(path)).words).toContain('stored with your name');
    await at.sendForm(path, entries);
    await at.sendForm(`${path}/word`, { contribution: reference, words: 'Well done' });
    const rows = await rowsOfPerson(at.db, email);
    expect(rows.survey_answers.map(({ answer }) => answer)).toEqual([
      'Longer\nbreaks',
      'Surely',
      '4',
    ]);
    expect(rows.talk_words).toMatchObject([{ words: 'Well done' }]);
    const records = await Array.fromAsync(recordsIn(at.db, at.files.store));
    expect(records.filter(({ type }) => type === 'survey-answer')).toHaveLength(3);
    expect(await at.organise('survey')).toContain('Longer');
    await inTransaction(at.db, (tx) => eraseFromSurvey(tx, order.participantIds));
    expect(await rowsNaming(at, ['Well done'])).toEqual([]);
    expect((await at.openPage(path)).status).toBe(404);
  });

  test('has another address after a correction, to which the own page leads', async () => {
    const { path, order, reference, email } = await invited();
    await carriedOut(server.planCorrection({ reference, name: 'Ada Kowalska' }));
    expect((await server.openPage(path)).status).toBe(404);
    const own = await server.openPage(`/registration/${order.pageToken}`);
    expect(own.text).toContain(await surveyPathOf(email));
  });

  test('says when it opens and that it is over, and takes nothing then', async () => {
    const { path } = await invited();
    const early = withSurvey({ from: { day: dayAfter(today, 3) } });
    const before = await startTestSite({ content: early, beside: server });
    expect((await before.openPage(path)).words).toContain('The survey opens');
    expect((await before.sendForm(path, entries)).status).toBe(409);
    await before.close();
    const late = withSurvey({ until: { day: dayAfter(today, -1) } });
    const after = await startTestSite({ content: late, beside: server });
    expect((await after.openPage(path)).words).toContain('The survey closed');
    expect((await after.sendForm(path, entries)).status).toBe(409);
    expect((await after.sendForm(`${path}/word`, {})).status).toBe(409);
    await after.close();
    expect((await server.openPage('/survey/nothing')).status).toBe(404);
  });

  test('has the language of its reader, and stores options in the first language', async () => {
    const content = withSurvey({}, translatedContent);
    const { de } = content.translations;
    const { survey } = content.conference;
    if (!de || !survey) throw new Error('the tests have a German translation');
    const translated = questions.map((question) => ({
      ...question,
      ...(question.options && { options: ['Sicher', 'Vielleicht'] }),
    }));
    const conference = { ...de.conference, survey: { ...survey, questions: translated } };
    const at = await startTestSite({
      content: { ...content, translations: { de: { ...de, conference } } },
    });
    const { email } = (await at.paidRegistration()).order.customer;
    await at.db.updateTable('participants').set({ language: 'de' }).execute();
    await at.organise('survey', '--invite', '--send');
    const path = await surveyPathOf(email, at);
    expect((await at.mailsTo(email)).at(-1)?.subject).toContain('Wie war die Tagung?');
    const page = await at.openPage(path);
    expect(page.words).toContain('Vielen Dank, dass Sie bei uns waren.');
    expect(page.text).toContain('Vielleicht');
    await at.sendForm(path, { ...entries, 'answer-next': '2' });
    expect((await answersOf(at)).map(({ answer }) => answer)).toContain('Perhaps');
  });
});

describe('the results', () => {
  test('of an anonymous survey are hidden until its end, and each question below five answers', async () => {
    const at = await startTestSite({ content: withSurvey() });
    for (const overall of ['5', '5', '4', '3', '1']) {
      const { path } = await invited(at);
      const better = overall === '1' ? { 'answer-better': 'Longer breaks' } : {};
      await at.sendForm(path, { 'answer-overall': overall, 'answer-next': '2', ...better });
    }
    const open = await at.organise('survey');
    expect(open).toContain('5 of 5 people have answered.');
    expect(open).toContain('an anonymous survey is read after its end');
    expect(open).not.toContain('mean');
    at.clock.advance(12 * DAY);
    const report = await at.organise('survey');
    expect(report).toContain('How was the conference?: 5 answers, mean 3.6');
    expect(report).toContain('  2  5\n');
    expect(report).toContain('  0  Surely\n  5  Perhaps');
    expect(report).toContain('What should we do better?: 1 answers, fewer than 5 answers');
    expect(report).not.toContain('Longer breaks');
    const facts: unknown = JSON.parse(await at.organise('survey', '--json'));
    expect(facts).toMatchObject({
      invited: 5,
      answered: 5,
      questions: [{ mean: 3.6 }, { answered: 5 }, { hidden: 'few', texts: [] }],
    });
    const context = { ...at.organising, payments: at.context };
    const rows = await Array.fromAsync((await sheetOf(context, 'survey')).rows);
    expect(rows.slice(0, 2)).toEqual([
      ['How was the conference?', '(all answers)', 5, 3.6],
      ['How was the conference?', '1', 1],
    ]);
  });

  test('are deleted with links and words after their period', async () => {
    const at = await startTestSite({ content: withSurvey() });
    const { path } = await invited(at);
    const { reference } = await accepted(at);
    await at.sendForm(path, entries);
    await at.sendForm(`${path}/word`, { contribution: reference, words: 'Well done' });
    const kept = ['answers to the survey', 'links to the survey', 'words to speakers'];
    const soon = (await at.purged(false)).counts;
    expect(kept.map((what) => soon[what])).toEqual([undefined, undefined, undefined]);
    const { counts } = await at.purged(true, { end: dayAfter(today, -380) });
    expect(kept.map((what) => counts[what])).toEqual([3, 1, 1]);
    expect(await answersOf(at)).toEqual([]);
  });
});

describe('a word to a speaker', () => {
  test('is on the page of the abstract alone, signed or not, once from each writer', async () => {
    const [first, second] = [await invited(), await invited()];
    const { path, reference, token } = await accepted();
    const write = (from: typeof first, more: Record<string, string> = {}) =>
      server.sendForm(`${from.path}/word`, {
        contribution: reference,
        words: 'Thank you <b>very</b> much',
        ...more,
      });
    expect((await write(first, { words: '' })).words).toContain('Please answer this question.');
    expect((await write(first, { words: 'x'.repeat(501) })).status).toBe(400);
    expect((await write(first, { contribution: 'AB26-0000-0000' })).words).toContain(
      'This contribution can no longer be chosen.',
    );
    expect((await write(first, { sign: 'yes' })).location).toBe(`${first.path}?notice=sent`);
    expect((await write(first)).words).toContain(
      'You have written about this contribution already.',
    );
    await write(second, { words: 'Your second slide\nhas no units' });
    const page = await server.openPage(path);
    expect(page.text).toContain('Thank you &#60;b&#62;very&#60;/b&#62; much');
    expect(page.words).toContain(first.order.customer.name);
    expect(page.words).toContain('has no units A participant · No. 2');
    expect(page.text).not.toContain(second.order.customer.name);
    expect(await server.organise('survey', '--words')).toContain(`${reference}  2  `);
    expect(await server.organise('survey', '--words')).not.toContain('no units');
    // The speaker asks for all data: the words are there, and their writers are not.
    const abstract = await server.db
      .selectFrom('abstracts')
      .select('email')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    const { talk_words: received } = await rowsOfPerson(server.db, abstract.email);
    expect(received.map(({ participant_id }) => participant_id)).toEqual(['', '']);
  });

  test('is taken away with a reason, which its writer reads', async () => {
    const writer = await invited();
    const { path, reference } = await accepted();
    await server.sendForm(`${writer.path}/word`, { contribution: reference, words: 'Nonsense' });
    const taking = ['survey', reference, '--take-away', '1', '--reason', 'It is an insult.'];
    const plan = await server.organise(...taking);
    expect(plan).toContain('The words no. 1');
    expect(plan).not.toContain('Nonsense');
    expect(await server.organise(...taking, '--yes')).toContain('Taken away.');
    expect((await server.openPage(path)).text).not.toContain('Nonsense');
    expect(await rowsNaming(server, ['Nonsense'])).toEqual([]);
    expect((await server.openPage(writer.path)).words).toContain(
      'Taken away by the organisers: It is an insult.',
    );
    await expect(server.organise(...taking, '--yes')).rejects.toThrow('taken away already');
    expect(await server.organise('survey', '--words')).toContain('1, 1 of them taken away');
  });

  atOnce(
    'of two writers at the same moment each gets a number, and of two forms of one writer one is kept',
    async () => {
      const [first, second] = [await invited(), await invited()];
      const { id, reference } = await accepted();
      const write = ({ path }: typeof first) =>
        server.sendForm(`${path}/word`, { contribution: reference, words: 'Well done' });
      await Promise.all([write(first), write(second), write(first)]);
      const rows = await server.db
        .selectFrom('talk_words')
        .select('number')
        .where('abstract_id', '=', id)
        .orderBy('number')
        .execute();
      expect(rows.map(({ number }) => number)).toEqual([1, 2]);
    },
  );

  test('is possible about no withdrawn contribution, and nowhere if the conference wants none', async () => {
    const { path } = await invited();
    const { reference, path: abstract } = await accepted();
    expect((await server.openPage(path)).text).toContain(reference);
    await server.sendForm(`${abstract}/withdraw`);
    expect((await server.openPage(path)).text).not.toContain(reference);
    const silent = await startTestSite({
      content: withSurvey({ talkWords: false }),
      beside: server,
    });
    expect((await silent.openPage(path)).words).not.toContain('A word to a speaker');
    await silent.close();
  });
});
