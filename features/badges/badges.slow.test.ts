import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { encode } from 'uqr';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { linesOfPdf, polylinesOfPdf, rectanglesOfPdf, runsOfPdf } from '#tests/support/pdf-text.ts';
import { makeAttendance } from './attendance-sheet.ts';
import { type BadgePerson, makeBadges } from './badges.ts';
import { makeCertificates } from './certificates.ts';

const date = '2026-05-20';
const ada: BadgePerson = {
  name: 'Ada Byron',
  institute: 'Analytical Society',
  country: 'United Kingdom',
  type: 'Speaker',
  answers: [],
  reference: 'PS26-7K3M-9QXW',
  emblem: 'PS26-7K3M-9QXW',
};

type Format = Parameters<typeof makeBadges>[2]['format'];

async function badgesOf(people: readonly BadgePerson[], format: Format = 'card') {
  return bytesOf(await makeBadges(fixtureContent, people, { format, date }));
}

function bytesOf(pdf: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  return buffer(Readable.from(pdf));
}

/** All letters of a document in the order of drawing, without blanks, because a line break may replace a blank. */
function lettersOf(pdf: Buffer): string {
  const glyphs = runsOfPdf(pdf).flatMap((run) => run.glyphs);
  expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
  return withoutBlanks(glyphs.map(({ text }) => text).join(''));
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

const scripts = [
  ['Łukasz Żółć', 'Đại học Bách khoa Hà Nội'],
  ['Αλέξανδρος Παπαδόπουλος', 'Εθνικό Μετσόβιο Πολυτεχνείο'],
  ['Наталія Щербаківська', 'Київський політехнічний інститут'],
  ['欧阳娜娜', '清华大学高分子研究所'],
  ['陳怡君', '國立臺灣大學'],
  ['渡邊 さくら・アンナ', '東京大学「ポリマー」'],
  ['김민준', '서울대학교 고분자연구소'],
  ['สมชาย ปิ่นเกล้า', 'จุฬาลงกรณ์มหาวิทยาลัย'],
  ['श्रीमती क्षितिजा शर्मा', 'भारतीय प्रौद्योगिकी संस्थान'],
  ['রবীন্দ্রনাথ', 'தமிழ்ச்செல்வன்'],
  ['శ్రీనివాస్', 'ಕೃಷ್ಣ'],
  ['മോഹൻലാൽ', 'ශ්‍රී ලංකා'],
  ['ગુજરાતી', 'ਗੁਰਪ੍ਰੀਤ'],
  ['გიორგი ბერიძე', 'Արմեն Սարգսյան'],
  ['မြန်မာ', 'ខ្មែរ'],
  ['ສົມຊາຍ', 'አበበ በቂላ'],
] as const;

const people = scripts.map(([name, institute]) => ({ ...ada, name, institute }));

test('badges, certificates and the list print names of every script', async () => {
  const certificates = await bytesOf(await makeCertificates(fixtureContent, people, date));
  const line = { nights: 2, guests: 1, extras: '', isPresent: false };
  const expected = people.map((person) => ({ ...person, ...line }));
  const list = await bytesOf(await makeAttendance(fixtureContent, expected, date));
  for (const text of [await badgesOf(people), certificates, list].map(lettersOf)) {
    for (const { name, institute } of people) {
      expect(text).toContain(withoutBlanks(name));
      expect(text).toContain(withoutBlanks(institute));
    }
  }
  expect(pagesOf(certificates)).toBe(people.length);
});

test.each([
  ['محمد بن عبد الله الخوارزمي', 'جامعة الملك سعود، كلية العلوم'],
  ['יעל כהן-לוי', 'הטכניון (מכון טכנולוגי לישראל)'],
  ['زهرا پژوهشگر', 'دانشگاه صنعتی'],
])('a badge prints the name %s from right to left', async (name, institute) => {
  const pdf = await badgesOf([{ ...ada, name, institute }]);
  const text = withoutBlanks(linesOfPdf(pdf, 'right').join(''));
  expect(text).toContain(withoutBlanks(name));
  expect(text).toContain(withoutBlanks(institute));
});

test('two badges print one Chinese character in the forms of two languages', async () => {
  const [chinese, korean] = [
    { ...ada, name: '直子', institute: '清华大学' },
    { ...ada, name: '김直', institute: '서울대학교' },
  ];
  const runs = runsOfPdf(await badgesOf([chinese, korean]));
  const fontsWith = (character: string) =>
    runs
      .filter(({ glyphs }) => glyphs.some(({ text }) => text === character))
      .map(({ font }) => font);
  const [one, other] = fontsWith('直');
  expect(one).toBeDefined();
  expect(other).toBeDefined();
  expect(one).not.toBe(other);
});

test('a badge has the name, institute, country and type of its person, and a code with the reference', async () => {
  const pdf = await badgesOf([ada]);
  const lines = linesOfPdf(pdf);
  for (const words of [ada.name, ada.institute, ada.country, ada.type]) {
    expect(lines.some((line) => line.includes(words))).toBe(true);
  }
  expect(pdf.toString('latin1')).toContain('/S /Figure');

  // The squares of the code, read back from their positions.
  const { data, size } = encode(ada.reference, { ecc: 'M', boostEcc: true, border: 0 });
  const drawn = rectanglesOfPdf(pdf);
  const side = drawn[0]?.height ?? 0;
  const [left, top] = [Math.min(...drawn.map(({ x }) => x)), Math.min(...drawn.map(({ y }) => y))];
  const seen = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const { x, y, width } of drawn) {
    const [column, row] = [Math.round((x - left) / side), Math.round((y - top) / side)];
    seen[row]?.fill(true, column, column + Math.round(width / side));
  }
  expect(seen).toEqual(data);
});

/** The directions of the bonds of each line, so that drawings of different sizes can be compared. */
function chainsOf(pdf: Buffer): string[] {
  return polylinesOfPdf(pdf).map((points) =>
    points
      .slice(1)
      .map(([x, y], nth) => {
        const [fromX, fromY] = points[nth] ?? [0, 0];
        return Math.round(Math.atan2(y - fromY, x - fromX) / (Math.PI / 6));
      })
      .join(' '),
  );
}

test('the badge and the certificate of a person have the same emblem, other people have others', async () => {
  const longest = (chains: string[]) => chains.toSorted((a, b) => b.length - a.length)[0];
  const small = longest(chainsOf(await badgesOf([ada])));
  expect(small?.split(' ').length).toBeGreaterThan(50);
  expect(longest(chainsOf(await badgesOf([ada], 'a6')))).toBe(small);
  const certificate = async (emblem: string) =>
    chainsOf(await bytesOf(await makeCertificates(fixtureContent, [{ ...ada, emblem }], date)));
  expect(await certificate(ada.emblem)).toContain(small);
  expect(await certificate('PS26-0000-0000')).not.toContain(small);
});

test('a page has ten small badges or four large badges', async () => {
  const eleven = Array.from({ length: 11 }, (_, nth) => ({ ...ada, reference: `PS26-${nth}` }));
  expect(pagesOf(await badgesOf(eleven))).toBe(2);
  expect(pagesOf(await badgesOf(eleven, 'a6'))).toBe(3);
});

test.each(['card', 'a6'] as const)(
  'the longest texts stay within a badge of size %s',
  async (format) => {
    const long = {
      ...ada,
      name: 'W'.repeat(200),
      institute: 'Department of Polymer Science and Engineering '.repeat(4).trim(),
      country: 'Saint Vincent and the Grenadines of the Caribbean',
      type: 'Delegate of an Exhibitor with a Very Long Name',
    };
    const pdf = await badgesOf([long], format);
    const [width, height] = format === 'card' ? [255.2, 155.95] : [297.7, 421];
    const [left, top] = format === 'card' ? [42.5, 31.1] : [0, 0];
    const text = runsOfPdf(pdf).filter(({ glyphs }) =>
      glyphs.some(({ text: words }) => words === 'W'),
    );
    for (const { x, y } of text) {
      expect(x).toBeGreaterThan(left);
      expect(x).toBeLessThan(left + width);
      expect(y).toBeLessThan(841.89 - top);
      expect(y).toBeGreaterThan(841.89 - top - height);
    }
    expect(lettersOf(pdf)).toContain('W…');
  },
);

test.each([
  ['card', 9],
  ['a6', 15],
] as const)(
  'a long name ends above the free space around the code of a badge of size %s',
  async (format, largestOther) => {
    const names = people.map(({ name }) => [name, name, name].join(' '));
    for (const name of ['Dr. Maximiliane-Alexandra von Hohenstein-Wolkenburg', ...names]) {
      const pdf = await badgesOf([{ ...ada, name, type: '' }], format);
      const code = rectanglesOfPdf(pdf).filter(({ height }) => height < 5);
      const square = code[0]?.height ?? 0;
      const free = Math.min(...code.map(({ y }) => y)) - 4 * square;
      const lines = runsOfPdf(pdf).filter(({ size }) => size > largestOther);
      const isNameLarge = lines.length > 0;
      // Most letters end less than a quarter of their size below their line.
      const end = Math.max(0, ...lines.map(({ y, size }) => 841.89 - y + size / 4));
      expect([isNameLarge, end < free], name).toEqual([true, true]);
    }
  },
);

test('the same people give the same bytes, and all fonts are embedded', async () => {
  const pdf = await badgesOf([ada]);
  expect(await badgesOf([ada])).toEqual(pdf);
  const text = pdf.toString('latin1');
  expect(text).not.toContain('/Helvetica');
  expect(text).toContain('/Marked true');
});

test('a certificate has the person, the conference, the dates, the venue and the signer', async () => {
  const content = fixtureContent;
  const lines = linesOfPdf(await bytesOf(await makeCertificates(content, [ada], date)));
  const { fullTitle, dates, venue, organiser, certificate } = content.conference;
  const all = lines.join(' ');
  for (const words of [ada.name, dates.text, venue.name, organiser.legalName, ada.reference]) {
    expect(all).toContain(words);
  }
  expect(withoutBlanks(all)).toContain(withoutBlanks(fullTitle));
  expect(all).toContain(String(certificate?.signer));
  expect(all).toContain(String(certificate?.role));

  const { certificate: _, ...conference } = content.conference;
  const unsigned = await makeCertificates({ ...content, conference }, [ada], date);
  const text = linesOfPdf(await bytesOf(unsigned)).join(' ');
  expect(text).toContain(organiser.legalName);
  expect(text).not.toContain(String(certificate?.signer));
});

test('each page of the list has the column heads and a page number', async () => {
  const line = { ...ada, nights: 0, guests: 0, extras: 'Conference dinner × 2', isPresent: true };
  const many = Array.from({ length: 40 }, (_, nth) => ({ ...line, name: `Person ${nth}` }));
  const pdf = await bytesOf(await makeAttendance(fixtureContent, many, date));
  const text = lettersOf(pdf);
  const count = pagesOf(pdf);
  expect(count).toBe(3);
  const { signature } = fixtureContent.pages.documents.attendance;
  const runs = runsOfPdf(pdf).map(({ glyphs }) => glyphs.map((glyph) => glyph.text).join(''));
  expect(runs.filter((run) => run === signature)).toHaveLength(count);
  for (let page = 1; page <= count; page++) expect(runs.join('\n')).toContain(`${page} / ${count}`);
  for (const { name } of many) expect(runs).toContain(name);
  expect(text).toContain('Conferencedinner×2');
});
