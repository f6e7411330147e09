import { expect, test } from 'vitest';
import { formsOf } from './fallback-fonts.ts';
import { linesOf, openTypefaces } from './typesetting.ts';

test('a part of a text is legible, whichever forms the whole text has', async () => {
  const typefaces = await openTypefaces(['Ada', '山田 太郎, ゲル', '김 民秀'], {});
  for (const part of ['山田 太郎', '民秀', '김']) {
    const runs = linesOf({ ...typefaces, forms: formsOf(part) }, part, 'body', 300);
    expect(runs.flatMap((line) => line.runs.map(({ text }) => text)).join('')).toBe(part);
  }
});

test.each(['คำ', 'ຄຳ', 'កើ', 'কো', 'கௌ', 'ಕೋ', 'കൊ', 'කො'])(
  'a vowel that is drawn in parts has all of them: %s',
  async (text) => {
    const typefaces = await openTypefaces([text], {});
    const ids = linesOf(typefaces, text, 'body', 300).flatMap(({ runs }) =>
      runs.flatMap(({ font, text: run }) => {
        const glyphs = typefaces.fonts.get(font)?.file.layout(run).glyphs ?? [];
        return glyphs.map(({ id }) => id);
      }),
    );
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(0);
  },
);
