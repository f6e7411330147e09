import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Content } from '#contract/content.ts';
import { fontSheet } from '#documents/font-sheet.ts';
import { allTokens, portraitRules, themeFiles, tokens } from '../theme-files.ts';

const SCHEME = 'theme:';

/** The style sheet itself: the module for its address (?url) is a script. */
export const STYLE_SHEET = /\/site\/site\.css(?:$|\?(?!url))/;

/** Gives the site the looks of the conference (theme-files.ts) while it is developed and tested. */
export function themePlugin(folder: string, read: () => Content): Plugin {
  let base = '/';
  const conference = () => read().conference;
  const theme = themeFiles(folder, read, () => base);
  return {
    name: 'theme',
    // The plugin runs before Tailwind reads the style sheet.
    enforce: 'pre',
    configResolved(config) {
      base = config.base;
    },
    resolveId: (source) => (source.startsWith(SCHEME) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${SCHEME}`)) return null;
      const name = id.slice(1 + SCHEME.length);
      return themeModule(name, (each) => JSON.stringify(theme.valueOf(each)));
    },
    transform: {
      filter: { id: STYLE_SHEET },
      handler(code) {
        this.addWatchFile(join(folder, 'conference.yaml'));
        this.addWatchFile(join(folder, 'theme/theme.yaml'));
        const { looks, accent } = conference();
        return [
          fontSheet(code, looks.fonts, theme.addressOfFont),
          looks.hasPalette ? allTokens(looks.palette) : tokens(accent),
          portraitRules(looks),
        ].join('\n');
      },
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.replace(/\?.*$/, '') ?? '';
        const answer = async () => {
          const isAsset = path.startsWith(`${base}assets/`);
          const found = isAsset
            ? theme.assets().find((asset) => asset.address === path)
            : /^\/(?:favicon\.svg|icon-\d+\.png|share\.png)$/.test(path)
              ? (await theme.pictures()).get(path)
              : undefined;
          if (!found) return next();
          response.setHeader('content-type', found.type).end(found.bytes);
        };
        answer().catch(next);
      });
    },
  };
}

/** The code of a module `theme:NAME`; `valueOf` gives the code of a value, or a place for it. */
export function themeModule(name: string, valueOf: (name: string) => string): string {
  if (name === 'paper') {
    return `export const light = ${valueOf('paper/light')};\nexport const dark = ${valueOf('paper/dark')};`;
  }
  const parts = name.startsWith('drawings/')
    ? `\nexport const parts = ${valueOf(`${name}/parts`)};`
    : '';
  return `export default ${valueOf(name)};${parts}`;
}
