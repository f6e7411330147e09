import { expect, test } from 'vitest';
import { isFound, searchableFact, searchFor } from './search.ts';

const finds = (kind: 'phone' | 'other', fact: string, typed: string) =>
  isFound(searchableFact(kind, fact), searchFor(typed));

test.each([
  ['Ada Kowalska', 'Kowalska Ada'],
  ['Ada Maria Kowalska', 'Ada Kowalska'],
  ['Jan van der Berg', 'van der Berg Jan'],
  ['Łukasz Bąk', 'Bak Lukasz'],
  ['Nguyễn Thị Hoa', 'Hoa Nguyen'],
  ['PS26-Q63R-EERN', 'PS26ßQ63RßEERN'],
  ['PS26-Q63R-EERN', 'PSé-)A-"R)EERN'],
  ['PS26-Q63R-EERN', 'Ref. ps26–q63r–eern.'],
  ['PS26-Q03R-1ERN', 'PS26 QO3R IERN'],
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ['ada@xn--mller-kva.example', 'ada@müller.example'],
  ['ada@xn--mller-kva.example', 'MÜLLER.example'],
  ['ada@lab.example', 'Ada Kowalska <ada@lab.example>'],
])('in %s finds %s', (fact, typed) => {
  expect(finds('other', fact, typed)).toBe(true);
});

test.each([
  ['Ada Kowalska', 'Kowalska Eva'],
  ['PS26-Q63R-EERN', 'PS26ßQ63RßEERM'],
])('in %s does not find %s', (fact, typed) => {
  expect(finds('other', fact, typed)).toBe(false);
});

const SPELLINGS = [
  '+49 30 1234567',
  '0049 30 1234567',
  '030/123-4567',
  '(030) 1234567',
  '+49 (0)30 1234567',
  '(0)30 123-4567',
  '+49-30-123 45 67',
  '030.1234567',
];

test.each(SPELLINGS.flatMap((fact) => SPELLINGS.map((typed) => [fact, typed] as const)))(
  'the telephone number %s is found as %s',
  (fact, typed) => {
    expect(finds('phone', fact, typed)).toBe(true);
  },
);

test.each([
  ['+49 30 5550100', '+49 30 555', true],
  ['030 5550100', '0049 30 55', true],
  ['+1 (212) 555-0100', '212-555-0100', true],
  ['(212) 555-0100', '+1 212 555 0100', true],
  ['+39 06 6982', '06 6982', true],
  ['+49 30 5550100', '+49 30 556', false],
  ['+49 30 5550100', '030 5550101', false],
  ['+49 30 5550100', '1234', false],
])('the telephone number %s is found as %s: %s', (fact, typed, isIt) => {
  expect(finds('phone', fact, typed)).toBe(isIt);
});
