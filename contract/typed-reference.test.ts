import { describe, expect, test } from 'vitest';
import { findNamed, hasReference, tidyReference } from './typed-reference.ts';

const KNOWN = ['PS26-Q63R-EERN', 'PS26-7K3M-9QXW', 'AB26-0WZA-1Y5M', 'POLY26-MZ40-789Y'];
const existing = (spellings: string[]) => new Set(spellings.filter((each) => KNOWN.includes(each)));

async function named(typed: string) {
  const found = await findNamed(typed, existing);
  return found.named.map(({ reference, number }) => reference + number);
}

describe('a reference is found', () => {
  test.each([
    'PS26-Q63R-EERN',
    'ps26-q63r-eern',
    ' PS26-Q63R-EERN\r\n',
    'PS26-Q63R-EERN\t',
    'PS26‑Q63R‑EERN',
    'PS26–Q63R—EERN',
    'PS26−Q63R−EERN',
    'PS26 Q63R EERN',
    'PS26 Q63R EERN',
    'PS26Q63REERN',
    'PS26 - Q63R - EERN',
    'PS26.Q63R.EERN',
    'PS26_Q63R_EERN',
    'PS26-Q6­3R-EERN',
    'PS26-Q63R-\nEERN',
    'PS26-Q6\n3R-EERN',
    'PS26-Q63R-EERN.',
    'PS26-Q63R-EERN,',
    '(PS26-Q63R-EERN)',
    '“PS26-Q63R-EERN”',
    '‹PS26-Q63R-EERN›',
    'Ref. PS26-Q63R-EERN',
    'Ref.: PS26-Q63R-EERN, thank you',
    'RefPS26-Q63R-EERN',
    'Reference: PS26 Q63R EERN',
    '#PS26-Q63R-EERN',
    'PS26-Q63R-EERN Mira Lindqvist',
    'adaPS26-Q63R-EERN',
    ']Q3PS26-Q63R-EERN',
    'https://plenary.example/people/PS26-Q63R-EERN',
    'https://plenary.example/?ref=ps26-q63r-eern&x=1',
    'ＰＳ２６－Ｑ６３Ｒ－ＥＥＲＮ',
    '​PS26-Q63R-EERN﻿',
  ])('in %j', async (typed) => {
    expect(await named(typed)).toEqual(['PS26-Q63R-EERN']);
  });

  test.each([
    ['AB26-OWZA-IY5M', 'AB26-0WZA-1Y5M'],
    ['ab26-owza-ly5m', 'AB26-0WZA-1Y5M'],
    ['P0LY26-MZ4O-789Y', 'POLY26-MZ40-789Y'],
    ['PS26-7K3M-9QXW-2', 'PS26-7K3M-9QXW-2'],
    ['ps26–7k3m–9qxw–c1', 'PS26-7K3M-9QXW-C1'],
  ])('%s is %s', async (typed, reference) => {
    expect(await named(typed)).toEqual([reference]);
  });

  test.each([
    'PS26-Q63R-EERN PS26-7K3M-9QXW',
    'PS26-Q63R-EERN,PS26-7K3M-9QXW',
    'PS26-Q63R-EERNPS26-7K3M-9QXW',
    'PS26 Q63R EERN; PS26 7K3M 9QXW',
    'PS26-Q63R-EERN\nPS26-7K3M-9QXW\nPS26-Q63R-EERN',
  ])('twice in %j', async (typed) => {
    expect(await named(typed)).toEqual(['PS26-Q63R-EERN', 'PS26-7K3M-9QXW']);
  });

  test('and the rest of the text is left', async () => {
    const { rest } = await findNamed('PS26-Q63R-EERN and PS26-AAAA-BBBB', existing);
    expect(rest).toBe('AND PS26-AAAA-BBBB');
  });
});

test.each(['', 'Mira', 'PS26', 'PS26-Q63R', 'Q63R-EERN', 'PS26-Q63R-EER', 'XS26-Q63R-EERN'])(
  'no reference is found in %j',
  async (typed) => {
    expect(await named(typed)).toEqual([]);
  },
);

/** The texts that arrive if a scanner sends AB26-0WZA-1Y5M, POLY26-MZ40-789Y and PS26-Q63R-EERN as a keyboard of the United States. */
test.each([
  ['Germany', 'AB26ß0WYAß1Z5M', 'POLZ26ßMY40ß789Z', 'PS26ßQ63RßEERN'],
  ['Germany, with Caps Lock', 'ab"&?=wya?!z%m', 'polz"&?my$=?/()z', 'ps"&?q&§r?eern'],
  ['Switzerland', "AB26'0WYA'1Z5M", "POLZ26'MY40'789Z", "PS26'Q63R'EERN"],
  ['France', 'QBé-)àZWQ)&Y(?', "POLYé-)?W'à)è_çY", 'PSé-)A-"R)EERN'],
  ['Belgium', 'QBé§)àZWQ)&Y(?', "POLYé§)?W'à)è!çY", 'PSé§)A§"R)EERN'],
  ['France, with Caps Lock', 'qb26°0zwq°1y5,', 'poly26°,w40°789y', 'ps26°a63r°eern'],
  ['Spain', "AB26'0WZA'1Y5M", "POLY26'MZ40'789Y", "PS26'Q63R'EERN"],
  ['Sweden', 'AB26+0WZA+1Y5M', 'POLY26+MZ40+789Y', 'PS26+Q63R+EERN'],
  ['Poland, typewriter', 'AB26+0WYA+1Z5M', 'POLZ26+MY40+789Z', 'PS26+Q63R+EERN'],
  ['Czechia', 'ABěž=éWYA=+ZřM', 'POLZěž=MYčé=ýáíZ', 'PSěž=QžšR=EERN'],
  ['Czechia, QWERTY', 'ABěž=éWZA=+YřM', 'POLYěž=MZčé=ýáíY', 'PSěž=QžšR=EERN'],
  ['Slovakia', 'ABľž=éWYA=+ZťM', 'POLZľž=MYčé=ýáíZ', 'PSľž=QžšR=EERN'],
  ['Hungary', 'AB26üöWYAü1Z5M', 'POLZ26üMY4öü789Z', 'PS26üQ63RüEERN'],
  ['Turkey', 'AB26*0WZA*1Y5M', 'POLY26*MZ40*789Y', 'PS26*Q63R*EERN'],
  ['The Netherlands', 'AB26/0WZA/1Y5M', 'POLY26/MZ40/789Y', 'PS26/Q63R/EERN'],
  ['The United Kingdom', 'AB26-0WZA-1Y5M', 'POLY26-MZ40-789Y', 'PS26-Q63R-EERN'],
  ['Iceland', 'AB26ö0WZAö1Y5M', 'POLY26öMZ40ö789Y', 'PS26öQ63RöEERN'],
  ['Greece', 'αβ26-0ςζα-1υ5μ', 'ΠΟΛΥ26-ΜΖ40-789Υ', 'ΠΣ26-:63Ρ-ΕΕΡΝ'],
  ['Slovakia, QWERTY', 'ABľž=éWZA=+YťM', 'POLYľž=MZčé=ýáíY', 'PSľž=QžšR=EERN'],
  ['Hungary, QWERTY', 'AB26üöWZAü1Y5M', 'POLY26üMZ4öü789Y', 'PS26üQ63RüEERN'],
  ['Albania', 'AB26-0WYA-1Z5M', 'POLZ26-MY40-789Z', 'PS26-Q63R-EERN'],
  ['Lithuania', 'ABčš-“WZA-ąYįM', 'POLYčš-MZė“-ųū„Y', 'PSčš-QšęR-EERN'],
  ['Lithuania, standard', 'AB-,?)ŽZA?!Y:M', 'POLY-,?MZ;)?.=(Y', 'PS-,?Ą,/R?EERN'],
  ['Turkey, F', 'UÇ26/0GJU/1D5S', 'PHLD26/SJ40/789D', 'Pİ26/F63I/ĞĞIZ'],
  ['Greece, capitals', 'ΑΒ26-0΅ΖΑ-1Υ5Μ', 'ΠΟΛΥ26-ΜΖ40-789Υ', 'ΠΣ26-:63Ρ-ΕΕΡΝ'],
  ['Bulgaria', 'ѝФ26-0УЮѝ-1Щ5П', 'ЗДВЩ26-ПЮ40-789Щ', 'ЗЯ26-ы63И-ЕЕИХ'],
  ['Bulgaria, by sound', 'АБ26-0ШЗА-1Ъ5М', 'ПОЛЪ26-МЗ40-789Ъ', 'ПС26-Ч63Р-ЕЕРН'],
  ['Serbia', "АБ26'0ЊЅА'1З5М", "ПОЛЗ26'МЅ40'789З", "ПС26'Љ63Р'ЕЕРН"],
  ['North Macedonia', 'АБ26-0ЊЗА-1Ѕ5М', 'ПОЛЅ26-МЗ40-789Ѕ', 'ПС26-Љ63Р-ЕЕРН'],
  ['Georgia', 'AB26-0ჭძA-1Y5M', 'POLY26-Mძ40-789Y', 'Pშ26-Q63ღ-EEღN'],
  ['France, Bépo', 'AK«@=*ÉÀA="!)Q', 'JLR!«@=QÀ(*=+-/!', 'JU«@=B@»O=PPO?'],
  ['Korea', '뮤26-0ㅉㅋㅁ-1ㅛ5ㅡ', 'ㅖㅒㅣㅛ26-ㅡㅋ40-789ㅛ', 'ㅖㄴ26-ㅃ63ㄲ-ㄸㄸ꾸'],
  [
    'Korea, with Caps Lock',
    '뮤26-0ㅈㅋㅁ-1ㅛ5ㅡ',
    'ㅔㅐㅣㅛ26-ㅡㅋ40-789ㅛ',
    'ㅔㄴ26-ㅂ63ㄱ-ㄷㄷ구',
  ],
  ['Russia', 'ФИ26-0ЦЯФ-1Н5Ь', 'ЗЩДН26-ЬЯ40-789Н', 'ЗЫ26-Й63К-УУКТ'],
])('a scanner on a computer with the keyboard of %s', async (_, abstract, long, order) => {
  const found = [...(await named(abstract)), ...(await named(long)), ...(await named(order))];
  expect(found).toEqual(['AB26-0WZA-1Y5M', 'POLY26-MZ40-789Y', 'PS26-Q63R-EERN']);
});

test.each([
  ['ΠΣ26-:63Ρ-ΕΕΡΝ', true],
  ['PSé-)A-"R)EERN', true],
  ['ㅖㄴ26-ㅃ63ㄲ-ㄸㄸ꾸', true],
  ['김하늘', false],
  ['Béatrice Lefebvre', false],
  ['Jiří Dvořák-Šimek', false],
  ["O'Neill, Jean-Baptiste", false],
  ['Müller-Lüdenscheid, Anna', false],
])('%s looks like a reference: %s', (typed, isIt) => {
  expect(hasReference(typed)).toBe(isIt);
});

test.each([
  ['ps26–7k3m–9qxw', 'PS26-7K3M-9QXW'],
  ['Ref. AB26 7K3M 9QXO', 'AB26-7K3M-9QX0'],
  ['(AB267K3M9QXW)', 'AB26-7K3M-9QXW'],
  ['Mira Lindqvist', 'MIRA LINDQVIST'],
  ['pi_3NabcdefGH', 'PI_3NABCDEFGH'],
])('%s is tidied to %s', (typed, tidy) => {
  expect(tidyReference(typed)).toBe(tidy);
});
