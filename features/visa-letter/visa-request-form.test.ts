import { expect, test } from 'vitest';
import { readVisaForm, type TypedVisa } from './visa-request-form.ts';

const days = { today: '2026-03-04', lastDay: '2026-05-30' };
const good: TypedVisa = {
  name: '  OKWUOSA Rosalind Adaeze ',
  nationality: 'Nigeria',
  passport: 'b 0123 4567',
  birthDate: '1990-05-31',
  expiryDate: '2026-05-30',
  consulate: '',
};

function mistakesOf(change: TypedVisa): readonly string[] {
  const { data, mistakes } = readVisaForm({ ...good, ...change }, days);
  expect(data).toBeUndefined();
  return mistakes;
}

test('a complete form is read, with the passport number without blanks and in capitals', () => {
  expect(readVisaForm(good, days)).toMatchObject({
    data: {
      name: 'OKWUOSA Rosalind Adaeze',
      nationality: 'Nigeria',
      passport: 'B01234567',
      birthDate: '1990-05-31',
      expiryDate: '2026-05-30',
      consulate: undefined,
    },
  });
});

test('a name has the Latin letters, accents and marks of its language', () => {
  for (const name of [
    'NGUYỄN Thị Hồng',
    "N\u0303an\u0303ez d’Été-O'Brien, Jr.",
    'Oʻktam Gʻaniyev',
    'ＬＩ Wei',
    'Þórunn Ægisdóttir (Li)',
  ]) {
    expect(readVisaForm({ ...good, name }, days).mistakes).toEqual([]);
  }
});

test('passport number and days may have the digits of an Arabic keyboard', () => {
  const { data } = readVisaForm(
    { ...good, passport: 'A٠١٢٣٤٥٦٧', birthDate: '١٩٩٠-٠٥-٣١', expiryDate: '۲۰۲۶/۰۵/۳۰' },
    days,
  );
  expect(data).toMatchObject({
    passport: 'A01234567',
    birthDate: '1990-05-31',
    expiryDate: '2026-05-30',
  });
});

test('a day may have dots or slashes, if the year is first', () => {
  for (const birthDate of ['1990/05/31', '1990.05.31', ' 1990-05-31 ', '１９９０-０５-３１']) {
    expect(readVisaForm({ ...good, birthDate }, days).data?.birthDate).toBe('1990-05-31');
  }
});

test.each([
  ['name', ''],
  ['name', '   '],
  ['name', '\u200B\u200B'],
  ['name', 'A\nB'],
  ['name', 'A\u0000B'],
  ['name', 'x'.repeat(121)],
  ['name', 'محمدرضا حسینی‌نژاد'],
  ['name', '王小明'],
  // The letters look Latin, and the first is Greek.
  ['name', 'Οkwuosa Rosalind'],
  ['name', '1990'],
  ['nationality', ''],
  ['nationality', 'Atlantis'],
  ['nationality', 'nigeria'],
  ['passport', ''],
  ['passport', 'B-0123/4567'],
  ['passport', 'ABCDEFG'],
  ['passport', '1234'],
  ['passport', '1'.repeat(21)],
  ['passport', '<b>12345</b>'],
  ['birthDate', ''],
  ['birthDate', '31.05.1990'],
  ['birthDate', '1990-02-30'],
  ['birthDate', '1990-13-01'],
  ['birthDate', '2027-01-01'],
  ['birthDate', '1790-01-01'],
  ['birthDate', '2026-03-04'],
  ['expiryDate', '2026-02-29'],
  ['expiryDate', '2026-03-03'],
  // It ends before the conference does.
  ['expiryDate', '2026-05-29'],
  ['consulate', 'x'.repeat(121)],
  ['consulate', 'Embassy\u0007'],
] as const)('%s: %j is a mistake of this field alone', (field, value) => {
  expect(mistakesOf({ [field]: value })).toEqual([field]);
});

test('a body that is no form has a mistake in every required field, and nothing typed', () => {
  for (const body of [undefined, null, 'text', 7, [], {}]) {
    const read = readVisaForm(body, days);
    expect(read.mistakes).toHaveLength(5);
    expect(read.data).toBeUndefined();
    expect(Object.values(read.typed).join('')).toBe('');
  }
});

test('marks that turn the direction of text leave a name', () => {
  const read = readVisaForm({ ...good, name: 'Ada\u202E Okwuosa' }, days);
  expect(read).toMatchObject({ data: { name: 'Ada Okwuosa' } });
});
