import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  citedNameOf,
  hasWords,
  indexLetter,
  indexNameOf,
  isSameName,
  nameKey,
  searchable,
  searchWords,
  sortNameOf,
} from './person-name.ts';

/** Pairs: a name, and another spelling of the same name. */
const SAME: [string, string][] = [
  ["Sean O'Neil", 'Sean O’Neil'],
  ["Sean O'Neil", 'Sean O`Neil'],
  ["Sean O'Neil", 'Sean Oʼneil'],
  ["Sean O'Neil", 'sean  o´neil '],
  ["Sean O'Neil", 'Sean ONeil'],
  ["Dr. Sean O'Neil", "O'Neil, Sean"],
  ['Robert Miller Jr.', 'Robert Miller, Jr.'],
  ['Marie-Claire Dubois', 'Marie‑Claire Dubois'],
  ['Marie-Claire Dubois', 'Marie–Claire Dubois'],
  ['Marie-Claire Dubois', 'Marie Claire Dubois'],
  ['Xiao-Ming Li', 'Xiaoming Li'],
  ['Łukasz Bąk', 'Lukasz Bak'],
  ['Søren Kjær', 'Soren Kjaer'],
  ['Søren Kjær', 'Soeren Kjaer'],
  ['Jürgen Strauß', 'Juergen Strauss'],
  ['Jürgen Strauß', 'JÜRGEN STRAUẞ'],
  ['Jürgen Strauß', 'Jurgen Strauss'],
  ['Paul Erdős', 'Paul Erdos'],
  ['Ayşe Yıldız', 'AYSE YILDIZ'],
  ['İbrahim Öztürk', 'Ibrahim Ozturk'],
  ['Đặng Thị Hoa', 'Dang Thi Hoa'],
  ['Đorđe Ilić', 'Djordje Ilic'],
  ['Guðrún Þórsdóttir', 'Gudrun Thorsdottir'],
  ['Åse Håkonsen', 'Aase Haakonsen'],
  ['Peter van der Berg', 'Dr. Peter van der Berg'],
  ['Peter van der Berg', 'Prof. Dr.-Ing. Dr. h.c. mult. Peter van der Berg'],
  ['Peter van der Berg', 'Dr. rer. nat. Peter van der Berg'],
  ['Peter van der Berg', 'Mr Peter van der Berg, PhD'],
  ['Peter van der Berg', 'Peter van der Berg, M.D.'],
  ['Peter van der Berg', 'Peter van der Berg (M.Sc.)'],
  ['J. R. Smith', 'J.R. Smith'],
  ['J. R. Smith', 'J R Smith'],
  ['王小明', '王 小明'],
  ['Пётр Чехов', 'Петр Чехов'],
  ['Σοφός', 'ΣΟΦΌΣ'],
  ['أحمد', 'احمد'],
  ['Zo\u00eb', 'Zoe\u0308'],
];

describe('the same person', () => {
  test.each(SAME)('%s is also %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['Robert Miller', 'Robert Miller Jr.'],
    ['Yu Zhang', 'Yue Zhang'],
    ['Li Nan', 'Lin An'],
    ['Michal Novak', 'Michael Novak'],
    ['Jack Ma', 'Jack'],
    ['Phil Brown', 'Brown'],
    ['王小明', '王小红'],
    ['राम', 'रम'],
    ['ナガタ', 'ナカタ'],
    ['—', '…'],
    ['', 'Ada'],
  ])('%s is not %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
    expect(isSameName(other, one)).toBe(false);
  });

  test.each(['王小明', 'أحمد', '김민수', '—', '’', '☃', 'Dr.', 'Prof. Dr.', 'PhD', 'Ma'])(
    '%s remains a name',
    (name) => {
      expect(nameKey(name)).not.toBe('');
      expect(isSameName(name, name)).toBe(true);
    },
  );

  test('all spellings of one name have the same key', () => {
    const letters = fc.constantFrom(...'aeoudjåäöüøđæœ -’.ßlıbkéz'.split(''), 'Dr. ', 'aa', 'oe');
    const names = fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(isSameName(one, one)).toBe(true);
        for (const spelling of searchWords(one)) {
          if (isSameName(one, spelling)) expect(nameKey(spelling)).toBe(nameKey(one));
        }
        if (isSameName(one, other)) expect(nameKey(one)).toBe(nameKey(other));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a search', () => {
  const finds = (text: string, typed: string) => hasWords(searchable(text), searchWords(typed));

  test.each([
    ...SAME,
    ['Łukasz Bąk', 'lukasz ba'],
    ['Søren Kjær', 'Kjaer'],
    ['Sean O’Neil', "O'Ne"],
    ['Jürgen Müller', 'Mueller'],
    ['Jürgen Mueller', 'Müller'],
    ['Jürgen Müller', 'Muller'],
    ['Universität Zürich', 'zuerich'],
    ['PS26-7K3M-9QXW', 'ps26 7k3m'],
    ['ada@lab.example', 'Ada@Lab'],
    ['Dr. Ada Lovelace', 'Dr. Ada'],
  ])('in %s finds %s', (text, typed) => {
    expect(finds(text, typed)).toBe(true);
  });

  test.each([
    ['Ada Lovelace', 'Adam'],
    ['王小明', '红'],
    ['Yu Zhang', 'Yue'],
  ])('in %s does not find %s', (text, typed) => {
    expect(finds(text, typed)).toBe(false);
  });
});

test.each([
  ['Robert Miller Jr.', 'Miller Robert'],
  ['Robert Miller, Jr.', 'Miller Robert'],
  ['Anna Smith, PhD', 'Smith Anna'],
  ['Prof. Dr. Łukasz Bąk', 'Bąk Łukasz'],
  ["O'Neil, Sean", "O'Neil Sean"],
  ['Ludwig Wallner III', 'Wallner Ludwig'],
  ['Mira Lindqvist (Uppsala)', 'Lindqvist Mira'],
  ['Cher', 'Cher'],
  ['Jr.', 'Jr.'],
  ['王小明', '王小明'],
])('a list sorts %s as %s', (name, sorted) => {
  expect(sortNameOf(name)).toBe(sorted);
});

test.each([
  ['Prof. Dr. Jan van der Berg', 'Berg, Jan van der', 'Jan', 'van der Berg'],
  ["O'Neil, Sean", "O'Neil, Sean", 'Sean', "O'Neil"],
  ['María José Álvarez', 'Álvarez, María José', 'María José', 'Álvarez'],
  ['王小明', '王小明', '', '王小明'],
  ['ludwig van beethoven', 'beethoven, ludwig van', 'ludwig', 'van beethoven'],
  ['KATRIN Collaboration', 'KATRIN Collaboration', '', 'KATRIN Collaboration'],
  ['Forschungsgruppe Polymere', 'Forschungsgruppe Polymere', '', 'Forschungsgruppe Polymere'],
  ['Groupe d’étude des chaînes', 'Groupe d’étude des chaînes', '', 'Groupe d’étude des chaînes'],
  ['Consorcio de Polímeros', 'Consorcio de Polímeros', '', 'Consorcio de Polímeros'],
  ['高森 柚葉', '高森 柚葉', '柚葉', '高森'],
  ['김 하람솔', '김 하람솔', '하람솔', '김'],
  ['マリア クーリー', 'クーリー, マリア', 'マリア', 'クーリー'],
  ['Anna Teamer', 'Teamer, Anna', 'Anna', 'Teamer'],
  ['Ada Kowalska, FRSC', 'Kowalska, Ada', 'Ada', 'Kowalska'],
  ['Ada Kowalska, Dipl.-Ing.', 'Kowalska, Ada', 'Ada', 'Kowalska'],
])(
  '“%s” is “%s” in an index, and has the parts “%s” and “%s” in a citation',
  (name, index, given, family) => {
    expect(indexNameOf(name)).toBe(index);
    expect(citedNameOf(name)).toEqual({ given, family });
  },
);

test.each([
  ['Robert Miller Jr.', 'Jr.'],
  ['Dr. Robert Miller, Jr., PhD', 'Jr.'],
  ['Robert Miller III', 'III'],
])('“%s” keeps “%s” in an index and a citation', (name, suffix) => {
  expect(indexNameOf(name)).toBe(`Miller, Robert, ${suffix}`);
  expect(citedNameOf(name)).toEqual({ given: 'Robert', family: 'Miller', suffix });
});

test.each([
  ['Écuyer Anna', 'E'],
  ['łuk Jan', 'L'],
  ['김하늘', 'ㄱ'],
  ['까치 하나', 'ㄲ'],
  ['황보 서연', 'ㅎ'],
  ['ใจดี สมชาย', 'จ'],
  ['כהן יעל', 'כ'],
  ['山田 太郎', '山'],
])('%s is in an index below %s', (listed, letter) => {
  expect(indexLetter(listed)).toBe(letter);
  expect(indexLetter(listed.normalize('NFD'))).toBe(letter);
});
