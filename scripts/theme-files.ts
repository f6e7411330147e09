import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Accent } from '#contract/content/accent.ts';
import type { Looks } from '#contract/content/looks.ts';
import { asProperties, type Palette } from '#contract/content/palette.ts';
import type { Content } from '#contract/content.ts';
import { drawEmblem } from '#documents/emblem.ts';
import { numeralsIn } from '#documents/font-sheet.ts';
import { makeIcons } from '#documents/icons.ts';
import { makeSharePicture } from '#documents/share-picture.ts';
import { readDrawing } from '#server/content/theme-drawing.ts';

const DRAWINGS = 'drawings/';

/** The drawings of the sizes that the pages expect; every other drawing is for the head of a page. */
const sizes: Readonly<Record<string, { width: number; height: number; fit: string }>> = {
  hero: { width: 991, height: 897, fit: 'xMidYMid' },
  footer: { width: 2702, height: 273, fit: 'xMidYMax' },
  captcha: { width: 495, height: 169, fit: 'xMidYMid' },
  highlights: { width: 2240, height: 430, fit: 'xMidYMid' },
};
const pageSize = { width: 766, height: 663, fit: 'xMidYMid' };

/** The drawings inside a ring for a theme that has none. */
const GLYPHS = new URL('../site/ui/glyphs.svg', import.meta.url);

export type Asset = { address: string; type: string; bytes: Buffer };

/**
 * The looks of the conference, for the site's modules, style sheet and files: the drawings of theme/drawings/, the logo,
 * colours and fonts, and the icons and the picture to share that public/ lacks. `base` is the beginning of all addresses.
 */
export function themeFiles(folder: string, read: () => Content, base: () => string) {
  const conference = () => read().conference;
  const drawingsFolder = join(folder, 'theme/drawings');
  const address = (name: string, ending: string, bytes: Buffer | string) => {
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    return `${base()}assets/${name}-${digest}${ending}`;
  };

  /** The drawing of a page, at an address with its digest. */
  const drawing = (name: string): Asset | undefined => {
    const { looks } = conference();
    const path = join(drawingsFolder, `${name}.svg`);
    const isThere = looks.drawings === 'own' && existsSync(path);
    if (isThere) return svgAsset(name, asSymbol(name, readFileSync(path, 'utf8')));
    return name === 'glyphs' ? svgAsset(name, readFileSync(GLYPHS, 'utf8')) : undefined;
  };
  const svgAsset = (name: string, text: string): Asset => ({
    address: address(name, '.svg', text),
    type: 'image/svg+xml',
    bytes: Buffer.from(text),
  });
  /** The drawings for partners without a logo: those of the theme, or emblems. */
  const emblems = (): Asset =>
    drawing('emblems') ?? svgAsset('emblems', emblemSheet(conference().looks));

  const logos = (): { light?: Asset; dark?: Asset | undefined } => {
    const { logo } = conference().looks;
    if (!logo) return {};
    return {
      light: svgAsset('logo', logo.light.svg),
      dark: logo.dark && svgAsset('logo-dark', logo.dark.svg),
    };
  };
  const fonts = (): (Asset & { path: string })[] =>
    filesOfFonts(conference().looks).map((path) => {
      const bytes = readFileSync(path);
      const ending = extname(path).toLowerCase();
      return {
        path,
        address: address('font', ending, bytes),
        type: `font/${ending.slice(1)}`,
        bytes,
      };
    });

  const assets = (): Asset[] => {
    const { light, dark } = logos();
    const names = existsSync(drawingsFolder) ? readdirSync(drawingsFolder) : [];
    const drawings = names
      .filter(
        (name) =>
          name.endsWith('.svg') && !name.startsWith('emblems.') && !name.startsWith('glyphs.'),
      )
      .map((name) => drawing(name.slice(0, -'.svg'.length)));
    return [...drawings, emblems(), drawing('glyphs'), light, dark, ...fonts()].filter(
      (each) => each !== undefined,
    );
  };

  /** The pictures of public/ that the folder lacks, and the favicon in the colours of the conference. */
  const pictures = async (): Promise<Map<string, Asset>> => {
    const own = (name: string) => existsSync(join(folder, 'public', name));
    const icons = ['favicon.svg', ...ICON_SIZES.map((size) => `icon-${size}.png`)];
    const made = new Map<string, Asset>();
    if (own('favicon.svg')) {
      const text = readFileSync(join(folder, 'public/favicon.svg'), 'utf8');
      made.set('/favicon.svg', plainAsset('/favicon.svg', inColour(text, conference().accent)));
    }
    if (!icons.every(own)) {
      for (const [name, bytes] of await makeIcons(read(), ICON_SIZES)) {
        if (!own(name)) made.set(`/${name}`, plainAsset(`/${name}`, bytes));
      }
    }
    if (!own('share.png')) {
      made.set('/share.png', plainAsset('/share.png', await makeSharePicture(read())));
    }
    return made;
  };

  /** The value of a module `theme:NAME`, or a part of it. */
  const valueOf = (name: string): unknown => {
    const { looks } = conference();
    if (name === 'looks') return { dots: looks.dots };
    if (name === 'paper/light') return looks.palette.light.paper;
    if (name === 'paper/dark') return looks.palette.dark.paper;
    if (name === 'numerals') return numeralsIn(looks.fonts);
    if (name === 'logo') return logoFacts();
    if (name === 'wordmark') return looks.logo ? 'logo' : looks.wordmark;
    if (!name.startsWith(DRAWINGS)) return undefined;
    const [file = '', isParts] = name.slice(DRAWINGS.length).split('/');
    const asset = file === 'emblems' ? emblems() : drawing(file);
    if (isParts === undefined) return asset?.address;
    return asset?.bytes.toString().match(/id="(?:drawing|emblem)-\d+"/g)?.length ?? 0;
  };
  const addressOfFont = (path: string) => fonts().find((font) => font.path === path)?.address ?? '';
  return { assets, pictures, valueOf, addressOfFont };

  function logoFacts() {
    const { logo } = conference().looks;
    const { light, dark } = logos();
    if (!logo || !light) return {};
    const { width, height } = logo.light;
    return {
      light: light.address,
      dark: dark?.address,
      width: Math.round(width),
      height: Math.round(height),
    };
  }
}

const ICON_SIZES = [32, 180, 192, 512] as const;

function plainAsset(address: string, source: Uint8Array | string): Asset {
  const type = address.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
  return { address, type, bytes: Buffer.from(source) };
}

/** Pages show the element with the id `drawing` at a fixed size, so another drawing is put into such an element. */
function asSymbol(name: string, text: string): string {
  const read = readDrawing(text);
  if (typeof read === 'string') throw new Error(`theme/drawings/${name}.svg ${read}`);
  if (/id="(?:drawing|emblem|ring)(?:-\d+)?"/.test(read.svg)) return read.svg;
  const { width, height, fit } = sizes[name] ?? pageSize;
  const inner = read.svg.replace(
    '<svg ',
    `<svg id="drawing" width="${width}" height="${height}" preserveAspectRatio="${fit} meet" `,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inner}</svg>`;
}

const EMBLEMS = 15;
const SIDE = 72;

/** Emblems side by side, each with its own view, in the colours of the text. */
function emblemSheet({ lattice = 'square', palette }: Looks): string {
  const all = Array.from({ length: EMBLEMS }, (_, nth) => {
    const x = nth * 100;
    const place = { x: x + SIDE / 2, y: SIDE / 2, radius: SIDE / 2 };
    const { line, marks } = drawEmblem(`Emblem ${nth}`, place, lattice);
    const view = `<view id="emblem-${nth + 1}" viewBox="${x - 1} -1 ${SIDE + 2} ${SIDE + 2}"/>`;
    return `${view}<path d="${line}"/><path class="marks" d="${marks}"/>`;
  });
  const { light, dark } = palette;
  const rules = ({ ink, accent }: typeof light) =>
    `path { fill: none; stroke: ${ink}; stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round } .marks { fill: ${accent}; stroke: none }`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 1474 ${SIDE + 2}">
<style>
${rules(light)}
@media (prefers-color-scheme: dark) { ${rules(dark)} }
</style>
${all.join('\n')}
</svg>
`;
}

function filesOfFonts({ fonts }: Looks): string[] {
  return [
    ...new Set(Object.values(fonts).flatMap((font) => font?.files.map(({ path }) => path) ?? [])),
  ];
}

/** A picture may name the accent in braces, as texts name facts. */
function inColour(picture: string, { light, dark }: Accent): string {
  return picture.replaceAll('{accent}', light).replaceAll('{accent_dark}', dark);
}

/** The accent tokens, which site/tokens.css does not define. The band across a page is always dark. */
export function tokens({ light, lightDeep, dark, darkDeep }: Accent): string {
  return `@theme {
  --color-accent: ${light};
  --color-accent-deep: ${lightDeep};
  --color-band-accent: ${dark};
  --color-band-accent-deep: ${darkDeep};
}
@media (prefers-color-scheme: dark) {
  :root {
    --color-accent: ${dark};
    --color-accent-deep: ${darkDeep};
  }
}
`;
}

/** All colours of a theme with a palette, in place of those in site/tokens.css. */
export function allTokens({ light, dark }: Palette): string {
  return `@theme {
${asProperties(light)}}
@media (prefers-color-scheme: dark) {
  :root {
${asProperties(dark)}  }
}
`;
}

export function portraitRules({ portraits: { shape, ground } }: Looks): string {
  const square = shape === 'square' ? 'border-radius: var(--radius-edge);' : '';
  const light = ground ? `background: ${ground.light};` : '';
  const dark = ground?.dark
    ? `@media (prefers-color-scheme: dark) { .speaker-portrait { background: ${ground.dark}; } }`
    : '';
  return square || light ? `.speaker-portrait { ${square} ${light} }\n${dark}\n` : '';
}
