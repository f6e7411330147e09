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
