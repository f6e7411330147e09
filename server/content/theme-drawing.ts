import { SaxesParser } from 'saxes';
import type { ReadDrawing } from '#contract/content/looks.ts';

/** Elements that draw. Others run code, load other files, or look different where the fonts of the pages are missing. */
const elements = new Set(
  (
    'svg g defs symbol use view title desc style path circle ellipse rect line polyline polygon ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);
const TO_PATHS =
  'turn the text into paths ("Object to path" in Inkscape, "Create outlines" in Illustrator)';
const advice: Partial<Record<string, string>> = {
  text: TO_PATHS,
  tspan: TO_PATHS,
  textPath: TO_PATHS,
  flowRoot: TO_PATHS,
  image: 'a drawing contains no other pictures',
  script: 'a drawing contains no scripts',
  filter: 'a drawing has no shadows and other effects: remove them, or save it without',
};

const SVG = 'http://www.w3.org/2000/svg';
/** Attributes with these prefixes belong to the drawing. */
const PREFIX = /^(?:xlink:|xml:|xmlns:xlink$)/;

/**
 * Checks a drawing, which pages of this site and PDF files contain: it has no scripts and refers to nothing outside. The
 * result is written anew from the checked elements, so that every reader finds the same in it. The data that programs for drawing
 * keep for themselves, such as sodipodi:namedview, draw nothing and are left out. Prefixes of SVG are left out, and the
 * choice between that data and the drawing, which Illustrator writes, is a group. A mistake is a sentence.
 */
export function readDrawing(text: string): ReadDrawing | string {
  const found: string[] = [];
  const open: string[] = [];
  const svgPrefixes = new Set(['svg']);
  /** The number of open elements outside the data of a program; undefined outside of such data. */
  let drawnDepth: number | undefined;
  let root: Record<string, string> | undefined;
  let inner = '';
  let isStyled = false;
  let style = '';
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    found.push(`is not valid XML (${message.replace(/^(?:undefined:)?/, '')})`);
  });
  parser.on('doctype', (words) => {
    if (words.includes('[')) found.push('has a DOCTYPE with entities: remove it');
  });
  parser.on('opentag', ({ name: tag, attributes, isSelfClosing }) => {
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('xmlns:') && value === SVG) svgPrefixes.add(key.slice('xmlns:'.length));
    }
    const at = tag.indexOf(':');
    const local = svgPrefixes.has(tag.slice(0, Math.max(at, 0))) ? tag.slice(at + 1) : tag;
    const name = local === 'switch' ? 'g' : local;
    if (open.length === 0) {
      root = attributes;
      if (name !== 'svg') found.push(`is no SVG drawing: it begins with <${name}>`);
    }
    if (isStyled) found.push('has an element in its <style>: a style has only rules');
    open.push(name);
    const isOfProgram = name.includes(':') || 'requiredExtensions' in attributes;
    if (name === 'metadata' || isOfProgram) drawnDepth ??= open.length - 1;
    if (drawnDepth !== undefined) return;
    isStyled = name === 'style';
    style = '';
    if (!elements.has(name)) {
      found.push(`has <${name}>: ${advice[name] ?? 'only shapes and paths are allowed'}`);
    }
    const kept = Object.entries(attributes).filter(
      ([key]) => !key.includes(':') || PREFIX.test(key),
    );
    for (const [key, value] of kept) {
      const fault = faultOf(key, value);
      if (fault) found.push(`has ${key}="${value.slice(0, 40)}" in <${name}>: ${fault}`);
    }
    const written = kept.map(([key, value]) => ` ${key}="${escaped(value)}"`);
    if (open.length > 1) inner += `<${name}${written.join('')}${isSelfClosing ? '/' : ''}>`;
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const name = open.pop();
    if (drawnDepth !== undefined) {
      if (open.length === drawnDepth) drawnDepth = undefined;
      return;
    }
    if (isStyled && refersOutside(style)) found.push('has a style that loads another file');
    isStyled = false;
    if (open.length > 0 && !isSelfClosing) inner += `</${name}>`;
  });
  const write = (words: string) => {
    if (drawnDepth !== undefined) return;
    // Its parts are read together: a section of CDATA can divide a word.
    if (isStyled) style += words;
    if (open.length > 0) inner += escaped(words);
  };
  parser.on('text', write);
  parser.on('cdata', write);
  parser.write(text.trimStart()).close();
  if (found[0] !== undefined) return found[0];
  return root ? drawingOf(root, inner) : 'is no SVG drawing';
}

function faultOf(key: string, value: string): string | undefined {
  if (/^on/i.test(key)) return 'a drawing contains no scripts';
  if (key.startsWith('xmlns')) return undefined;
  const isReference = key === 'href' || key.endsWith(':href');
  const isOutside = isReference ? !value.startsWith('#') : refersOutside(value);
  return isOutside ? 'it may only refer to itself' : undefined;
}

function refersOutside(words: string): boolean {
  // image-set("a.png") and src("a.png") load files without url().
  return /url\((?!\s*["']?#)|@import|image-set|src\(|javascript:|\\/i.test(words);
}

function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Attributes that the outermost element keeps: they apply to everything within. */
const KEPT = /^(?:fill|stroke|opacity|color|style|class)/;

function drawingOf(root: Record<string, string>, inner: string): ReadDrawing | string {
  const box = (root['viewBox'] ?? `0 0 ${lengthOf(root['width'])} ${lengthOf(root['height'])}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = box;
  if (box.length !== 4 || !box.every(Number.isFinite) || width <= 0 || height <= 0) {
    return 'has no size: give it a viewBox, such as viewBox="0 0 400 120"';
  }
  const kept = Object.entries(root)
    .filter(([key]) => KEPT.test(key))
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  const prefix = /\bxlink:/.test(inner) ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${prefix} viewBox="${box.join(' ')}"${kept}>${inner.trim()}</svg>`;
  return { svg, width, height };
}

/** https://www.w3.org/TR/css-values-4/#absolute-lengths: pixels of a length with its unit. */
const PIXELS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function lengthOf(written = ''): number {
  const [, length, unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(written.trim()) ?? [];
  return Number(length) * (PIXELS[unit.toLowerCase()] ?? Number.NaN);
}
