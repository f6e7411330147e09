import { wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { accentOf } from './accent.ts';
import { contrastMistakes, paletteOf, type Shades } from './palette.ts';

const teal = accentOf('#00695c');

test('a palette of a few colours gives legible shades for all others, light and dark', () => {
  const palettes = [
    paletteOf(undefined, teal),
    paletteOf({ paper: { light: '#f5faf9' }, ink: { light: '#12303a' } }, teal),
    paletteOf({ band: { light: '#5b1a3a' } }, teal),
    paletteOf(
      { paper: { light: '#ffffff', dark: '#101010' }, ink: { light: '#000000', dark: '#f0f0f0' } },
      accentOf('#0000cc', '#99bbff'),
    ),
  ];
  for (const palette of palettes) {
    expect(contrastMistakes(palette)).toEqual([]);
    for (const shades of Object.values(palette)) expectLegible(shades);
  }
});

function expectLegible(shades: Shades): void {
  const { paper, raised, sunk, ink, soft, faint, good, error, band } = shades;
  for (const text of [ink, soft, faint, good, error]) {
    for (const ground of [paper, raised, sunk]) {
      expect(wcagContrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.4);
    }
  }
  for (const text of [shades.onBand, shades.bandSoft, shades.bandFaint, shades.bandAccent]) {
    expect(wcagContrast(text, band), `${text} on ${band}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(wcagContrast(shades.edge, paper)).toBeGreaterThanOrEqual(3);
}

test.each([
  [
    'a pale accent',
    {},
    '#ffd54f',
    'accent',
    /^#ffd54f on #f6f3ec, links on the light pages, has a contrast of 1\.\d, and text needs at least 4\.5: take a darker colour$/,
  ],
  [
    'a pale ink',
    { ink: { light: '#9aa5ab' } },
    '#00695c',
    'ink',
    /^#9aa5ab on #f6f3ec, the text of the light pages/,
  ],
  [
    'dark paper for light screens',
    { paper: { light: '#203040' }, ink: { light: '#f0f0f0' } },
    '#7fd4c1',
    'ink',
    /on #ffffff, the text of mails and PDF files/,
  ],
  ['a pale band', { band: { light: '#c0d8d4' } }, '#00695c', 'band', /take a darker band$/],
] as const)(
  '%s is refused, with both colours and their contrast',
  (_, written, accent, key, words) => {
    const mistakes = contrastMistakes(paletteOf(written, accentOf(accent)));
    expect(mistakes).toContainEqual({ key, words: expect.stringMatching(words) });
  },
);
