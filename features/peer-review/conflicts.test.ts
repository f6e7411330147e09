import { expect, test } from 'vitest';
import { type AbstractFacts, compareWithAuthors, type ReviewerFacts } from './conflicts.ts';

const { hindranceOf } = compareWithAuthors({});

const reviewer: ReviewerFacts = {
  id: 'r',
  name: 'Anna Kowalska',
  email: 'anna@warsaw.example',
  institute: 'University of Warsaw',
  conflicts: '',
  sessions: '',
  topics: '',
};
const abstract: AbstractFacts = {
  id: 'a',
  reference: 'AB26-7K3M-9QXW',
  session: ['smart-polymers', 'Smart Polymers'],
  emails: ['bo@lab.example'],
  authors: [
    { name: 'Bo Fibre', affiliation: 'TU Berlin' },
    { name: 'Zofia Łęcka', affiliation: 'Institute of Fibres; Technical University of Łódź' },
  ],
};

test('a reviewer without a conflict may review an abstract', () => {
  expect(hindranceOf(reviewer, abstract)).toBeUndefined();
});

test.each([
  ['author', { email: ' BO@lab.example ' }],
  ['author', { name: 'Dr. Zofia Lecka' }],
  ['named', { conflicts: 'Jane Doe; Fibre' }],
  ['named', { conflicts: 'łęcka, zofia' }],
  ['named', { conflicts: 'ab26-7k3m-9qxw' }],
  ['named', { conflicts: 'bo@lab.example' }],
  ['institute', { institute: 'Institut für Chemie, TU Berlin, Germany' }],
  ['institute', { institute: 'tu berlin' }],
  ['institute', { institute: 'Warsaw; Technical University of Lodz' }],
  ['domain', { email: 'anna@lab.example' }],
  ['domain', { email: 'anna@chem.LAB.example' }],
  ['session', { sessions: 'Fibres; biopolymers' }],
])('“%s” keeps a reviewer from an abstract: %o', (hindrance, traits) => {
  expect(hindranceOf({ ...reviewer, ...traits }, abstract)?.why).toBe(hindrance);
});

test.each([
  { institute: '' },
  { institute: 'MIT' },
  { institute: 'Berlin' },
  { conflicts: 'Bo; Fibreman; AB26-7K3M' },
  { sessions: 'SMART polymers' },
  { sessions: 'other; smart-polymers' },
])('%o is no conflict', (traits) => {
  const others = { ...abstract, authors: [{ name: 'Bob Smith', affiliation: 'Smithsonian' }] };
  expect(hindranceOf({ ...reviewer, ...traits }, others)).toBeUndefined();
});

test.each([
  ['anna@chem.uni.example', 'bo@uni.example', 'domain'],
  ['anna@uni.example', 'bo@phys.uni.example', 'domain'],
  ['anna@chem.oxbridge.ac.uk', 'bo@oxbridge.ac.uk', 'domain'],
  ['anna@müller.example', 'bo@xn--mller-kva.example', 'domain'],
  ['anna@agh.edu.pl', 'bo@uw.edu.pl', undefined],
  ['anna@gmail.com', 'bo@gmail.com', undefined],
  ['anna@yahoo.co.uk', 'bo@yahoo.co.uk', undefined],
  ['anna@web.de', 'bo@web.de', undefined],
  ['anna@wp.pl', 'bo@wp.pl', undefined],
  ['anna@uni.example', 'bo@myuni.example', undefined],
])('%s and %s are a conflict by their domain: %s', (email, other, conflict) => {
  const theirs = { ...abstract, emails: ['zofia@lab.example', other] };
  expect(hindranceOf({ ...reviewer, email }, theirs)?.why).toBe(conflict);
});

test('co-authors of the conference do not review each other, and the reason names whom or what it is about', () => {
  const together = {
    ...abstract,
    id: 'b',
    reference: 'AB26-2222-2222',
    emails: ['dee@dee.example'],
    authors: [
      { name: 'Dee Resin', affiliation: 'Resin Works' },
      { name: 'Anna KOWALSKA', affiliation: 'Elsewhere' },
    ],
  };
  const byDee = {
    ...abstract,
    id: 'c',
    emails: ['dee@dee.example'],
    authors: [{ name: 'Dr. Dee Resin', affiliation: 'Resin Works' }],
  };
  const alone = compareWithAuthors({ all: [abstract, byDee] });
  expect(alone.hindranceOf(reviewer, byDee)).toBeUndefined();
  const all = compareWithAuthors({ all: [abstract, together, byDee] });
  expect(all.hindranceOf(reviewer, byDee)).toEqual({ why: 'coauthor', what: 'Dee Resin' });
  expect(all.hindranceOf(reviewer, together)).toEqual({ why: 'author', what: 'Anna KOWALSKA' });
  expect(all.hindranceOf(reviewer, abstract)).toBeUndefined();
  expect(hindranceOf({ ...reviewer, institute: 'Warsaw; TU Berlin' }, abstract)).toEqual({
    why: 'institute',
    what: 'TU Berlin',
  });
});
