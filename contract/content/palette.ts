import { converter, formatHex, interpolate, wcagContrast } from 'culori';
import { type Accent, accentOf } from './accent.ts';

/** The contrast that WCAG 2 requires for text. */
const LEAST_CONTRAST = 4.5;

/** The colours of one colour scheme; site/tokens.css has the same names: `--color-on-accent`. */
export type Shades = {
  paper: string;
  raised: string;
  sunk: string;
  ink: string;
  soft: string;
  faint: string;
  rule: string;
  edge: string;
  good: string;
  error: string;
  warning: string;
  accent: string;
  accentDeep: string;
  onAccent: string;
  /** The band across a page is dark in both schemes. */
  band: string;
  onBand: string;
  bandSoft: string;
  bandFaint: string;
  bandRule: string;
  bandAccent: string;
  bandAccentDeep: string;
  onBandAccent: string;
};
export type Palette = { light: Shades; dark: Shades };

/** The colours that a theme may name. */
const groundKeys = ['paper', 'ink', 'band'] as const;
export type PaletteKey = (typeof groundKeys)[number] | 'accent';
type Pair = { light: string; dark?: string | undefined };
type WrittenPalette = { [key in (typeof groundKeys)[number]]?: Pair | undefined };

type Grounds = Omit<Shades, 'accent' | 'accentDeep' | 'bandAccent' | 'bandAccentDeep'>;

/** The colours of site/tokens.css, for a conference without a palette. */
const house: { light: Grounds; dark: Grounds } = {
  light: {
    paper: '#f6f3ec',
    raised: '#fcfaf5',
    sunk: '#ece7db',
    ink: '#14202b',
    soft: '#43505b',
    faint: '#5d676f',
    rule: '#d5d0c4',
    edge: '#7a8186',
    onAccent: '#fffaf3',
    good: '#2c6148',
    error: '#b4141e',
    warning: '#946200',
    band: '#14202b',
    onBand: '#f1ece1',
    bandSoft: '#b4bbbd',
    bandFaint: '#8f9a9f',
    bandRule: '#34424e',
    onBandAccent: '#14100c',
  },
  dark: {
    paper: '#0e171f',
    raised: '#152029',
    sunk: '#0a1218',
    ink: '#efe9dc',
    soft: '#b4bbbd',
    faint: '#8f9a9f',
    rule: '#2a3640',
    edge: '#74818a',
    onAccent: '#14100c',
    good: '#8cc7a8',
    error: '#ff6b6b',
    warning: '#e3b04b',
    band: '#16232d',
    onBand: '#f1ece1',
    bandSoft: '#b4bbbd',
    bandFaint: '#8f9a9f',
    bandRule: '#30404b',
    onBandAccent: '#14100c',
  },
};

/** All colours of a conference: those of its theme, and shades of them for everything that the theme does not name. */
export function paletteOf(written: WrittenPalette | undefined, accent: Accent): Palette {
  const grounds = written && groundKeys.some((key) => written[key]) ? groundsOf(written) : house;
  return {
    light: withAccent(grounds.light, accent.light, accent.lightDeep, accent),
    dark: withAccent(grounds.dark, accent.dark, accent.darkDeep, accent),
  };
}

function withAccent(
  grounds: Grounds,
  own: string,
  deep: string,
  { dark, darkDeep }: Accent,
): Shades {
  return { ...grounds, accent: own, accentDeep: deep, bandAccent: dark, bandAccentDeep: darkDeep };
}

const toOklch = converter('oklch');
const WHITE = '#ffffff';
const BLACK = '#000000';

function groundsOf({ paper, ink, band }: WrittenPalette): { light: Grounds; dark: Grounds } {
  const light = { paper: paper?.light ?? house.light.paper, ink: ink?.light ?? house.light.ink };
  const dark = {
    paper: paper?.dark ?? tinted(light.ink, 0.2, 0.03),
    ink: ink?.dark ?? tinted(light.paper, 0.935, 0.02),
  };
  const bands = {
    light: band?.light ?? light.ink,
    dark: band?.dark ?? mix(dark.paper, dark.ink, 0.06),
  };
  return {
    light: {
      ...schemeOf(light, {
        raised: mix(light.paper, WHITE, 0.6),
        sunk: mix(light.paper, light.ink, 0.06),
      }),
      ...bandOf(bands.light, dark.ink),
      onAccent: mix(light.paper, WHITE, 0.6),
      onBandAccent: tinted(light.ink, 0.17, 0.02),
    },
    dark: {
      ...schemeOf(dark, {
        raised: mix(dark.paper, dark.ink, 0.045),
        sunk: mix(dark.paper, BLACK, 0.12),
      }),
      ...bandOf(bands.dark, dark.ink),
      onAccent: tinted(light.ink, 0.17, 0.02),
      onBandAccent: tinted(light.ink, 0.17, 0.02),
    },
  };
}

function schemeOf(
  { paper, ink }: { paper: string; ink: string },
  { raised, sunk }: { raised: string; sunk: string },
) {
  const grounds = [paper, raised, sunk];
  const isLight = lightnessOf(paper) > lightnessOf(ink);
  const signs = isLight ? house.light : house.dark;
  return {
    paper,
    raised,
    sunk,
    ink,
    soft: towards(ink, paper, 0.22, grounds),
    faint: towards(ink, paper, 0.34, grounds),
    rule: mix(paper, ink, 0.16),
    edge: towards(ink, paper, 0.5, [paper, raised], 3),
    good: towards(signs.good, ink, 0, grounds),
    error: towards(signs.error, ink, 0, grounds),
    warning: towards(signs.warning, ink, 0, [paper, raised]),
  };
}

function bandOf(band: string, onBand: string) {
  return {
    band,
    onBand,
    bandSoft: towards(onBand, band, 0.25, [band]),
    bandFaint: towards(onBand, band, 0.42, [band]),
    bandRule: mix(band, onBand, 0.16),
  };
}

/**
 * A colour between two others, `share` from the first one, or as near to it as the contrast to all grounds requires. With
 * a share of 0 it is the first colour, or the nearest one on the way to the second that has the contrast.
 */
function towards(
  from: string,
  to: string,
  share: number,
  grounds: readonly string[],
  least = LEAST_CONTRAST,
): string {
  const step = share === 0 ? 0.05 : -0.02;
  for (let at = share; at >= 0 && at <= 1; at += step) {
    const mixed = mix(from, to, at);
    if (leastContrast(mixed, grounds) >= least) return mixed;
  }
  return share === 0 ? to : from;
}

function mix(one: string, other: string, share: number): string {
  return formatHex(interpolate([one, other], 'oklab')(share));
}

/** The hue of a colour at another lightness, with at most so much chroma. */
function tinted(of: string, l: number, chroma: number): string {
  const { c = 0, h = 0 } = toOklch(of) ?? {};
  return formatHex({ mode: 'oklch', l, c: Math.min(c, chroma), h });
}

function lightnessOf(of: string): number {
  return toOklch(of)?.l ?? 0;
}

function leastContrast(text: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => wcagContrast(text, ground)));
}

type ContrastMistake = { key: PaletteKey; words: string };

/** The texts that are hard to read, each with a sentence for the organiser; at most one for each colour. */
export function contrastMistakes(palette: Palette): ContrastMistake[] {
  const found = new Map<string, ContrastMistake>();
  for (const scheme of ['light', 'dark'] as const) {
    for (const { key, text, ground, where, advice } of pairsOf(palette[scheme], scheme)) {
      const contrast = wcagContrast(text, ground);
      if (contrast >= LEAST_CONTRAST || found.has(key)) continue;
      // 4.46 is not shown as 4.5.
      const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
      const words = `${text} on ${ground}, ${where}, has a contrast of ${shown}, and text needs at least ${LEAST_CONTRAST}: ${advice}`;
      found.set(key, { key, words });
    }
  }
  return [...found.values()];
}

type TextOnGround = Pick<ContrastMistake, 'key'> & {
  text: string;
  ground: string;
  where: string;
  advice: string;
};

function pairsOf(shades: Shades, scheme: 'light' | 'dark'): TextOnGround[] {
  const stronger = scheme === 'light' ? 'darker' : 'lighter';
  const pages = `the ${scheme} pages`;
  const { paper, raised, ink, accent, onAccent, band, onBand, bandAccent } = shades;
  const onWhite = { ground: WHITE, where: 'the text of mails and PDF files' };
  const advice = `take a ${stronger} colour`;
  return [
    { key: 'ink', text: ink, ground: paper, where: `the text of ${pages}`, advice },
    ...(scheme === 'light' ? [{ key: 'ink', text: ink, ...onWhite, advice } as const] : []),
    { key: 'accent', text: accent, ground: paper, where: `links on ${pages}`, advice },
    { key: 'accent', text: accent, ground: raised, where: `links on ${pages}`, advice },
    { key: 'accent', text: onAccent, ground: accent, where: `buttons on ${pages}`, advice },
    {
      key: 'band',
      text: onBand,
      ground: band,
      where: `the band across ${pages}`,
      advice: 'take a darker band',
    },
    {
      key: 'band',
      text: bandAccent,
      ground: band,
      where: `marks on the band across ${pages}`,
      advice: 'take a darker band',
    },
  ];
}

/** The accent of a theme in place of the one in conference.yaml. */
export function themeAccent(written: Pair | undefined, accent: Accent): Accent {
  return written ? accentOf(written.light, written.dark) : accent;
}

/** The names and values of colours for a style sheet: `--color-on-accent: #fffaf3;`. */
export function asProperties(shades: Partial<Shades>): string {
  return Object.entries(shades)
    .map(([name, value]) => {
      const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `  --color-${words}: ${value};\n`;
    })
    .join('');
}
