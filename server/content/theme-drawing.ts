import { Parser } from 'saxen';
import type { ReadDrawing } from '#contract/content/looks.ts';

/** Elements that draw. Others run code, load other files, or look different where the fonts of the pages are missing. */
const elements = new Set(
  (
    'svg g defs symbol use view title desc style path circle ellipse rect line polyline polygon ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);
const advice: Partial<Record<string, string>> = {
  text: 'turn the text into paths ("Object to path" in Inkscape, "Create outlines" in Illustrator)',
  tspan:
    'turn the text into paths ("Object to path" in Inkscape, "Create outlines" in Illustrator)',
  image: 'a drawing contains no other pictures',
  script: 'a drawing contains no scripts',
};

/**
 * Checks a drawing, which pages of this site and PDF files contain: it has no scripts and refers to nothing outside.
 * Returns it with a plain outermost element, or a sentence about what is wrong.
 */
export function readDrawing(text: string): ReadDrawing | string {
  const found: string[] = [];
  const seen: string[] = [];
  let root: Record<string, string> | undefined;
  let style = false;
  new Parser()
    .on('openTag', (name, attributesOf, decode) => {
      seen.push(name);
      const attributes = attributesOf() || {};
      root ??= name === 'svg' ? attributes : undefined;
      style = name === 'style';
      // Programs for drawing keep data of their own in elements such as sodipodi:namedview.
      const isForeign = name.includes(':') || name === 'metadata';
      if (isForeign) found.push(`has <${name}>: save it as "Plain SVG"`);
      else if (!elements.has(name)) {
        found.push(`has <${name}>: ${advice[name] ?? 'only shapes and paths are allowed'}`);
      }
      for (const [key, value] of Object.entries(attributes)) {
        const fault = faultOf(key, decode(value));
        if (fault) found.push(`has ${key}="${value.slice(0, 40)}" in <${name}>: ${fault}`);
      }
    })
    .on('text', (words) => {
      if (style && refersOutside(words)) found.push('has a style that loads another file');
    })
    .on('cdata', (words) => {
      if (style && refersOutside(words)) found.push('has a style that loads another file');
    })
    .on('error', (error) => void found.push(`is not valid XML (${error.message})`))
    .parse(text);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) found.push('has a DOCTYPE: remove that line');
  if (found[0] !== undefined) return found[0];
  if (seen[0] !== 'svg' || !root) return 'is no SVG drawing';
  return drawingOf(text, root);
}

function faultOf(key: string, value: string): string | undefined {
  if (/^on/i.test(key)) return 'a drawing contains no scripts';
  const isReference = key === 'href' || key.endsWith(':href');
  const isOutside = isReference ? !value.trim().startsWith('#') : refersOutside(value);
  return isOutside && !key.startsWith('xmlns') ? 'it may only refer to itself' : undefined;
}

function refersOutside(words: string): boolean {
  return /url\(\s*["']?(?!#)|@import|javascript:|\\/i.test(words);
}

/** Attributes that the outermost element keeps: they apply to everything within. */
const KEPT = /^(?:fill|stroke|opacity|color|style|class)/;

function drawingOf(text: string, root: Record<string, string>): ReadDrawing | string {
  const box = (root['viewBox'] ?? `0 0 ${lengthOf(root['width'])} ${lengthOf(root['height'])}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = box;
  if (box.length !== 4 || !box.every(Number.isFinite) || width <= 0 || height <= 0) {
    return 'has no size: give it a viewBox, such as viewBox="0 0 400 120"';
  }
  const start = text.search(/<svg\b/);
  const open = /<svg\b(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text.slice(start))?.[0] ?? '';
  const inner = text.slice(start + open.length, text.lastIndexOf('</svg>'));
  const kept = Object.entries(root)
    .filter(([key]) => KEPT.test(key))
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('');
  const prefix = /\bxlink:/.test(inner) ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${prefix} viewBox="${box.join(' ')}"${kept}>${inner.trim()}</svg>`;
  return { svg, width, height };
}

function lengthOf(written = ''): number {
  return Number(/^[\d.]+(?=(?:px)?$)/.exec(written.trim())?.[0]);
}
