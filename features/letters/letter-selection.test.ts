import { describe, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { withCombinations, withExtras } from '#tests/support/fixture-prices.ts';
import { readSelection, unmistakable } from './letter-selection.ts';
import { type Registration, selectionWords } from './letter-words.ts';

const { prices } = translatedContent;

/** A registration that is confirmed and paid, except for what the test says. */
function registration(name: string, traits: Partial<Registration> = {}): Registration {
  const email = `${name}@lab.example`;
  const reader = { name, email, language: 'en', isPayerOfGroup: false };
  return {
    id: name,
    kind: 'registration',
    reference: name,
    name,
    sortName: name,
    email,
    phone: '',
    institute: 'Institute',
    country: 'Malta',
    language: 'en',
    presentationType: 'speaker',
    agreedWords: undefined,
    hasRoom: false,
    nights: 0,
    guests: 0,
    extras: [],
    state: 'CONFIRMED',
    isMember: false,
    isInvited: false,
    priceKind: 'usual',
    unitCents: asCents(39900),
    phase: undefined,
    proof: undefined,
    isInGroup: false,
    registeredAt: '2026-01-01T00:00:00.000Z',
    paidAt: '2026-01-01',
    placeSince: '2026-01-01',
    amountCents: asCents(41895),
    refundedCents: asCents(0),
    currency: prices.currency,
    provider: 'stripe',
    receiptPath: undefined,
    checkedInAt: undefined,
    answers: {},
    accompanyingPerson: false,
    extraNights: 0,
    hasPaid: true,
    isUnproved: false,
    isGuest: false,
    isPending: false,
    isTransferring: false,
    isPayable: false,
    reader,
    ...traits,
  };
}

function chosen(
  content: Content,
  people: readonly Registration[],
  selection: string,
  letters: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): string[] {
  const facts = { content, registrations: people, contributions: [], letters };
  const { match } = readSelection(selection, { ...facts, now: new Date('2026-02-01') });
  const none = { memberships: [], namesakes: [], contributions: [], asked: [] };
  return people.filter((one) => match({ ...none, registrations: [one] })).map(({ name }) => name);
}

function withPrices(changed: Partial<Content['prices']>): Content {
  return { ...translatedContent, prices: { ...prices, ...changed } };
}

/** The fixture with another type of this id. */
function withType(id: string): Content {
  const [first, ...others] = prices.presentationTypes;
  if (!first) throw new Error('the fixture has no type');
  return withPrices({ presentationTypes: [first, { ...first, id, label: 'Another' }, ...others] });
}

describe('a word of two meanings', () => {
  const common = Object.keys(selectionWords(translatedContent)).filter((word) =>
    /^[a-z]+$/.test(word),
  );
  const typesOfFixture = new Set(prices.presentationTypes.map(({ id }) => id));

  test.each(
    common.filter((word) => !typesOfFixture.has(word) && word !== 'reviewers' && word !== 'former'),
  )('the type %s is found by its exact spelling, and the bare word is refused with both', (id) => {
    const content = withType(id);
    const people = [registration('ann', { presentationType: id }), registration('bo')];
    expect(chosen(content, people, `type=${id}`)).toEqual(['ann']);
    expect(chosen(content, people, `not type=${id}`)).toEqual(['bo']);
    for (const bare of [id, `not ${id}`]) {
      expect(() => chosen(content, people, bare)).toThrow(
        new RegExp(`"${bare}" has 2 meanings here.*word=${id}".*type=${id}"`),
      );
    }
    expect(() => chosen(content, people, `word=${id}`)).not.toThrow();
    expect(unmistakable(`paid, not ${id}`, content)).toBe(
      id === 'paid' ? 'word=paid, not word=paid' : `paid, not word=${id}`,
    );
    expect(selectionWords(content)).toMatchObject({
      [`type=${id}`]: 'people who registered as Another',
      [`word=${id}`]: expect.any(String),
    });
  });

  test.each([
    ['invited', 'invited', ['invited']],
    ['title', 'with title', ['invited']],
    ['title', 'without title', ['invited']],
    ['proof', 'without proof', ['invited']],
    ['answer', 'without answer', ['invited']],
    ['room', 'with room', ['invited']],
  ])('an extra %s and “%s” are told apart', (id, word) => {
    const [extra] = withExtras(prices).extras;
    if (!extra) throw new Error('no extra');
    const content = withPrices({ extras: [{ ...extra, id, label: 'Thing' }] });
    const people = [registration('ann', { extras: [{ id, count: 1 }] }), registration('bo')];
    expect(() => chosen(content, people, word)).toThrow(`extra=${id}"`);
    expect(() => chosen(content, people, word)).toThrow('word=');
    expect(chosen(content, people, `extra=${id}`)).toEqual(['ann']);
    expect(chosen(content, people, `without extra=${id}`)).toEqual(['bo']);
  });

  test('a type and an extra of one id are told apart', () => {
    const content = { ...withType('dinner') };
    const both = { ...content, prices: withExtras(content.prices) };
    const people = [
      registration('ann', { presentationType: 'dinner' }),
      registration('bo', { extras: [{ id: 'dinner', count: 1 }] }),
    ];
    expect(() => chosen(both, people, 'dinner')).toThrow('"type=dinner"');
    expect(chosen(both, people, 'type=dinner')).toEqual(['ann']);
    expect(chosen(both, people, 'extra=dinner')).toEqual(['bo']);
  });
});

describe('the words of a conference', () => {
  const content: Content = {
    ...withPrices({
      ...withCombinations(prices),
      phases: [{ name: 'Early bird', until: undefined }],
    }),
  };
  const people = [
    registration('vera', { extras: [{ id: 'dinner:vegan', count: 1 }] }),
    registration('mick', {
      extras: [
        { id: 'dinner:meat', count: 2 },
        { id: 'gels', count: 1 },
      ],
      phase: 'Early bird',
    }),
    registration('tom', { extras: [{ id: 'tour', count: 1 }], phase: 'First, round' }),
    registration('rita', { hasRoom: true, nights: 3, guests: 1, extraNights: 2 }),
    registration('acco', { hasRoom: true, nights: 2, accompanyingPerson: true }),
    registration('boat', { extras: [{ id: 'old-boat', count: 1 }] }),
    registration('gone', {
      state: 'CANCELLED',
      placeSince: undefined,
      hasRoom: true,
      nights: 3,
      guests: 1,
      extraNights: 2,
      accompanyingPerson: true,
      isInGroup: true,
      isMember: true,
      isInvited: true,
      isGuest: true,
      proof: 'ACCEPTED',
      checkedInAt: '2026-05-29',
      phase: 'Early bird',
      answers: { diet: 'Vegan' },
      extras: ['dinner:vegan', 'gels', 'tour', 'old-boat'].map((id) => ({
        id,
        count: 1,
      })),
    }),
    registration('here', { checkedInAt: '2026-05-29', unitCents: asCents(3490) }),
    registration('saul', {
      presentationType: 'old-type',
      answers: { diet: 'Vegan', photos: 'yes' },
    }),
    registration('anna', {
      answers: { diet: 'Halal, no nuts', access: 'ramp, please', photos: 'no' },
    }),
    registration('zero', { isGuest: true, amountCents: asCents(0), unitCents: asCents(0) }),
    registration('open', {
      state: 'AWAITING_PAYMENT',
      placeSince: undefined,
      hasPaid: false,
      paidAt: undefined,
    }),
    registration('prof', { isUnproved: true }),
    registration('sent', { isUnproved: true, proof: 'SENT' }),
    registration('refu', { state: 'REFUNDED', placeSince: undefined, isInGroup: true }),
    registration('dora', {
      reader: { name: 'Dora', email: 'DORA@lab.example', language: 'de', isPayerOfGroup: false },
    }),
  ];
  const letters = new Map([
    ['The boat, and more: {name}', new Set(['vera@lab.example', 'dora@lab.example'])],
    ['Your stand', new Set(['tom@lab.example'])],
  ]);
  const comes = people.filter(({ state }) => !['CANCELLED', 'REFUNDED'].includes(state));
  const but = (...names: string[]) =>
    comes.map(({ name }) => name).filter((name) => !names.includes(name));

  test.each([
    ['extra=dinner', ['vera', 'mick']],
    ['dinner', ['vera', 'mick']],
    ['with dinner', ['vera', 'mick']],
    ['without dinner', but('vera', 'mick')],
    ['not extra=dinner', but('vera', 'mick')],
    ['extra=Conference dinner', ['vera', 'mick']],
    ['extra=dinner:vegan', ['vera']],
    ['dinner:meat', ['mick']],
    ['Extra = Conference Dinner (Vegan)', ['vera']],
    ['dinner, not dinner:vegan', ['mick']],
    ['paid, gels', ['mick']],
    ['extra=workshop on gels', ['mick']],
    ['tour', ['tom']],
    // An extra and a type that are no longer offered.
    ['extra=old-boat', ['boat']],
    ['type=old-type', ['saul']],
    ['type=Speaker', but('saul')],
    ['speaker, with room', ['rita', 'acco']],
    ['room', ['rita', 'acco']],
    ['without room', but('rita', 'acco')],
    ['nights=3', ['rita']],
    ['room, not nights=3', ['acco']],
    ['room guests=1', ['rita']],
    ['extra nights', ['rita']],
    ['extra nights=2', ['rita']],
    ['accompanying person', ['acco']],
    ['with accompanying person', ['acco']],
    ['room, without accompanying person', ['rita']],
    ['checked in', ['here']],
    ['came', ['here']],
    ['paid, not checked in', but('here', 'open')],
    ['phase=early bird', ['mick']],
    ['phase=First, round', ['tom']],
    ['guests', ['zero']],
    ['paid=418.95', but('zero', 'open')],
    ['paid 418,95, here', undefined],
    ['paid 418,95, checked in', ['here']],
    ['paid € 0', ['zero']],
    ['price=34.90', ['here']],
    ['price 34,90', ['here']],
    ['not price=399', ['here', 'zero']],
    ['answer=diet', ['saul', 'anna']],
    ['answer diet=vegan', ['saul']],
    ['answer diet=Halal, no nuts', ['anna']],
    ['answer access=ramp, please, paid', ['anna']],
    ['answer photos=no', ['anna']],
    ['answer=Diet', ['saul', 'anna']],
    ['with answer=diet, not answer diet=vegan', ['anna']],
    ['without answer=diet', but('saul', 'anna', 'open')],
    ['without answer', but('anna', 'open')],
    ['unproved', ['prof', 'sent']],
    ['without proof', ['prof']],
    ['language=de', ['dora']],
    ['language=German', ['dora']],
    ['not language=de', but('dora')],
    ['got=The boat, and more: {name}', ['vera', 'dora']],
    ['paid, not got=the boat, and more: {NAME}, speaker', but('vera', 'dora', 'open', 'saul')],
    ['not got=your stand', but('tom')],
    ['group', []],
    ['member', []],
    ['invited', []],
    ['proved', []],
    ['country=Malta', but()],
    ['older than 3 days', but()],
    ['registered', but()],
    ['cancelled', ['gone']],
    ['cancelled, room', ['gone']],
    ['refunded', ['refu']],
    ['refunded, group', ['refu']],
  ] as const)('“%s” reaches exactly those whom it names', (selection, expected) => {
    const find = () => chosen(content, people, selection, letters);
    if (expected === undefined) expect(find).toThrow('is not a group of recipients');
    else expect(find()).toEqual(expected);
  });

  test.each([
    ['extra=boat', 'There is no extra "boat". The extras are dance, dinner, dinner:meat'],
    ['without extra=boat', 'There is no extra "boat".'],
    ['type=opera', 'There is no presentation type "opera". The presentation types are delegate'],
    ['phase=late', 'There is no phase "late". The phases are'],
    ['language=fr', 'There is no language "fr". The languages are de, en.'],
    ['got=hello', 'There is no letter "hello". The letters are The boat'],
    ['answer=shoe', 'There is no question "shoe". The questions are access, diet'],
    ['answer diet=beef', 'There is no answer "diet=beef". The answers are'],
    ['diet=vegan', 'Do you mean "answer diet=Vegan"?'],
    ['country=Atlantis', '"atlantis" is not a known country'],
    ['paid 1,000', 'is not an amount in EUR'],
    ['room and dinner', 'A comma means “and”.'],
    ['room; dinner', 'A comma means “and”.'],
    ['lodgers=1', 'room guests=…, extra nights=…'],
    ['price=cheap', '"price=cheap" is not a group of recipients'],
    ['nights=many', 'is not a group of recipients'],
    ['diner', 'Do you mean "extra=dinner"?'],
    ['chekced in', 'Do you mean "checked in"?'],
    ['reviewers, paid', '"reviewers" stands alone'],
    ['not former', '"former" stands alone'],
    ['constructor', 'is not a group of recipients'],
    ['extra=', 'is not a group of recipients'],
    ['without', 'is not a group of recipients'],
  ])('“%s” is refused: %s', (selection, words) => {
    expect(() => chosen(content, people, selection, letters)).toThrow(words);
  });

  test('help names the words of this conference, and examples without one', () => {
    expect(selectionWords(content)).toMatchObject({
      speaker: 'people who registered as Speaker',
      'extra=dinner:vegan': 'people with Conference dinner (Vegan)',
      'phase=Early bird': 'people who registered at the price of the phase Early bird',
      'answer diet=Vegan': expect.stringContaining('with Vegan'),
      'without answer=diet': expect.any(String),
    });
    expect(selectionWords()).toMatchObject({ 'extra=dinner': expect.any(String) });
    expect(selectionWords()).not.toHaveProperty('extra=dinner:vegan');
    expect(selectionWords({ ...translatedContent })).not.toHaveProperty('extra=dinner');
  });
});
