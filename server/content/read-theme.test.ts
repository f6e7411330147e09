import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { readDrawing } from './theme-drawing.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h9"/></svg>';

/** A copy of the tests' conference with these files of a theme. */
function folderWith(files: Record<string, string>): string {
  const root = testFolder();
  folders.push(root);
  const folder = join(root, 'content');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  rmSync(join(folder, 'theme'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'theme', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

const looksWith = (files: Record<string, string>) =>
  readContent(folderWith(files)).conference.looks;

function complaints(files: Record<string, string>): string[] {
  try {
    readContent(folderWith(files));
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('a conference needs no theme, and then has neutral looks', () => {
  expect(looksWith({})).toMatchObject({ wordmark: 'plain', lattice: 'square', hasPalette: false });
});

test('a theme has a logo with its size, colours, and fonts of files or of Fontsource', () => {
  const yaml = `logo: logo.svg
emblem: none
palette: { accent: "#00695c", paper: { light: "#f5faf9", dark: "#06191c" } }
fonts: { text: Noto Sans, headings: [Own-Regular.woff2, Own-SemiBold.woff2] }
`;
  const looks = looksWith({
    'theme.yaml': yaml,
    'logo.svg': LOGO,
    'fonts/Own-Regular.woff2': '',
    'fonts/Own-SemiBold.woff2': '',
  });
  expect(looks).toMatchObject({
    logo: { light: { width: 120, height: 40 } },
    lattice: undefined,
    hasPalette: true,
    palette: {
      light: { paper: '#f5faf9', accent: '#00695c' },
      dark: { paper: '#06191c' },
    },
  });
  const { text, headings } = looks.fonts;
  expect(text?.files.some(({ unicodeRange }) => unicodeRange?.includes('U+0000'))).toBe(true);
  expect(headings?.files.map(({ weights }) => weights.least)).toEqual([400, 600]);
});

test.each([
  [
    'logo: logo.svg',
    /^content\/theme\/theme\.yaml:1 logo: theme\/logo\.svg: there is no such file$/,
  ],
  ['logo: ../secret.svg', /^content\/theme\/theme\.yaml:1 logo: expected the name of an SVG file/],
  [
    'wordmark: fancy',
    /^content\/theme\/theme\.yaml:1 wordmark: expected one of: plain, repeat-unit$/,
  ],
  ['emblem: circle', /emblem: expected square, honeycomb, none, or the name of an SVG file/],
  [
    'fonts: { text: Sans of Nobody }',
    /theme\.yaml:1 fonts\.text: there is no font "Sans of Nobody" here: .*npm install @fontsource-variable\/sans-of-nobody/,
  ],
  ['fonts: { text: own.woff2 }', /fonts\.text: there is no file theme\/fonts\/own\.woff2$/],
  ['fonts: { text: ../own.woff2 }', /fonts\.text: expected the name of a file in theme\/fonts\//],
  [
    'palette: { ink: "#9aa5ab" }',
    /theme\.yaml:1 palette\.ink: #9aa5ab on #f6f3ec, .* has a contrast of 2\.\d, and text needs at least 4\.5/,
  ],
  ['colours: {}', /theme\.yaml:1 colours: unknown key$/],
])('%s is refused with its line and field', (yaml, message) => {
  expect(complaints({ 'theme.yaml': `${yaml}\n` })).toEqual([expect.stringMatching(message)]);
});

test('a conference without an accent is told what its paper does to the accent of the house', () => {
  const folder = folderWith({ 'theme.yaml': 'palette: { paper: "#a8b0b8" }\n' });
  editContent(join(folder, 'conference.yaml'), [[['accent'], undefined]]);
  expect(() => readContent(folder)).toThrow(
    /conference\.yaml:\d+ accent: is missing: #24527a on #a8b0b8, links on .*: take a darker colour/,
  );
});

test('a drawing of a page is checked, unless the theme has switched the drawings off', () => {
  const drawings = { 'drawings/speakers.svg': LOGO.replace('<path', '<script/><path') };
  expect(complaints(drawings)).toEqual([
    'content/theme/drawings/speakers.svg: has <script>: a drawing contains no scripts',
  ]);
  expect(complaints({ ...drawings, 'theme.yaml': 'drawings: none\n' })).toEqual([]);
});

test.each([
  ['<script>alert(1)</script>', 'a drawing contains no scripts'],
  ['<path onload="alert(1)"/>', 'a drawing contains no scripts'],
  ['<path ONCLICK="alert(1)"/>', 'a drawing contains no scripts'],
  ['<use href="https://evil.example/a.svg#b"/>', 'it may only refer to itself'],
  ['<use xlink:href="data:image/svg+xml,x"/>', 'it may only refer to itself'],
  ['<use href="&#106;avascript:alert(1)"/>', 'it may only refer to itself'],
  ['<path fill="url(//evil.example/a)"/>', 'it may only refer to itself'],
  ['<path style="background:URL( \'x.png\')"/>', 'it may only refer to itself'],
  ['<style>@import "https://evil.example/a.css";</style>', 'a style that loads another file'],
  ['<style><![CDATA[path{fill:url(x)}]]></style>', 'a style that loads another file'],
  ['<style>@imp<![CDATA[ort "//evil.example/a.css"]]></style>', 'a style that loads another file'],
  ['<style><g/>@import "//evil.example/a.css"</style>', 'a style has only rules'],
  ['<path style="fill:image-set(\'//evil.example/a\')"/>', 'it may only refer to itself'],
  ['<image href="#a"/>', 'a drawing contains no other pictures'],
  ['<foreignObject/>', 'only shapes and paths are allowed'],
  ['<animate attributeName="href" to="javascript:alert(1)"/>', 'only shapes and paths are allowed'],
  ['<svg:script>alert(1)</svg:script>', 'a drawing contains no scripts'],
  ['<switch><script>alert(1)</script></switch>', 'a drawing contains no scripts'],
  ['<path fill="url(\'a#b\')"/>', 'it may only refer to itself'],
  ['<filter id="f"/>', 'remove them'],
  ['<text>Name</text>', 'turn the text into paths'],
  ['<a href="#x"/>', 'only shapes and paths are allowed'],
])('a drawing with %s is refused', (inner, message) => {
  const svg = LOGO.replace('<path d="M0 0h9"/>', inner);
  expect(readDrawing(svg)).toEqual(expect.stringContaining(message));
});

const OF_PROGRAMS = {
  'Inkscape, plain': `<metadata id="m"><rdf:RDF xmlns:rdf="r"><cc:Work rdf:about=""><dc:title/>text</cc:Work></rdf:RDF></metadata><path d="M0 0h9"/>`,
  'Inkscape, its own': `<sodipodi:namedview xmlns:sodipodi="s" id="v"><inkscape:grid xmlns:inkscape="i"/></sodipodi:namedview><path sodipodi:nodetypes="cc" inkscape:label="line" d="M0 0h9"/>`,
  Illustrator: `<i:pgf id="p">AB<script>x</script>CD</i:pgf><path xmlns:a="b" d="M0 0h9"/>`,
  Affinity: `<path serif:id="Line 1" xmlns:serif="http://www.serif.com/" d="M0 0h9"/>`,
  Sketch: `<path sketch:type="MSShapeGroup" d="M0 0h9"/>`,
};

test.each(Object.entries(OF_PROGRAMS))('the data of %s are left out', (_, inner) => {
  const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">';
  const svg = `<?xml version="1.0"?>${type}${LOGO.replace('<path d="M0 0h9"/>', inner)}`;
  expect(readDrawing(svg)).toMatchObject({ svg: LOGO });
});

test.each([
  ['<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1"></svg>', 'DOCTYPE'],
  ['<html><svg viewBox="0 0 1 1"/></html>', 'it begins with <html>'],
  ['<svg><path d="M0 0"/></svg>', 'has no size'],
  ['not a drawing', 'is not valid XML'],
  ['<svg viewBox="0 0 1 1"><path></svg>', 'is not valid XML'],
])('%s is no drawing', (svg, message) => {
  expect(readDrawing(svg)).toEqual(expect.stringContaining(message));
});

test('a comment cannot hide an element from one reader and show it to another', () => {
  const svg = LOGO.replace('<path', '<!--><script>alert(1)</script>--><path');
  expect(readDrawing(svg)).toMatchObject({ svg: expect.not.stringContaining('script') });
  const text = LOGO.replace('<path', '<desc>&lt;script><![CDATA[<script>]]></desc><path');
  expect(readDrawing(text)).toMatchObject({ svg: expect.not.stringContaining('<script') });
});

test.each([
  [
    'Illustrator, editable',
    `<switch><foreignObject requiredExtensions="a"><i:pgfRef/></foreignObject><path d="M0 0h9"/></switch>`,
    '<g><path d="M0 0h9"/></g>',
  ],
  [
    'prefixes',
    `<svg:g><svg:path d="M0 0h9"></svg:path></svg:g>`,
    '<g><path d="M0 0h9"></path></g>',
  ],
  [
    'quoted references',
    `<path fill="url(&quot;#g&quot;)" style="fill:url( '#g')"/>`,
    `<path fill="url(&quot;#g&quot;)" style="fill:url( '#g')"/>`,
  ],
])('a drawing with %s is written anew', (_, inner, written) => {
  const svg = `\n${LOGO.replace('<path d="M0 0h9"/>', inner)}`;
  expect(readDrawing(svg)).toMatchObject({ svg: LOGO.replace('<path d="M0 0h9"/>', written) });
});

test.each([
  ['100mm', '10mm', 377.95],
  ['4in', '0.5in', 384],
  ['300pt', '30pt', 400],
])('a drawing of %s by %s has a size', (width, height, pixels) => {
  const svg = `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  expect(readDrawing(svg)).toMatchObject({ width: expect.closeTo(pixels, 1) });
});

test('a drawing keeps its shapes, its colours and references within', () => {
  const svg = `<?xml version="1.0"?><!-- by hand -->
<svg xmlns="http://www.w3.org/2000/svg" width="80px" height="20" fill="#123456" id="Layer_1">
<defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h9"/></svg>`;
  expect(readDrawing(svg)).toEqual({
    width: 80,
    height: 20,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" fill="#123456"><defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h9"/></svg>',
  });
});
