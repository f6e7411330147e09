import { afterEach, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Content } from '#contract/content.ts';
import { endIn } from '#contract/content/moments.ts';
import { findAbstractByReference, setWithdrawn } from '#server/abstract/abstracts.ts';
import { putConfirmation, putDecision } from '#features/programme/decisions.ts';
import { inTransaction } from '#server/database/database.ts';
import { holdMails, releaseMails } from '#server/mail/hold.ts';
import { aForm } from '#tests/support/author.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { remindAuthors } from './remind-authors.ts';
import { writeReminders } from './write-reminders.ts';
import type { Reminder } from './shape.ts';

let server: TestSite;
const servers: TestSite[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((each) => each.close()));
});

/** A conference in Berlin whose four deadlines for authors end with the 20th of June, July, August and September 2030. */
function contentWith(rules: Reminder[]): Content {
  const { conference, mails } = fixtureContent;
  const end = (day: string) => endIn(fixtureContent.conference.dates, { day });
  return {
    ...fixtureContent,
    mails: { ...mails, reminders: rules },
    conference: {
      ...conference,
      dates: { ...conference.dates, start: '2030-10-01', end: '2030-10-02' },
      abstracts: {
        ...conference.abstracts,
        editsUntil: end('2030-06-20'),
        answersUntil: end('2030-07-20'),
        final: { until: end('2030-08-20') },
      },
      opening: { ...conference.opening, registration: { until: end('2030-09-20') } },
    },
  };
}

const start = (rules: Reminder[]) => startWith(contentWith(rules));

async function startWith(content: Content) {
  server = await startTestSite({ content });
  servers.push(server);
  goTo('2030-05-01T10:00:00.000Z');
}

function goTo(moment: string) {
  server.clock.advance(Date.parse(moment) - server.clock.now().getTime());
}

const remind = () => remindAuthors(server.organising);

/** The reminders so far: recipient and subject. */
async function reminders() {
  const mails = await server.listMessages(10_000);
  return mails
    .filter(({ kind }) => kind === 'author-reminder')
    .map(({ recipient, content: { subject } }) => [
      recipient,
      subject.replace(/^Polymer Summit 2026: (.*), AB26-.*$/, '$1'),
    ])
    .toSorted();
}

type Known = {
  decision?: 'ACCEPTED' | 'REJECTED' | 'REVISE';
  isUntold?: true;
  isConfirmed?: true;
  isWithdrawn?: true;
};

/** An abstract, perhaps with a decision of which its author knows. */
async function abstract(
  email: string,
  { decision, isUntold, isConfirmed, isWithdrawn }: Known = {},
  traits: Record<string, string> = {},
) {
  const { json } = await server.submit({
    form: aForm({ email, ...traits }),
    name: `${email.split('@')[0]}.pdf`,
  });
  const sent = await findAbstractByReference(server.db, String(json['reference']));
  const id = sent?.id ?? '';
  const now = server.clock.now().toISOString();
  await inTransaction(server.db, async (tx) => {
    if (decision) {
      await putDecision(tx, {
        abstractId: id,
        outcome: decision,
        reviseUntil: decision === 'REVISE' ? '2030-05-20T22:00:00.000Z' : undefined,
        presentation: undefined,
        slot: undefined,
        decidedAt: now,
        toldAt: isUntold ? undefined : now,
      });
    }
    if (isConfirmed) await putConfirmation(tx, id, now);
    if (isWithdrawn) await setWithdrawn(tx, id, now);
  });
  return { id, token: sent?.token ?? '', reference: sent?.reference ?? '' };
}

const titled = (id: string, title = 'Slow chains') =>
  server.db.updateTable('abstracts').set({ title }).where('id', '=', id).execute();

const QUESTION = 'Please tell us whether you will present';

test('accepted authors who have not answered get one reminder before the deadline', async () => {
  await start([{ days: 5, before: 'answers_end' }]);
  const { token, id, reference } = await abstract('open@lab.example', { decision: 'ACCEPTED' });
  await titled(id);
  await abstract('sure@lab.example', { decision: 'ACCEPTED', isConfirmed: true });
  await abstract('gone@lab.example', { decision: 'ACCEPTED', isWithdrawn: true });
  await abstract('no@lab.example', { decision: 'REJECTED' });
  await abstract('untold@lab.example', { decision: 'ACCEPTED', isUntold: true });
  await abstract('waiting@lab.example');
  goTo('2030-07-15T06:59:00.000Z');
  expect(await remind()).toBe(0);
  goTo('2030-07-15T07:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['open@lab.example', QUESTION]]);
  const [mail] = (await server.listMessages(100)).filter(({ kind }) => kind === 'author-reminder');
  const text = (mail?.content.text ?? '').replaceAll(/ {2,}/g, ': ');
  for (const words of [
    `Reference: ${reference}`,
    'Contribution: Slow chains',
    'Deadline: July 20, 2030 (Europe/Berlin)',
    `${server.origin}/abstract/${token}`,
  ]) {
    expect(text).toContain(words);
  }
  expect(await remind()).toBe(0);
  goTo('2030-07-17T08:00:00.000Z');
  expect(await remind()).toBe(0);
});

atOnce('two servers at the same moment write each reminder once', async () => {
  await start([{ days: 5, before: 'answers_end' }]);
  for (const name of ['a', 'b', 'c']) {
    await abstract(`${name}@lab.example`, { decision: 'ACCEPTED' });
  }
  goTo('2030-07-16T10:00:00.000Z');
  const counts = await Promise.all([remind(), remind()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(3);
  expect(await reminders()).toHaveLength(3);
});

test('authors who have not given a title are asked for title and authors', async () => {
  await start([{ days: 5, before: 'edits_end' }]);
  await abstract('none@lab.example');
  await titled((await abstract('title@lab.example')).id);
  await abstract('no@lab.example', { decision: 'REJECTED' });
  await abstract('gone@lab.example', { isWithdrawn: true });
  goTo('2030-06-15T10:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['none@lab.example', 'Title and authors of your abstract']]);
});

test('authors without a title are asked for it some days after their abstract, and no payer is', async () => {
  await start([{ days: 3, after: 'submitting' }]);
  await abstract('none@lab.example');
  await titled((await abstract('title@lab.example')).id);
  await abstract('gone@lab.example', { isWithdrawn: true });
  await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
  goTo('2030-05-04T06:59:00.000Z');
  expect(await remind()).toBe(0);
  goTo('2030-05-04T07:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['none@lab.example', 'Title and authors of your abstract']]);
  expect(await remind()).toBe(0);
  expect(await writeReminders(server.organising)).toBe(0);
  // The deadline is over.
  await abstract('late@lab.example');
  goTo('2030-06-21T10:00:00.000Z');
  expect(await remind()).toBe(0);
});

test('accepted authors without a final version are reminded, and after the deadline nobody is', async () => {
  await start([{ days: 5, before: 'final_versions_end' }]);
  await abstract('open@lab.example', { decision: 'ACCEPTED', isConfirmed: true });
  const { id } = await abstract('sent@lab.example', { decision: 'ACCEPTED' });
  await server.db
    .updateTable('abstract_files')
    .set({ kind: 'final' })
    .where('abstract_id', '=', id)
    .execute();
  await abstract('no@lab.example', { decision: 'REJECTED' });
  goTo('2030-08-21T10:00:00.000Z');
  expect(await remind()).toBe(0);
  goTo('2030-08-20T20:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['open@lab.example', 'Final version of your abstract']]);
});

test('authors who were asked to revise are reminded once, unless a new version has come', async () => {
  await start([{ days: 3, before: 'revisions_end' }]);
  await abstract('open@lab.example', { decision: 'REVISE' });
  const { id } = await abstract('sent@lab.example', { decision: 'REVISE' });
  await server.db
    .updateTable('abstract_files')
    .set({ created_at: '2030-05-02T10:00:00.000Z' })
    .where('abstract_id', '=', id)
    .execute();
  await abstract('untold@lab.example', { decision: 'REVISE', isUntold: true });
  await abstract('gone@lab.example', { decision: 'REVISE', isWithdrawn: true });
  await abstract('yes@lab.example', { decision: 'ACCEPTED' });
  goTo('2030-05-17T06:59:00.000Z');
  expect(await remind()).toBe(0);
  goTo('2030-05-17T07:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await remind()).toBe(0);
  expect(await reminders()).toEqual([['open@lab.example', 'Revised version of your abstract']]);
});

test('accepted authors are asked to register unless their address or their name has registered', async () => {
  const content = contentWith([{ days: 14, before: 'authors_register' }]);
  const { prices } = content;
  // No id of a type confuses the reminders.
  const presentationTypes = prices.presentationTypes.map((type) =>
    type.id === 'exhibitor' ? { ...type, id: 'registered' } : type,
  );
  await startWith({ ...content, prices: { ...prices, presentationTypes } });
  await abstract('nobody@lab.example', { decision: 'ACCEPTED' });
  await abstract('here@lab.example', { decision: 'ACCEPTED' });
  await abstract('there@lab.example', { decision: 'ACCEPTED' }, { name: 'Łukasz Bąk' });
  for (const person of [
    aPerson({ email: 'Here@lab.example' }),
    aPerson({ name: 'Dr. Lukasz Bak', email: 'private@mail.example' }),
  ]) {
    await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  }
  goTo('2030-09-06T10:00:00.000Z');
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['nobody@lab.example', 'Please register for the conference']]);
});

test('without lines nobody is reminded, and lines for authors remind no payer', async () => {
  await start([]);
  await abstract('open@lab.example', { decision: 'ACCEPTED' });
  goTo('2030-07-16T10:00:00.000Z');
  expect(await remind()).toBe(0);
  await start([{ days: 5, before: 'answers_end' }]);
  await server.post('/api/registration/register', { ...aPerson(), presentationType: 'SPEAKER' });
  goTo('2030-07-16T10:00:00.000Z');
  expect(await writeReminders(server.organising)).toBe(0);
});

test('while letters are on hold no reminder is written, and afterwards only those that are still true', async () => {
  await start([{ days: 5, before: 'answers_end' }]);
  const { id } = await abstract('open@lab.example', { decision: 'ACCEPTED' });
  await abstract('late@lab.example', { decision: 'ACCEPTED' });
  goTo('2030-07-16T10:00:00.000Z');
  const { db } = server;
  await inTransaction(db, (tx) => holdMails(tx, 'letters'));
  expect(await remind()).toBe(0);
  await inTransaction(db, (tx) => putConfirmation(tx, id, server.clock.now().toISOString()));
  await inTransaction(db, releaseMails);
  expect(await remind()).toBe(1);
  expect(await reminders()).toEqual([['late@lab.example', QUESTION]]);
});

test('an erased author gets no reminder, and an erasure removes the reminder that waits', async () => {
  await start([{ days: 5, before: 'answers_end' }]);
  await abstract('first@lab.example', { decision: 'ACCEPTED' });
  await abstract('other@lab.example', { decision: 'ACCEPTED' });
  goTo('2030-07-16T10:00:00.000Z');
  await server.organise('person', 'erase', 'first@lab.example', '--yes');
  expect(await remind()).toBe(1);
  await server.organise('person', 'erase', 'other@lab.example', '--yes');
  expect(await reminders()).toEqual([]);
});
