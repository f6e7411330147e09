import { expect, test } from 'vitest';
import { authorsInWords, readAuthors } from './authors-notation.ts';

const ada = { name: 'Ada Kowalska', affiliation: 'TU Dresden', orcid: undefined, presents: true };
const bea = {
  name: 'Bea Weiss',
  affiliation: 'ETH; EMPA',
  orcid: '0000-0002-1825-0097',
  presents: false,
};

test.each([
  ['Ada Kowalska* (TU Dresden), Bea Weiss (ETH; EMPA) 0000-0002-1825-0097', [ada, bea]],
  ['*Ada Kowalska (TU Dresden); Bea Weiss (ETH; EMPA) 0000000218250097', [ada, bea]],
  [
    'Ada Kowalska (TU Dresden)*,\nBea Weiss (ETH; EMPA) https://orcid.org/0000-0002-1825-0097\n',
    [ada, bea],
  ],
  // Without a star the first author presents.
  ['Ada Kowalska (TU Dresden)', [ada]],
  [
    'Bea Weiss, Ada Kowalska*',
    [
      { ...bea, affiliation: '', orcid: undefined },
      { ...ada, affiliation: '' },
    ],
  ],
  [
    'Weiss, Bea*; Ada Kowalska (Univ. (Campus A), Dresden)*;',
    [
      { name: 'Weiss, Bea', affiliation: '', orcid: undefined, presents: true },
      { ...ada, affiliation: 'Univ. (Campus A), Dresden' },
    ],
  ],
  ['', []],
])('%j is read as authors, and their words are read as the same', (typed, authors) => {
  expect(readAuthors(typed)).toEqual(authors);
  expect(readAuthors(authorsInWords(authors))).toEqual(authors);
});

test.each([
  ['Ada (TU Dresden', 'a bracket is missing'],
  ['Ada) Kowalska (TU', 'a bracket is missing'],
  ['(TU Dresden)', 'is not a name with an affiliation'],
  ['Ada (TU) Dresden', 'is not a name with an affiliation'],
  ['Ada (TU) 0000-0002-1825-0098', '“0000-0002-1825-0098” is not an ORCID iD'],
  [Array.from({ length: 61 }, (_, at) => `A${at}`).join(', '), 'more than 60'],
  [`Ada (${'x'.repeat(301)})`, 'is not a name'],
])('%j is refused', (typed, why) => {
  expect(() => readAuthors(typed)).toThrow(why);
});
