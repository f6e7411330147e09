import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { findAbstractByReference, type KeptAbstract } from '#server/abstract/abstracts.ts';
import { planDecisions } from '#features/programme/decide-abstracts.ts';
import { planAbstractCorrection } from './plan-correction.ts';
import { planWithdrawal } from './plan-withdrawal.ts';
import { aForm } from '#tests/support/author.ts';
import { aDoc, aDocx, aPdf } from '#tests/support/sample-files.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { recordsIn } from '#organiser/records.ts';

const folder = testFolder();
const server = await startTestSite();

async function submitted(traits: Record<string, string> = {}, file = 'abstract.pdf') {
  const form = aForm(traits);
  const { json } = await server.submit({ form, name: file, bytes: aPdf(500, form['email']) });
  return { reference: String(json['reference']), email: String(form['email']), form };
}

async function kept(reference: string): Promise<KeptAbstract> {
  const abstract = await findAbstractByReference(server.db, reference);
  if (!abstract) throw new Error(`no abstract ${reference}`);
  return abstract;
}

function decide(reference: string, outcome: 'ACCEPTED' | 'REJECTED', isSending = true) {
  const decided = { outcome, presentation: 'Talk', slot: 'Hall A' };
  const decisions = [{ row: 1, reference, decided }];
  return planDecisions(testContext(server), { decisions, isSending }).then((plan) =>
    plan.perform(),
  );
}

let files = 0;
function aFile(bytes: Buffer, name = `given-${files++}.pdf`): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function mailsTo(email: string) {
  const mails = await server.listMessages(10_000);
  return mails
    .filter(({ recipient }) => recipient === email)
    .map(({ kind, content }) => ({ kind, text: content.text }));
}

async function kindsTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ kind }) => kind);
}

test('title, authors and session are corrected, found and in every list', async () => {
  const { reference, email } = await submitted();
  const changes = [
    ['--title', 'Slow polymers, seen fast'],
    ['--authors', 'Ada Kowalska (TU Dresden), Bea Weiß* (ETH; EMPA) 0000-0002-1825-0097'],
    ['--keywords', 'creep, ageing'],
    ['--session', ' polymer RHEOLOGY'],
  ].flat();
  const planned = await server.organise('correct', reference.toLowerCase(), ...changes);
  expect(planned).toContain(`${reference}, title: none becomes Slow polymers, seen fast\n`);
  expect(planned).toContain('session: Smart Polymers becomes Polymer Rheology');
  expect(planned).toContain('Nothing was changed. Add --yes to do it.');
  expect((await kept(reference)).title).toBeUndefined();

  expect(await server.organise('correct', reference, ...changes, '--yes')).toContain('Corrected.');
  expect(await kept(reference)).toMatchObject({
    title: 'Slow polymers, seen fast',
    keywords: 'creep, ageing',
    sessionId: 'polymer-rheology',
    email,
  });
  // Nobody was written to, because the address is the same.
  expect(await kindsTo(email)).toEqual(['abstract-received']);
  await expect(server.organise('correct', reference, ...changes)).rejects.toThrow(
    'says that already',
  );

  for (const typed of ['slow POLYMERS, seen', 'bea weiss', 'kowalska']) {
    expect(await server.organise('find', typed)).toContain(`${reference}  RECEIVED`);
  }
  const shown = await server.organise('show', reference);
  expect(shown).toContain('Bea Weiß* (ETH; EMPA) 0000-0002-1825-0097');
  expect(shown).toContain(`/abstract/${(await kept(reference)).token}`);
  const path = join(folder, 'abstracts.xlsx');
  await server.organise('table', path, '--sheet', 'abstracts');
  const [head = [], ...rows] = await readSheet(path);
  const row = rows.find(([first]) => first === reference) ?? [];
  const cells = Object.fromEntries(head.map((title, at) => [String(title), row[at]]));
  expect(cells).toMatchObject({
    Prefix: 'Dr',
    'Title of the contribution': 'Slow polymers, seen fast',
    Authors: 'Ada Kowalska (TU Dresden), Bea Weiß* (ETH; EMPA) 0000-0002-1825-0097',
    'Presenting author': 'Bea Weiß',
    Keywords: 'creep, ageing',
    State: 'Received',
    Versions: 1,
  });
  const log = await server.organise('log', reference);
  expect(log).toContain('secretary  correct');
  expect(log).toContain('title: none becomes Slow polymers, seen fast');

  await server.organise('correct', reference, '--authors', '', '--title', '', '--yes');
  expect((await kept(reference)).title).toBeUndefined();
  expect(await server.organise('show', reference)).toMatch(
    /Authors +Ilmari Väisänen \d+\* \(Institute of Slow/,
  );
});

test('what an author writes about the book is recorded, and the first day of a consent stays', async () => {
  const { reference } = await submitted();
  expect(await server.organise('correct', reference, '--consent', 'yes', '--yes')).toContain(
    `${reference}, consent to publish: no becomes yes\n`,
  );
  const { publishAt } = await kept(reference);
  expect(publishAt).toBeDefined();
  server.clock.advance(1000);
  await expect(server.organise('correct', reference, '--consent', 'yes')).rejects.toThrow(
    'says that already',
  );
  await server.organise('correct', reference, '--title', 'Gels', '--consent', 'yes', '--yes');
  expect(await kept(reference)).toMatchObject({ title: 'Gels', publishAt });
  expect(await server.organise('correct', reference, '--consent', 'no', '--yes')).toContain(
    'yes becomes no',
  );
  expect((await kept(reference)).publishAt).toBeUndefined();
  expect(await server.organise('log', reference)).toContain('consent to publish: yes becomes no');
});

test('a corrected address gets the link, the former one is told, and the former link ends', async () => {
  const { reference, email, form } = await submitted();
  const before = await kept(reference);
  const planned = await server.organise(
    'correct',
    reference,
    '--email',
    'right@lab.example',
    '--yes',
  );
  expect(planned).toContain('right@lab.example gets the link to the page of the abstract.');
  const { token } = await kept(reference);
  expect(token).not.toBe(before.token);
  expect((await server.get(`/abstract/${before.token}`)).status).toBe(404);
  expect((await server.get(`/abstract/${token}`)).text).toContain('right@lab.example');
  const [toNew] = await mailsTo('right@lab.example');
  expect(toNew).toMatchObject({ kind: 'abstract-link' });
  expect(toNew?.text).toContain(`/abstract/${token}`);
  const [toFormer] = await mailsTo(email);
  expect(toFormer?.kind).toBe('address-replaced');
  expect(toFormer?.text).not.toContain('right@lab.example');
  expect(toFormer?.text).not.toContain(token);

  // The form finds the corrected abstract, and not the one of the former address.
  const bytes = aPdf(500, email);
  const again = await server.submit({ form: { ...form, email: 'right@lab.example' }, bytes });
  expect(again.json['reference']).toBe(reference);
  const stranger = await server.submit({ form, bytes });
  expect(stranger.json['reference']).not.toBe(reference);
});

test.each([
  [['--email', 'no address'], '"no address" cannot be entered as email'],
  [['--session', 'Nothing'], 'There is no session "Nothing". There are “Smart Polymers”'],
  [['--authors', 'Ada (TU'], 'a bracket is missing'],
  [['--title', 'x'.repeat(301)], 'cannot be entered as title'],
  [['--wish', 'Dance'], 'Nobody can wish "Dance"'],
  [['--country', 'Atlantis'], 'is not a known country'],
  [[], 'Please say what has to be corrected'],
  [['--sort-name', 'Ada'], '--sort-name does not go with the reference of an abstract'],
])('a correction with %o is refused', async (options, why) => {
  const { reference } = await submitted();
  const before = await kept(reference);
  await expect(server.organise('correct', reference, ...options, '--yes')).rejects.toThrow(why);
  expect(await kept(reference)).toEqual(before);
});

test('what is about abstracts goes with their references only', async () => {
  const { reference } = await submitted();
  await expect(server.organise('correct', 'PS26-AAAA-AAAA', '--title', 'x')).rejects.toThrow(
    '--title goes with the reference of an abstract',
  );
  for (const undo of [[], ['--undo']]) {
    await expect(server.organise('cancel', reference, ...undo)).rejects.toThrow(
      `${reference} is an abstract: organiser withdraw ${reference} withdraws it.`,
    );
  }
  for (const call of ['withdraw', 'correct']) {
    const options = call === 'correct' ? ['--title', 'x'] : [];
    await expect(server.organise(call, 'AB26-AAAA-AAAA', ...options)).rejects.toThrow(
      'There is no abstract AB26-AAAA-AAAA.',
    );
  }
});

atOnce(
  'of two corrections at the same moment one is refused, and an erased abstract is not corrected',
  async () => {
    const { reference, email } = await submitted();
    const plan = (title: string) =>
      planAbstractCorrection(testContext(server), { reference, title });
    const plans = [await plan('One'), await plan('Two')];
    const results = await Promise.allSettled(plans.map(({ perform }) => perform()));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await server.listActivities({ reference })).toHaveLength(1);

    const late = await plan('Three');
    const mails = (await server.listMessages(10_000)).length;
    await server.organise('person', 'erase', email, '--yes');
    await expect(late.perform()).rejects.toThrow(`${reference} was erased.`);
    expect((await server.listMessages(10_000)).length).toBeLessThanOrEqual(mails);
  },
);

test('a correction that would make one abstract of two is refused', async () => {
  const form = aForm();
  const bytes = aPdf(700, 'twice');
  const one = await server.submit({ form, bytes });
  const two = await server.submit({ form: { ...form, sessionId: 'polymer-rheology' }, bytes });
  await expect(
    server.organise(
      'correct',
      String(two.json['reference']),
      '--session',
      'smart-polymers',
      '--yes',
    ),
  ).rejects.toThrow(`${String(one.json['reference'])} has the same file for the same session`);
});

test('an abstract is withdrawn and comes back with its decision and confirmation', async () => {
  needsFeatures('letters');
  const { reference, email } = await submitted();
  await decide(reference, 'ACCEPTED');
  const planned = await server.organise('withdraw', reference);
  expect(planned).toContain('would be withdrawn');
  expect(planned).toContain('It is decided: accepted, Talk, Hall A.');
  expect((await kept(reference)).withdrawnAt).toBeUndefined();

  expect(await server.organise('withdraw', reference, '--send')).toContain('Withdrawn.');
  expect(await server.organise('find', reference)).toContain('WITHDRAWN');
  expect((await kindsTo(email))[0]).toBe('abstract-answered');
  await expect(server.organise('withdraw', reference)).rejects.toThrow(
    `${reference} is withdrawn already.`,
  );
  await expect(server.organise('correct', reference, '--title', 'x')).rejects.toThrow(
    'is withdrawn',
  );
  await expect(server.organise('resend', reference)).rejects.toThrow('is withdrawn');
  await expect(server.organise('replace', reference, '--file', aFile(aPdf(600)))).rejects.toThrow(
    'is withdrawn',
  );

  expect(await server.organise('withdraw', reference, '--undo', '--send')).toContain(
    'takes part again',
  );
  expect(await server.organise('find', reference)).toContain('ACCEPTED');
  await expect(server.organise('withdraw', reference, '--undo')).rejects.toThrow(
    'is not withdrawn',
  );
  expect(await server.listActivities({ reference })).toMatchObject([
    { action: 'undo-withdraw', who: 'secretary' },
    { action: 'withdraw' },
    { action: 'decide' },
  ]);
});

test('the mail about a withdrawal tells nothing of a decision before its letter', async () => {
  const { reference, email } = await submitted();
  await decide(reference, 'ACCEPTED', false);
  await server.organise('withdraw', reference, '--send');
  const [mail] = (await mailsTo(email)).filter(({ kind }) => kind === 'abstract-answered');
  expect(mail?.text).toContain(reference);
  expect(mail?.text).not.toMatch(/Talk|Hall A/);
});

test('the mail about a rejection has no link that somebody typed as a name or a title', async () => {
  const { reference, email } = await submitted({ name: 'Win at evil.example' });
  await server.organise('correct', reference, '--title', 'Chains: www.evil.example', '--yes');
  await decide(reference, 'REJECTED');
  const [mail] = (await mailsTo(email)).filter(({ kind }) => kind === 'abstract-decided');
  expect(mail?.text).toContain(reference);
  expect(mail?.text).not.toContain('evil');
});

atOnce(
  'two withdrawals at the same moment write one mail, and one after a new submission is not undone',
  async () => {
    const { reference, email, form } = await submitted();
    const plan = () => planWithdrawal(testContext(server), { reference, isUndo: false });
    const plans = [await plan(), await plan()];
    const results = await Promise.allSettled(plans.map(({ perform }) => perform()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await kindsTo(email)).filter((kind) => kind === 'abstract-answered')).toHaveLength(1);

    const again = await server.submit({ form, bytes: aPdf(500, email) });
    expect(again.json['reference']).not.toBe(reference);
    await expect(server.organise('withdraw', reference, '--undo', '--send')).rejects.toThrow(
      `${reference} was sent again as ${String(again.json['reference'])}`,
    );
  },
);

test('resend sends the link before the decision and the decision after it', async () => {
  needsFeatures('letters');
  const { reference, email } = await submitted();
  server.clock.advance(120_000);
  await server.organise('resend', reference, '--send');
  await decide(reference, 'ACCEPTED', false);
  server.clock.advance(120_000);
  await server.organise('resend', reference, '--send');
  await decide(reference, 'ACCEPTED');
  server.clock.advance(120_000);
  await server.organise('resend', reference, '--send');
  const mails = await mailsTo(email);
  expect(mails.map(({ kind }) => kind).toReversed()).toEqual([
    'abstract-received',
    'abstract-received',
    'abstract-received',
    'abstract-decided',
    'abstract-decided',
  ]);
  const { token } = await kept(reference);
  for (const { text } of mails.slice(0, 4)) expect(text).toContain(`/abstract/${token}`);
});

test('a replaced file is the newest version, and earlier ones stay', async () => {
  const { reference, email } = await submitted({}, 'first.pdf');
  const path = aFile(aDocx({ 'word/a.xml': 'second' }), 'second.docx');
  const before = await server.remainsOf();
  const planned = await server.organise('replace', reference, '--file', path);
  expect(planned).toContain('second.docx');
  expect(planned).toContain('in place of first.pdf, which stays as an earlier version');
  expect(await server.remainsOf()).toEqual(before);

  expect(await server.organise('replace', reference, '--file', path, '--send')).toContain(
    'Replaced.',
  );
  expect(await kept(reference)).toMatchObject({ fileName: 'second.docx', fileKind: 'submitted' });
  const [mail] = await mailsTo(email);
  expect(mail?.kind).toBe('abstract-replaced');
  expect(mail?.text).toContain((await kept(reference)).sha256);
  await expect(server.organise('replace', reference, '--file', path, '--send')).rejects.toThrow(
    `${reference} has this file already.`,
  );
  // The same bytes as the final version are another version.
  await server.organise('replace', reference, '--file', path, '--final', '--send');
  const shown = await server.organise('show', reference);
  expect(shown).toMatch(
    /Version 3, final, not scanned +second\.docx.*sent by secretary, SHA-256 [0-9a-f]{64}\n.*Version 2.*\n.*Version 1, .*first\.pdf.*sent by author/,
  );
  const after = await server.remainsOf();
  expect(after.uploads).toEqual([]);
  expect(after.stored).toHaveLength(before.stored.length + 2);

  let record;
  for await (const each of recordsIn(server.db, server.files.store)) {
    if (each['reference'] === reference) record = each;
  }
  expect(record).toMatchObject({
    type: 'abstract',
    state: 'RECEIVED',
    isIntact: true,
    versions: [
      { fileName: 'first.pdf', kind: 'submitted', actor: 'author' },
      { fileName: 'second.docx', kind: 'submitted', actor: 'secretary' },
      { fileName: 'second.docx', kind: 'final', actor: 'secretary' },
    ],
  });
  expect(JSON.stringify(record)).not.toContain((await kept(reference)).token);
});

test.each([
  ['a web page', Buffer.from('<!doctype html>'), 'page.pdf', 'Only PDF, DOC, DOCX'],
  ['a locked document', aDoc(['EncryptionInfo', 'EncryptedPackage']), 'a.docx', 'for a password'],
  ['a text', Buffer.from('x'), 'a.txt', 'Only PDF, DOC, DOCX'],
  ['too many bytes', Buffer.alloc(25 * 1024 * 1024 + 1), 'large.pdf', 'at most 25 MB'],
])('%s is refused as in the form, and nothing stays', async (_, bytes, name, why) => {
  const { reference } = await submitted();
  const before = await server.remainsOf();
  await expect(
    server.organise('replace', reference, '--file', aFile(bytes, name), '--send'),
  ).rejects.toThrow(why);
  await expect(server.organise('enter', ...entry(aFile(bytes, name)), '--send')).rejects.toThrow(
    why,
  );
  expect(await server.remainsOf()).toEqual(before);
});

let entries = 0;
function entry(path: string, traits: Record<string, string> = {}): string[] {
  const options = {
    '--file': path,
    '--name': `Onni Rautio ${entries++}`,
    '--email': `onni.${entries}@lab.example`,
    '--institute': 'Institute of Slow Polymers',
    '--country': 'FI',
    '--session': 'Smart Polymers',
    '--interest-area': 'advanced composites',
    ...traits,
  };
  return Object.entries(options).flat();
}

test('an abstract is entered with all its entries and the usual mail, and once only', async () => {
  const path = aFile(aPdf(800, 'entered'), 'late.pdf');
  const args = entry(path, {
    '--title': 'A late result',
    '--authors': 'Onni Rautio (Slow), Aino Kettunen*',
  });
  expect(await server.organise('enter', ...args)).toContain(
    'Nothing was changed. Add --send to do it.',
  );
  const said = await server.organise('enter', ...args, '--send');
  const [, reference = ''] = /Entered as (AB26-\S+)\./.exec(said) ?? [];
  expect(await kept(reference)).toMatchObject({
    title: 'A late result',
    country: 'Finland',
    phone: '',
    fileName: 'late.pdf',
    sessionId: 'smart-polymers',
  });
  const [mail] = await mailsTo(`onni.${entries}@lab.example`);
  expect(mail?.kind).toBe('abstract-received');
  expect(mail?.text).toContain(`/abstract/${(await kept(reference)).token}`);
  const sheet = join(folder, 'decisions.csv');
  await server.organise('decide', '--template', sheet);
  expect(readFileSync(sheet, 'utf8')).toContain(`"A late result","Onni Rautio ${entries - 1}"`);
  expect(await server.organise('show', reference)).toContain('Onni Rautio (Slow), Aino Kettunen*');
  expect(await server.organise('log', reference)).toContain('secretary  enter');
  await expect(server.organise('enter', ...args, '--send')).rejects.toThrow(
    `${reference} is this abstract already.`,
  );
});

test('possible duplicates are named when one is entered, in show and in the table', async () => {
  const { reference, email, form } = await submitted();
  const traits = { '--email': email, '--name': String(form['name']) };
  const said = await server.organise('enter', ...entry(aFile(aPdf(900, 'dup')), traits), '--send');
  expect(said).toContain(`It may be a duplicate of ${reference} (same author and session).`);
  const [, other = ''] = /Entered as (AB26-\S+)\./.exec(said) ?? [];
  expect(await server.organise('show', other)).toContain(`${reference} (same author and session)`);
  const path = join(folder, 'duplicates.csv');
  await server.organise('table', path, '--sheet', 'abstracts');
  expect(readFileSync(path, 'utf8')).toContain(`${other} (same author and session)`);
  await server.organise('withdraw', other, '--send');
  expect(await server.organise('show', reference)).not.toContain('Possible duplicate');
});

test('files are chosen by decision, without withdrawn ones, with the newest or all versions', async () => {
  const [accepted, rejected, withdrawn, undecided] = [
    await submitted({}, 'accepted.pdf'),
    await submitted({}, 'rejected.pdf'),
    await submitted({}, 'withdrawn.pdf'),
    await submitted({}, 'undecided.pdf'),
  ].map(({ reference }) => reference);
  await decide(String(accepted), 'ACCEPTED');
  await decide(String(rejected), 'REJECTED');
  await decide(String(withdrawn), 'ACCEPTED');
  await server.organise('withdraw', String(withdrawn), '--send');
  await server.organise(
    'replace',
    String(accepted),
    '--file',
    aFile(aPdf(650), 'newer.pdf'),
    '--send',
  );
  const save = async (...options: string[]) => {
    const out = mkdtempSync(join(folder, 'out-'));
    expect((await server.ran('abstracts', '--out', out, ...options)).code).toBe(0);
    return readdirSync(out).filter((name) =>
      [accepted, rejected, withdrawn, undecided].some((each) => name.startsWith(String(each))),
    );
  };
  const named = (...names: (string | undefined)[]) => names.map(String).toSorted();
  const newest = `${accepted} newer.pdf`;
  expect(await save()).toEqual(
    named(newest, `${rejected} rejected.pdf`, `${undecided} undecided.pdf`),
  );
  expect(await save('--only', 'accepted')).toEqual([newest]);
  expect(await save('--only', 'rejected')).toEqual([`${rejected} rejected.pdf`]);
  expect(await save('--only', 'confirmed')).toEqual([]);
  expect(await save('--only', 'undecided')).toEqual([`${undecided} undecided.pdf`]);
  expect(await save('--only', 'accepted', '--withdrawn', '--versions')).toEqual(
    named(
      `${accepted} v1 accepted.pdf`,
      `${accepted} v2 newer.pdf`,
      `${withdrawn} v1 withdrawn.pdf`,
    ),
  );
  await expect(server.organise('abstracts', '--out', folder, '--only', 'maybe')).rejects.toThrow(
    '“maybe”',
  );
});
