import { expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { readContent } from '#server/content/read-content.ts';
import { documents } from './make-documents.ts';

const content = readContent(new URL('../content/', import.meta.url));

async function make(address: string, from: Content = content): Promise<Buffer> {
  const document = documents[address];
  if (!document) throw new Error(`${address} is no document`);
  return document.make(from);
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test.each(Object.keys(documents))(
  'the same content makes the same bytes of %s',
  async (address) => {
    expect(await make(address)).toEqual(await make(address));
  },
);

test.each(['/documents/brochure.pdf', '/documents/agenda.pdf'])(
  '%s is a tagged PDF in English with a title',
  async (address) => {
    const text = (await make(address)).toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7/);
    expect(text).toContain('/Marked true');
    expect(text).toContain('/Lang (en)');
    expect(text).toContain('/DisplayDocTitle true');
  },
);

test('all text uses embedded fonts', async () => {
  const pdf = (await make('/documents/brochure.pdf')).toString('latin1');
  expect(pdf.match(/\/FontFile2/g)).toHaveLength(4);
  expect(pdf).not.toContain('/Helvetica');
});

test('the brochure has as many pages as its speakers need', async () => {
  const pages = pagesOf(await make('/documents/brochure.pdf'));
  const speakers = [...content.speakers, ...content.speakers, ...content.speakers];
  expect(pagesOf(await make('/documents/brochure.pdf', { ...content, speakers }))).toBeGreaterThan(
    pages + 2,
  );
});

test('an agenda that is longer than a page continues on further pages', async () => {
  const [day] = content.agenda.days;
  if (!day) throw new Error('the agenda has no day');
  const items = Array.from({ length: 24 }, (_, hour) => ({
    start: `${String(hour).padStart(2, '0')}:00`,
    end: `${String(hour).padStart(2, '0')}:45`,
    title: `Lecture ${hour}`,
    text: 'With discussion.',
  }));
  expect(pagesOf(await make('/documents/agenda.pdf'))).toBe(1);
  const long = { ...content, agenda: { days: [{ ...day, items }] } };
  expect(pagesOf(await make('/documents/agenda.pdf', long))).toBe(3);
});
