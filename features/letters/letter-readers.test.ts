import { DAY } from '#contract/time-spans.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { findOwnAbstract } from '#features/author-page/own-abstract.ts';
import { confirmPresentation, setWithdrawal } from '#features/author-page/withdraw-abstract.ts';
import { readersOf } from './letter-readers.ts';
import { aPayer, aSheet } from '#tests/support/a-group.ts';
import { hasFeature } from '#tests/support/has-feature.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withCombinations } from '#tests/support/fixture-prices.ts';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { aDocx } from '#tests/support/sample-files.ts';
import type { paidRegistration } from '#tests/support/paid-registration.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const folder = testFolder();
const server = await startTestSite();

const withDesk = describe.runIf(hasFeature('desk') && hasFeature('invitations'));

async function matches(selection: string): Promise<string[]> {
  return (await readersOf(server.organising, selection)).map(({ email }) => email).toSorted();
}

let files = 0;
async function abstract(email: string) {
  const form = aForm({ email, country: 'Malta' });
  const { json } = await server.submit({ form, name: `abstract ${files++}.pdf` });
  return String(json['reference']);
}

/** Sends an abstract and records the decision of the committee, and perhaps the author's answer. */
async function decided(
  email: string,
  [decision, presentation = '', slot = '']: readonly [string, string?, string?],
  answer?: 'CONFIRMED' | 'WITHDRAWN',
) {
  const reference = await abstract(email);
  const path = join(folder, `${reference}.xlsx`);
  await writeSheetFile(path, [
    ['Reference', 'Decision', 'Presentation', 'Slot'],
    [reference, decision, presentation, slot],
  ]);
  await server.organise('decide', path, '--yes');
  if (answer) {
    const sent = await findAbstractByReference(server.db, reference);
    const { payments, ...rest } = server.organising;
    const deps = { ...payments, ...rest };
    const own = await findOwnAbstract(server.db, sent?.token ?? '');
    if (!own) throw new Error('the abstract has no page');
    if (answer === 'CONFIRMED') await confirmPresentation(deps, own);
    else await setWithdrawal(deps, own, { isWithdrawn: true, origin: server.origin });
  }
  return reference;
}

describe('authors and registrations', () => {
  const at = (name: string) => `${name}@authors.example`;
  /** Authors of an accepted abstract that is not withdrawn. */
  const all = ['alone', 'grouped', 'half', 'paid', 'typed', 'unpaid'].map(at);

  beforeAll(async () => {
    await decided(at('alone'), ['accepted', 'Talk', 'Hall A']);
    await decided(at('unpaid'), ['accepted', 'Poster'], 'CONFIRMED');
    await server.openedCheckout();
    await server.unpaidRegistration({}, { email: at('unpaid') });
    await decided(at('paid'), ['accepted', 'poster'], 'CONFIRMED');
    await server.paidRegistration({}, { email: at('paid') });
    await decided(at('typed'), ['accepted']);
    await server.post('/api/registration/register', {
      ...aPerson({ email: at('typed') }),
      presentationType: 'SPEAKER',
    });
    await decided(at('leaving'), ['accepted', 'Talk'], 'WITHDRAWN');
    // Two abstracts, of which one is withdrawn.
    await decided(at('half'), ['accepted', 'Talk'], 'WITHDRAWN');
    await decided(at('half'), ['accepted', 'Poster']);
    await decided(at('rejected'), ['rejected']);
    await abstract(at('waiting'));
    const { people } = await server.aGroup(['Speaker', 'Poster']);
    await server.db
      .updateTable('participants')
      .set({ email: at('grouped') })
      .where('email', '=', people[0]?.email ?? '')
      .execute();
    await decided(at('grouped'), ['accepted', 'Talk'], 'CONFIRMED');
  });

  test.each([
    ['accepted', all],
    ['accepted, country=Malta', all],
    // Authors without a paid place, whether they registered or not.
    ['accepted, unpaid', all.filter((email) => email !== at('paid'))],
    ['accepted, not unpaid', [at('paid')]],
    ['unpaid, accepted, not withdrawn', ['alone', 'grouped', 'half', 'typed', 'unpaid'].map(at)],
    // A person whom an institute has registered is registered, although the group is not paid.
    ['accepted, not registered', ['alone', 'half'].map(at)],
    ['accepted, registered', ['paid', 'typed', 'unpaid'].map(at)],
    ['accepted, not paid', all.filter((email) => email !== at('paid'))],
    ['accepted, not withdrawn', all],
    ['withdrawn', ['half', 'leaving'].map(at)],
    ['answered', ['grouped', 'half', 'leaving', 'paid', 'unpaid'].map(at)],
    [
      'abstracts, not paid',
      [...all.filter((email) => email !== at('paid')), at('rejected'), at('waiting')].toSorted(),
    ],
    ['undecided', [at('waiting')]],
    // The committee recorded its decisions without letters.
    ['untold', [...all, at('rejected')].toSorted()],
    ['undecided, session=smart-polymers', [at('waiting')]],
    ['accepted, not answered', ['alone', 'half', 'typed'].map(at)],
    ['unanswered', ['alone', 'half', 'typed'].map(at)],
    ['presented as poster', ['half', 'paid', 'unpaid'].map(at)],
    ['accepted, presented as POSTER, not confirmed', [at('half')]],
    ['abstracts, not accepted', ['rejected', 'waiting'].map(at)],
    ['paid, not accepted', []],
    ['paid, not rejected', [at('paid')]],
    // The payer of a group gets its letter, and its members get none.
    ['unpaid, poster', [aPayer.email]],
    ['unpaid, group', [aPayer.email]],
    ['unpaid, not group, accepted', ['alone', 'half', 'typed', 'unpaid'].map(at)],
    ['not registered, abstracts, not accepted', ['rejected', 'waiting'].map(at)],
    ['not registered', ['alone', 'half', 'rejected', 'waiting'].map(at)],
  ])('the recipients of “%s” are those who match each word', async (selection, expected) => {
    expect(await matches(selection)).toEqual(expected);
  });

  test('an author who has registered with another address is registered, by the name', async () => {
    const form = aForm({ name: 'Łukasz Bąk', email: at('institute') });
    const { json } = await server.submit({ form, name: 'by name.pdf' });
    const selection = `session=smart-polymers, undecided, not registered`;
    expect(await matches(selection)).toContain(at('institute'));
    await server.paidRegistration({}, { name: 'Lukasz Bak', email: 'private@mail.example' });
    for (const words of [selection, 'undecided, unpaid', 'undecided, not paid']) {
      expect(await matches(words)).not.toContain(at('institute'));
    }
    expect(await matches('undecided')).toContain(at('institute'));
    await server.db
      .deleteFrom('abstracts')
      .where('reference', '=', String(json['reference']))
      .execute();
  });

  test('authors are found by what they have given and what is missing', async () => {
    const [full, bare] = [at('zoe'), at('zoran')];
    const references = [];
    for (const [email, file] of [
      [full, 'full.pdf'],
      [bare, 'bare.docx'],
    ] as const) {
      const form = aForm({ email, sessionId: 'polymers-in-drug-delivery' });
      const { json } = await server.submit({
        form,
        name: file,
        ...(file.endsWith('docx') && { bytes: aDocx() }),
      });
      references.push(String(json['reference']));
    }
    const id = (await findAbstractByReference(server.db, references[0] ?? ''))?.id ?? '';
    const author = { name: 'Zoe', affiliation: 'Lab', orcid: undefined, presents: true };
    await inTransaction(server.db, async (tx) => {
      await saveAuthors(tx, id, [author]);
      const given = { title: 'Slow chains', publish_at: '2026-01-01T00:00:00.000Z' };
      await tx.updateTable('abstracts').set(given).where('id', '=', id).execute();
      const final = tx.updateTable('abstract_files').set({ kind: 'final' });
      await final.where('abstract_id', '=', id).execute();
    });
    await server.recordScan(references[1] ?? '', { scan: 'INFECTED', scan_finding: 'Test' });
    const session = 'session=Polymers in Drug Delivery';
    for (const word of ['title', 'authors', 'final version', 'consent', 'PDF']) {
      expect(await matches(`${session}, with ${word}`)).toEqual([full]);
      expect(await matches(`${session}, without ${word}`)).toEqual([bare]);
    }
    expect(await matches(`${session}, infected`)).toEqual([bare]);
    expect(await matches(references.join(' '))).toEqual([full, bare]);
    expect(await matches(`${references.join(' ').replaceAll('-', '–')}.`)).toEqual([full, bare]);
    expect(await matches(`abstracts, not ${references[0]}, ${references[1]}`)).toEqual([bare]);
    await expect(matches(`${references[0]} AB26-0000-0000`)).rejects.toThrow(
      'There is no abstract AB26-0000-0000.',
    );
    await expect(matches('session=knitting')).rejects.toThrow(
      'There is no session "knitting". The sessions are ',
    );
  });

  test('a word that nobody knows is refused with those that exist', async () => {
    await expect(matches('presented as opera')).rejects.toThrow(
      'No abstract is presented as "opera". The committee wrote: Poster, Talk.',
    );
    await expect(matches('not friends')).rejects.toThrow('"friends" is not a group of recipients');
    for (const empty of ['not', 'not ', 'paid, not']) {
      await expect(matches(empty)).rejects.toThrow('Please name the recipients');
    }
    for (const wrong of ['older than 0 days', 'older than days', 'not not paid']) {
      await expect(matches(wrong)).rejects.toThrow('is not a group of recipients');
    }
  });
});

withDesk('people by what they have ordered, answered and done', () => {
  let own: TestSite;
  const at = (name: string) => `${name}@have.example`;
  const run = (...args: string[]) => own.organise(...args);
  const reach = async (selection: string) =>
    (await readersOf(own.organising, selection)).map(({ email }) => email.split('@')[0]).toSorted();

  async function buy(name: string, choice: Parameters<typeof paidRegistration>[1] = {}) {
    return (await own.paidRegistration(choice, { name, email: at(name) })).reference;
  }

  beforeAll(async () => {
    const prices = withCombinations(fixtureContent.prices);
    const type = prices.presentationTypes.find(({ id }) => id === 'student');
    if (!type) throw new Error('the fixture has no type');
    own = await startTestSite({
      content: {
        ...fixtureContent,
        prices: {
          ...prices,
          phases: [{ name: 'Early bird', until: undefined }],
          presentationTypes: [
            ...prices.presentationTypes,
            {
              ...type,
              id: 'invited',
              label: 'Invited guest',
              register: 'I',
              pricing: 'I',
              form: 'I',
            },
          ],
        },
      },
    });
    const extras = (...ids: string[]) => ids.map((id) => ({ id, count: 1 }));
    const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3 } as const;
    const roomer = await buy('roomer', { presentationType: 'STUDENT', ...stay });
    await run('answer', roomer, 'diet', 'Vegan', '--yes');
    const eater = await buy('eater', { extras: extras('dinner:vegan', 'gels') });
    for (const [question, answer] of [
      ['diet', 'Vegetarian'],
      ['access', 'ramp, please'],
      ['photos', 'yes'],
    ] as const) {
      await run('answer', eater, question, answer, '--yes');
    }
    await run('checkin', eater);
    await own.unpaidRegistration(
      { presentationType: 'STUDENT', extras: extras('tour') },
      { name: 'sailor', email: at('sailor') },
    );
    const group = await own.aPaidGroup(['Student', 'Student']);
    const [stays, leaves] = group.members;
    for (const [{ id }, name] of [
      [stays, 'stays'],
      [leaves, 'leaves'],
    ] as const) {
      await own.db
        .updateTable('participants')
        .set({ email: at(name) })
        .where('id', '=', id)
        .execute();
    }
    await run('cancel', group.order.reference, '--who', leaves.name, '--amount', '0', '--send');
    const guests = join(folder, 'own-guests.xlsx');
    const { rows } = aSheet(['Invited guest']);
    const [head = [], row = []] = rows;
    await writeSheetFile(guests, [head, row.map((cell, n) => (n === 1 ? at('honoured') : cell))]);
    await run('invite', guests, '--yes');
    return own.close;
  });

  test.each([
    ['room', ['roomer']],
    ['nights=3', ['roomer']],
    ['extra=dinner', ['eater']],
    ['dinner:vegan, gels', ['eater']],
    ['paid, dinner:meat', []],
    ['tour', ['sailor']],
    ['paid, tour', []],
    ['student', ['roomer', 'sailor', 'stays']],
    ['group', ['stays']],
    ['cancelled', ['leaves']],
    ['cancelled, group', ['leaves']],
    ['checked in', ['eater']],
    ['paid, not checked in', ['honoured', 'roomer', 'stays']],
    ['answer diet=vegan', ['roomer']],
    ['answer access=ramp, please', ['eater']],
    ['without answer=diet', ['honoured', 'stays']],
    ['without answer', ['honoured', 'roomer', 'stays']],
    ['guests', ['honoured']],
    ['type=invited', ['honoured']],
    ['word=invited', []],
    ['phase=Early bird, not group', ['eater', 'roomer', 'sailor']],
    ['price=199', ['roomer', 'sailor', 'stays']],
  ] as const)('“%s” reaches exactly these', async (selection, expected) => {
    expect(await reach(selection)).toEqual(expected);
  });

  test('“invited” is refused with both of its spellings, where it is the id of a type', async () => {
    await expect(reach('invited')).rejects.toThrow(
      '"invited" has 2 meanings here. Please write "word=invited" for people who registered by a personal link, or "type=invited" for people who registered as Invited guest.',
    );
  });

  test('a second letter reaches those who got the first, or those who did not, and nobody else', async () => {
    const letter = join(folder, 'moved.md');
    writeFileSync(letter, 'Subject: The workshop, and more\n\nIt is in Hall A.');
    await run('write', letter, '--to', 'gels', '--send');
    expect(await reach('got=the workshop, and more')).toEqual(['eater']);
    expect(await reach('paid, not got=The workshop, and more')).toEqual([
      'honoured',
      'roomer',
      'stays',
    ]);
    await run('mails', '--hold', '--letters', '--yes');
    await run('mails', '--discard', 'The workshop, and more', '--yes');
    await run('mails', '--release', '--yes');
    expect(await reach('got=The workshop, and more')).toEqual([]);
    await expect(reach('got=The boat')).rejects.toThrow(
      'There is no letter "the boat". The letters are The workshop, and more.',
    );
  });

  test('a letter to nobody names the word that reaches nobody', async () => {
    const letter = join(folder, 'nobody.md');
    writeFileSync(letter, 'Subject: Hello\n\nHello.');
    const said = (to: string) => run('write', letter, '--to', to).catch(({ message }) => message);
    expect(await said('word=invited')).toBe(
      'Nobody matches "word=invited": there are no people who registered by a personal link.',
    );
    expect(await said('paid, unproved, student')).toBe(
      'Nobody matches "paid, unproved, student", because nobody matches "unproved": there are no people with a paid place whose price needs a proof that you have not accepted.',
    );
    expect(await said('paid, unpaid')).toBe(
      'Nobody matches "paid, unpaid". (A comma means "and".)',
    );
  });

  test('reviewers get a letter of their own', async () => {
    const reviewer = { institute: 'ETH', conflicts: '', sessions: '' };
    await own.db
      .insertInto('reviewers')
      .values(
        ['rosa', 'ruben'].map((name) => ({
          ...reviewer,
          id: name,
          name,
          email: at(name),
          created_at: own.clock.now().toISOString(),
        })),
      )
      .execute();
    const letter = join(folder, 'reviewers.md');
    writeFileSync(letter, 'Subject: Thank you\n\nDear {name},\n\nthank you.');
    expect(await run('write', letter, '--to', 'Reviewers', '--send')).toContain(
      'Letters in the outbox: 2.',
    );
    expect(await run('write', letter, '--to', 'reviewers')).toContain('It would go to 0 people.');
  });
});

test('“older than” counts from the registration or from the abstract', async () => {
  const { person: early } = await server.openedCheckout();
  await abstract('early@authors.example');
  server.clock.advance(14 * DAY);
  const { person: late } = await server.openedCheckout();
  server.clock.advance(60_000);
  const chased = await matches('unpaid, older than 14 days');
  expect(chased).toContain(early.email);
  expect(chased).not.toContain(late.email);
  expect(await matches('abstracts, older than 14 days')).toContain('early@authors.example');
  expect(await matches('unpaid, not older than 14 days')).toEqual([late.email]);
  expect(await matches('unpaid, older than 15 days')).not.toContain(early.email);
});

test('“payable” are those whose link takes their payment now', async () => {
  const { person } = await server.openedCheckout();
  const { path } = await server.aGroup();
  expect(await matches('payable')).toEqual(expect.arrayContaining([person.email, aPayer.email]));
  await server.press(path, 'card');
  server.clock.advance(31 * DAY);
  const later = await matches('payable');
  // The link of a form's order is renewed; the offer of an organiser has lapsed.
  expect(later).toContain(person.email);
  expect(later).not.toContain(aPayer.email);
});

test('the latest of several unpaid orders of a person is the one that the letter is about', async () => {
  const { person } = await server.unpaidRegistration();
  server.clock.advance(DAY);
  const { reference } = await server.unpaidRegistration({ presentationType: 'POSTER' }, person);
  const readers = await readersOf(server.organising, 'unpaid');
  expect(readers.filter(({ email }) => email === person.email)).toMatchObject([
    { reference, registration: { presentationType: 'poster' } },
  ]);
});

describe.runIf(hasFeature('asked-amounts'))('the payer of an amount that was asked for', () => {
  test('is among the unpaid until it is paid, and never among the registered', async () => {
    const email = 'stand@glassworks.example';
    const said = await server.organise(
      'ask',
      email,
      '200',
      'Table',
      '--name',
      'Greta Glas',
      '--country',
      'Malta',
      '--send',
    );
    for (const selection of [
      'unpaid',
      'payable',
      'asked',
      'asked, unpaid',
      'unpaid, not speaker',
    ]) {
      expect(await matches(selection)).toContain(email);
    }
    expect(await matches('asked, country=Malta')).toEqual([email]);
    for (const selection of ['registered', 'paid', 'all', 'unpaid, not asked', 'unpaid, speaker']) {
      expect(await matches(selection)).not.toContain(email);
    }
    const { path } = await server.linkedOrder(said);
    await server.payLink(path);
    expect(await matches('asked')).toEqual([email]);
    for (const selection of ['unpaid', 'payable']) {
      expect(await matches(selection)).not.toContain(email);
    }
  });

  test('gets the link and the amount in a letter, which a payment withdraws', async () => {
    const email = 'booth@glassworks.example';
    const { path } = await server.linkedOrder(
      await server.organise('ask', email, '100', 'Chair', '--name', 'Gero Glas', '--send'),
    );
    const letter = join(folder, 'asked.md');
    writeFileSync(letter, 'Subject: Your stand\n\nDear {name},\n\nplease pay {amount}: {pay_link}');
    await server.organise('write', letter, '--to', 'asked, unpaid', '--send');
    const mail = async () =>
      (await server.listMessages(1000)).find(
        ({ recipient, kind }) => recipient === email && kind === 'letter',
      );
    expect((await mail())?.content.text).toContain(
      `Dear Gero Glas,\n\nplease pay €105.00: ${server.origin}${path}`,
    );
    await server.payLink(path);
    expect((await mail())?.state).toBe('withdrawn');
  });
});

test('an order is no longer unpaid for letters once money came that does not fit it', async () => {
  const { sessionId, url } = await server.openedCheckout();
  await server.db
    .updateTable('payments')
    .set({ amount_cents: 41_894 })
    .where('provider_ref', '=', sessionId)
    .execute();
  const { reference } = (await server.recordsOf(sessionId)).order;
  const unpaid = async () =>
    (await readersOf(server.organising, 'unpaid')).map((reader) => reader.reference);
  expect(await unpaid()).toContain(reference);
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  expect(await unpaid()).not.toContain(reference);
});

test('the members of an unpaid group get no letters, also after a correction', async () => {
  const site = await startTestSite();
  const { order, people } = await site.aGroup();
  const { reference } = order;
  const who = people[0]?.email ?? '';
  const someone = { name: 'Tuuli Salmi', email: 'tuuli@lab.example' };
  await (await site.planCorrection({ reference, who, ...someone })).perform();
  const readers = await readersOf(site.organising, 'unpaid');
  expect(readers.map(({ email }) => email)).toEqual([order.customer.email]);
});
