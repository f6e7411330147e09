import type { Plugin } from 'vite';
import { registerTexts } from '#contract/content/feature-texts.ts';
import { asProperties, paletteOf } from '#contract/content/palette.ts';
import { Labels } from '#contract/content/shapes/labels-shape.ts';
import { accentOf } from '#contract/content/accent.ts';
import { texts } from '#features/texts.ts';
import { contentNames, labelModule } from '../content-modules.ts';
import { exportsOf } from './content-plugin.ts';
import { colourOf, DARK, slotOf, wordOf } from '../slots.ts';
import { STYLE_SHEET, themeModule } from './theme-plugin.ts';

registerTexts(texts);

/**
 * Builds the site without a conference: each `content:` and `theme:` module is a slot, into which render-site.ts puts the
 * value. A label is a word, so that the bundler writes it into the code that reads it, and a page loads no other labels.
 */
export function templatePlugin(): Plugin {
  const labels = new Map(
    Object.entries(Labels.parse({})).map(([section, words]) => [labelModule(section), words]),
  );
  const shades = paletteOf(undefined, accentOf('#000000')).light;
  const places = `@theme {
${asProperties(Object.fromEntries(Object.keys(shades).map((name, at) => [name, colourOf(at)])))}}
@media (prefers-color-scheme: dark) { :root { ${DARK} } }`;
  return {
    name: 'template',
    // The plugin runs before Tailwind reads the style sheet.
    enforce: 'pre',
    resolveId(source) {
      if (/^(?:content|theme):/.test(source)) {
        const [scheme, name = ''] = source.split(/:(.*)/);
        return scheme === 'theme' || contentNames.includes(name) ? `\0${source}` : null;
      }
      // The pages get the style sheet from the built file, so only one environment makes it.
      const [, query] = /\/site\.css\?(inline|url)$/.exec(source) ?? [];
      if (query === undefined || (query === 'url' && this.environment.name === 'client'))
        return null;
      return `\0css:${query}`;
    },
    load(id) {
      const [, scheme, name = ''] = /^\0(content|theme|css):(.*)/.exec(id) ?? [];
      if (scheme === 'css') return `export default ${slotOf(`css:${name}`)};`;
      if (scheme === 'theme') return themeModule(name, (each) => slotOf(`theme:${each}`));
      if (scheme !== 'content') return null;
      if (name === 'language') {
        const parts = ['language', 'direction', 'locale', 'base', 'languages'];
        return exportsOf(parts.map((part) => [part, slotOf(`${name}.${part}`)]));
      }
      const section = labels.get(name);
      return section === undefined
        ? `export default ${slotOf(name)};`
        : exportsOf(
            Object.entries(section).map(([label, words]) => {
              const place = `${name}.${label}`;
              // The forms of a plural are others in each language.
              return [label, typeof words === 'string' ? wordOf(place) : slotOf(place)];
            }),
          );
    },
    transform: {
      filter: { id: STYLE_SHEET },
      handler: (code) => `${code}\n${places}`,
    },
  };
}
