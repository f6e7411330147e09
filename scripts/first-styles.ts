import { usedStyles } from '#server/http/used-styles.ts';

/** The parts below the first view of every page: their layout would be half of the time until the first paint. */
const BELOW = 'main>:nth-child(n+3),footer';
const SKIPPED = `${BELOW}{content-visibility:auto;contain-intrinsic-block-size:600px}`;
const SHOWN = `${BELOW}{content-visibility:visible}`;

/** Runs in the page: after the first frame it appends the template's styles. The template stays for React (site/root.tsx). */
const APPEND =
  "requestAnimationFrame(()=>setTimeout(()=>document.head.append(document.getElementById('styles').content.cloneNode(true))))";

/**
 * Leaves before the first paint of a built page only the styles that it needs: the rules for what is on the page, without the fonts
 * that have to be loaded. All of its styles wait in a template at the end. They come after the first ones and contain
 * them, so the order of the rules is that of the style sheet. Visitors without scripts see no later states; they get the fonts
 * at once.
 */
export function withFirstStyles(page: string): string {
  const [, styles = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  const classes = [...page.matchAll(/ class="([^"]*)"/g)].map(([, all = '']) => decode(all));
  const names = new Set(classes.flatMap((all) => all.split(' ')));
  const fonts = styles.match(LOADED_FONT)?.join('') ?? '';
  const first = usedStyles(styles, { names }).replaceAll(LOADED_FONT, '');
  const later = [
    `<noscript><style>${fonts}${SHOWN}</style></noscript>`,
    `<template id="styles"><style>${styles}${SHOWN}</style></template>`,
    `<script>${APPEND}</script>`,
  ].join('');
  return page.replace(styles, () => first + SKIPPED).replace('</body>', () => `${later}</body>`);
}

const LOADED_FONT = /@font-face\{[^}]*url\([^}]*\}/g;
const MARKS: Record<string, string> = { gt: '>', lt: '<', quot: '"', '#x27': "'", amp: '&' };

function decode(names: string): string {
  return names.replaceAll(/&(#x27|\w+);/g, (whole, name: string) => MARKS[name] ?? whole);
}
