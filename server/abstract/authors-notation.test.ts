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

const named = (names: string) => readAuthors(names).map(({ name }) => name);

test.each([
  ['Ada Kowalska, Ph.D., Bea Weiss, M.D.', ['Ada Kowalska, Ph.D.', 'Bea Weiss, M.D.']],
  ['Robert Miller, Jr., Ada Kowalska', ['Robert Miller, Jr.', 'Ada Kowalska']],
  ['Ada Kowalska, PhD, FRSC, Bo Li', ['Ada Kowalska, PhD, FRSC', 'Bo Li']],
  [
    'Ada Kowalska, Dipl.-Ing., Ben Roth, III, MSc',
    ['Ada Kowalska, Dipl.-Ing.', 'Ben Roth, III, MSc'],
  ],
  ['Ada Kowalska* (KIT), Ph.D., Bo Li', ['Ada Kowalska, Ph.D.', 'Bo Li']],
  ['Ada Kowalska, Ph.D. (KIT), Bo Li', ['Ada Kowalska, Ph.D.', 'Bo Li']],
  ['Kowalska, A., Weiss, B.-M.', ['Kowalska, A.', 'Weiss, B.-M.']],
  ['Kowalska, Ada; Weiss, Bea', ['Kowalska, Ada', 'Weiss, Bea']],
  ['Kowalska, Ada, Ph.D.; and Weiss, Bea', ['Kowalska, Ada, Ph.D.', 'Weiss, Bea']],
  ['Ada Kowalska and Bea Weiss', ['Ada Kowalska', 'Bea Weiss']],
  ['Ada Kowalska, Bo Li, and Bea Weiss', ['Ada Kowalska', 'Bo Li', 'Bea Weiss']],
  ['Ada Kowalska, Bo Li & Bea Weiss', ['Ada Kowalska', 'Bo Li', 'Bea Weiss']],
  ['Ada Kowalska und Bea Weiss', ['Ada Kowalska', 'Bea Weiss']],
  ['Ada Kowalska and the KATRIN Collaboration', ['Ada Kowalska', 'KATRIN Collaboration']],
  ['Working Group on Rings and Chains, Bo Li', ['Working Group on Rings and Chains', 'Bo Li']],
  ['Prof. Ada Kowalska, Yue Ma', ['Prof. Ada Kowalska', 'Yue Ma']],
  ['Ada Kowalska for the KATRIN Collaboration', ['Ada Kowalska', 'KATRIN Collaboration']],
  ['Society for the Study of Gels, Bo Li', ['Society for the Study of Gels', 'Bo Li']],
  ['王 小明（北京大学），李 雷', ['王 小明', '李 雷']],
  ['Ada Kowalska <https://orcid.org/0000-0002-1825-0097>; Bo Li', ['Ada Kowalska', 'Bo Li']],
  ['{Young Chains}, {KATRIN Collaboration}', ['Young Chains', 'KATRIN Collaboration']],
])('%j names %j', (typed, names) => {
  expect(named(typed)).toEqual(names);
  expect(named(authorsInWords(readAuthors(typed)))).toEqual(names);
});

test.each([
  ['Ada Kowalska et al.', 'names nobody'],
  ['Ada Kowalska, et al.', 'names nobody'],
  ['Ada Kowalska, u. a.', 'names nobody'],
  ['Ada Kowalska et coll.', 'names nobody'],
  ['Ada Kowalska and others', 'names nobody'],
  ['Ada Kowalska und Mitarbeiter', 'names nobody'],
  ['Ada Kowalska[1], Bea Weiss[2]', 'has a mark of an affiliation'],
  ['Ada Kowalskaa,b, Bea Weissb', 'has a mark of an affiliation'],
  ['Ada Kowalska a, Bea Weiss b', 'has a mark of an affiliation'],
  ['Ada Kowalska | Bea Weiss', 'is not a name with an affiliation'],
  ['Ada Kowalska <ada@lab.example>', 'is not a name with an affiliation'],
  ['Kowalska, Ada, Weiss, Bea', 'semicolons between the authors'],
  ['Ada Kowalska1,2, Bea Weiss2', 'has a mark of an affiliation'],
  ['Ada Kowalska¹, Bea Weiss', 'has a mark of an affiliation'],
  ['Ada Kowalska†, Bea Weiss', 'has a mark of an affiliation'],
  ['Ada (TU Dresden', 'a bracket is missing'],
  ['Ada) Kowalska (TU', 'a bracket is missing'],
  ['(TU Dresden)', 'is not a name with an affiliation'],
  ['Ada (TU) Dresden', 'is not a name with an affiliation'],
  ['Ada (TU) 0000-0002-1825-0098', '“0000-0002-1825-0098” is not an ORCID iD'],
  [Array.from({ length: 61 }, () => 'Ada').join(', '), 'more than 60'],
  [`Ada (${'x'.repeat(301)})`, 'is not a name'],
])('%j is refused', (typed, why) => {
  expect(() => readAuthors(typed)).toThrow(why);
});
