import { expect, test } from 'vitest';
import { duplicatesAmong, duplicateWords } from './duplicates.ts';

let count = 0;
function abstract(traits: Partial<Parameters<typeof duplicatesAmong>[0][number]> = {}) {
  count += 1;
  return {
    id: `id-${count}`,
    reference: `AB26-${count}`,
    name: `Ilmari ${'abcdefghij'[count % 10]}${count}`,
    email: `ilmari.${count}@lab.example`,
    sessionId: 'smart-polymers',
    title: undefined,
    sha256: `sha-${count}`,
    withdrawnAt: undefined,
    ...traits,
  };
}

test.each([
  [{ email: 'ada@lab.example' }, { email: ' Ada@LAB.example' }, 'same author and session'],
  [
    { name: 'Łukasz Bąk', email: 'l@a.example' },
    { name: 'Dr. Lukasz Bak', email: 'l@b.example' },
    'same author and session',
  ],
  [{ title: 'Slow polymers' }, { title: 'SLOW  polymers ', sessionId: 'other' }, 'same title'],
  [{ sha256: 'one' }, { sha256: 'one', sessionId: 'other' }, 'same file'],
  [
    { title: 'Fibres', email: 'bo@lab.example' },
    { title: 'Fibres', email: 'bo@lab.example' },
    'same title, same author and session',
  ],
])('%o and %o may be duplicates: %s', (first, second, why) => {
  const [one, other] = [abstract(first), abstract(second)];
  const found = duplicatesAmong([abstract(), one, abstract(), other]);
  expect(found.size).toBe(2);
  expect(duplicateWords(found.get(one.id))).toBe(`${other.reference} (${why})`);
  expect(duplicateWords(found.get(other.id))).toBe(`${one.reference} (${why})`);
});

test.each([
  ['an author in two sessions', { email: 'ada@lab.example' }, { sessionId: 'other' }],
  ['two people whose names only share a key', { name: 'Yu' }, { name: 'Yue' }],
  ['abstracts without a title', { title: undefined }, { title: undefined }],
  ['erased abstracts', { name: '', email: '' }, {}],
  ['a withdrawn abstract', { title: 'Fibres' }, { withdrawnAt: '2026-05-01T00:00:00.000Z' }],
])('%s are no duplicates', (_, shared, other) => {
  expect(duplicatesAmong([abstract(shared), abstract({ ...shared, ...other })])).toEqual(new Map());
});

test('the words of an abstract without duplicates are empty', () => {
  expect(duplicateWords(duplicatesAmong([abstract()]).get('id-1'))).toBe('');
});
