import { describe, expect, test } from 'vitest';
import { authorWords, masked, namesIn } from './author-words.ts';

const person = { name: 'Jana Kowalska', email: 'jana.kowalska@uw.example' };
const words = authorWords({ ...person, organizationName: 'Warsaw Polymer Centre' }, [
  { name: 'Adam Petit', affiliation: 'Lab', orcid: undefined },
  { name: 'Jan van der Müller-Łęcki', affiliation: 'Lab', orcid: undefined },
  { name: 'Li Wei', affiliation: 'Lab', orcid: undefined },
]);

describe('a text names an author', () => {
  test.each([
    ['in capitals', 'by J. KOWALSKA and others'],
    ['at the end of a line', 'Work by Kowal-\nska is continued'],
    ['with a soft hyphen', 'Kowal\u00ADska et al.'],
    ['with a space that has no width', 'Kowal\u200Bska et al.'],
    ['with a mark that joins its letters', 'Peti\u2060t et al.'],
    ['in an address', 'see github.com/jkowalska for code'],
    ['in a handle', 'follow @kowalska_lab'],
    ['in a small handle', 'we are kowalskalab there'],
    ['in a web address', 'www.kowalskalab.org'],
    ['with spaced letters', 'by K o w a l s k a'],
    ['torn by a program', 'by Kowal ska in 2024'],
    ['without an at sign', 'kowalska (at) uw.example'],
    ['with at as a word', 'jana.kowalska at uw.example'],
    ['by the given name alone', 'Jana did the work'],
    ['without accents', 'the method of Mueller-Lecki'],
    ['a short name in an address', 'petit.github.example/page'],
    ['with a capital within', 'the PetitLab data'],
    ['as a possessive', 'Petits Methode'],
    ['a short name and its given name', 'https://host.example/liwei'],
  ])('%s', (_, text) => {
    expect(namesIn(text, words)).not.toEqual([]);
    expect(masked(text, words)).toContain('▮▮▮');
    expect(namesIn(masked(text, words), words)).toEqual([]);
  });

  test('by any mail address and any ORCID iD, also of others', () => {
    const text = 'Ask ada@lab.example or {bo,cy}@lab.example, 0000-0002-1825-0097.';
    expect(namesIn(text, words)).toHaveLength(3);
    expect(masked(text, words)).not.toMatch(/ada|lab\.example|1825/);
  });
});

test('a part of an affiliation is found, whichever comma is before it', () => {
  const affiliation = '清华大学高分子研究所，北京市海淀区；جامعة القاهرة، كلية العلوم';
  const chinese = authorWords({ ...person, organizationName: affiliation }, []);
  for (const text of ['清华大学高分子研究所', '北京市海淀区', 'كلية العلوم'])
    expect(namesIn(text, chinese)).not.toEqual([]);
});

describe('an author called', () => {
  test.each([
    ['李伟', '通讯作者：李伟和其他人', ''],
    ['علی محمدرضا', 'نوشته محمد\u200Cرضا است', ''],
    ['李 伟', '作者李　伟在实验室', ''],
    ['李 伟明', '伟明 李 是作者', ''],
    ['李伟明', '伟明李（第一作者）', ''],
    ['田中 一郎', '田中らの方法', ''],
    ['김 민수', '김 민수는 저자이다', ''],
    ['김민수', '저자 김민수가', ''],
    ['Jana Kowalska', '我们清华大学的方法', '清华大学高分子研究所'],
    ['Jana Kowalska', '在北大完成', '北大；其他'],
    ['Jana Kowalska', '東京大学で測定した', '東京大学 工学部'],
    ['Jana Kowalska', '서울대학교에서', '서울대학교'],
    ['Jana Kowalska', 'made at MIT by us', 'MIT, Cambridge'],
    ['Yo O', 'by Yo O and others', ''],
    ['Yo O', 'O, Y. and others', ''],
    ['Li Na', 'Prof. Li says', ''],
    ['Li Na', 'shown by Na et al.', ''],
    ['E Wang', 'E. WANG did', ''],
    ['KIM Minsu', 'the method of Kim', ''],
    ['minsu kim', 'Kim has shown', ''],
    ['Ada Käs', 'as Kaes has shown', ''],
    ['Ada Kaes', 'as Käs has shown', ''],
    ['Jo Mueller', 'Müller hat gezeigt', ''],
    ['Søren Bjørk', 'Bjoerk and others', ''],
    ['Ada Åberg', 'Aaberg and others', ''],
    ["Sean O'Neil", 'O’Neil and others', ''],
    ['Sean O’Neil', "O'Neil and others", ''],
    ['Ada Smith–Jones', 'the Jones model', ''],
    ['Jean-Pierre Petit', 'Jean‑Pierre did it', ''],
    ['محمد الأنصاري', 'دراسة الأنصاري عن الهلام', ''],
    ['محمد الأنصاري', 'محـــمد وزملاؤه', ''],
    ['محمد الأنصاري', '\uFEE3\uFEA4\uFEE4\uFEAA كتب', ''],
    ['محمد الأنصاري', '\u064A\u0631\uFE8E\uFEBC\uFEE7\uFEF7\u0627', ''],
    ['محمد الأنصاري', 'by \uFEAA\uFEE4\uFEA4\uFEE3 and others', ''],
    ['Jana Kowalska', 'دوعس \uFEDA\uFEE0\uFEE4\uFEDF\u0627 ةعماج', 'جامعة الملك سعود'],
    ['שרה כהן-לוי', 'by ןהכ and others', ''],
    ['שרה כהן-לוי', 'by הרש', ''],
    ['Łukasz Bąk', 'by Bak and others', ''],
    ['Łukasz Bąk', 'by ŁUKASZ', ''],
  ])('%s is found in “%s”', (name, text, affiliation) => {
    const own = authorWords({ name, email: 'a@b.example', organizationName: affiliation }, []);
    expect(namesIn(text, own)).not.toEqual([]);
    expect(namesIn(masked(text, own), own)).toEqual([]);
  });

  test.each([
    ['Li Wang', 'Li is a metal'],
    ['Yo O', 'the O atom'],
    ['Joe Bauer', 'a baurite in Joule'],
    ['李伟', '伟大的李子'],
    ['علي حسن', 'تعليم'],
    ['محمد الأنصاري', 'دراسة الهلام في الماء'],
  ])('%s is not found in “%s”', (name, text) => {
    const own = authorWords({ name, email: 'a@b.example', organizationName: 'Lab' }, []);
    expect(namesIn(text, own)).toEqual([]);
  });
});

test.each([
  'competitive adsorption with petit changes',
  'the Petitpierre model',
  'van der Waals forces, and the ratio 0000-1111',
  'measured at 3.5 GPa in 2019 2020 2021 2022',
  'the power of the polymer (at 20 °C)',
  'co walks, kale',
])('an ordinary text names nobody: %s', (text) => {
  expect(namesIn(text, words)).toEqual([]);
  expect(masked(text, words)).toBe(text);
});
