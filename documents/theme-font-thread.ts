import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { answerRequests } from './worker-thread.ts';

/** A file of a font, and the weight that a document needs. */
export type StaticFont = { path: string; weight: number };

answerRequests(async ({ path, weight }: StaticFont): Promise<Uint8Array> => {
  const bytes = readFileSync(path);
  const font = create(bytes);
  if (!('characterSet' in font)) throw new Error('The file has several fonts, expected one');
  const all = String.fromCodePoint(...font.characterSet);
  const axis = font.variationAxes['wght'];
  return subsetFont(bytes, all, {
    targetFormat: 'truetype',
    ...(axis && {
      variationAxes: { wght: Math.min(Math.max(weight, axis.min), axis.max) },
    }),
  });
});
