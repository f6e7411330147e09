import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Accent } from '#contract/content/accent.ts';
import { readContent } from '#server/content/read-content.ts';

const FAVICON = '/favicon.svg';

/** Gives the style sheet and the favicon the accent of content/conference.yaml. */
export function accentPlugin(folder: string): Plugin {
  const accent = () => readContent(folder).conference.accent;
  const favicon = () => inColour(readFileSync(join(folder, 'public', FAVICON), 'utf8'), accent());
  return {
    name: 'accent',
    // The plugin runs before Tailwind reads the style sheet.
    enforce: 'pre',
    transform: {
      filter: { id: /\/site\/site\.css(?:$|\?)/ },
      handler(code) {
        this.addWatchFile(join(folder, 'conference.yaml'));
        return `${code}\n${tokens(accent())}`;
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(FAVICON, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(favicon());
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName: FAVICON.slice(1), source: favicon() });
    },
  };
}

/** A picture may name the accent in braces, as texts name facts. */
function inColour(picture: string, { light, dark }: Accent): string {
  return picture.replaceAll('{accent}', light).replaceAll('{accent_dark}', dark);
}

/** The accent tokens, which site/tokens.css does not define. The band across a page is always dark. */
function tokens({ light, lightDeep, dark, darkDeep }: Accent): string {
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
