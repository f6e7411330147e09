import { minifySync } from 'vite';
import { changeLetters } from './change-letters.ts';
import { askForState, handOver, setStateAside, STATE_ADDRESS } from './page-state.ts';
import { startPage } from './start-page.ts';

/**
 * What begins to load with the page competes with what the visitor came to read. The framework preloads every module in
 * the head and imports them at once; here the same modules, and the whole style sheet, are asked for when the first paint
 * is done (site/start-page.ts). Everything stays an inline script whose text is fixed at build time, so a hash in the
 * Content-Security-Policy allows it.
 */
export function startAfterFirstPaint(html: string): string {
  const preloads: string[] = [];
  const withoutPreloads = html.replace(
    /<link rel="modulepreload" href="([^"]+)"[^>]*>/g,
    (_, href: string) => {
      preloads.push(href);
      return '';
    },
  );
  const stylesheet = /<noscript><link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
  // It would be asked for when the page has been read, which is just before the first paint.
  let manifest = '';
  const withoutManifest = withoutPreloads
    .replace(/<link rel="manifest" href="([^"]+)"[^>]*>/, (_, href: string) => {
      manifest = href;
      return '';
    })
    .replace(/(?=<\/noscript>)/, () => `<link rel="manifest" href="${manifest}"/>`);

  // Scripts before the first paint would keep it waiting, however short: this one waits with the others. Its element
  // stays, because the framework counts what it has rendered.
  let context = '';
  const withoutContext = withoutManifest.replace(
    /(?<=<script>)window\.__reactRouterContext = [^<]*(?=<\/script>)/,
    (script) => {
      context = script;
      return '';
    },
  );

  let found = 0;
  const page = withoutContext.replace(
    /<script type="module" async="">([^<]*__reactRouterRouteModules[^<]*)<\/script>/g,
    (_, script: string) => {
      found += 1;
      const text = startScript({ script, preloads, stylesheet, manifest, context });
      return `<script type="module">${text}</script>`;
    },
  );
  if (found !== 1 || !context || preloads.length === 0 || !stylesheet || !manifest) {
    throw new Error('What begins to load is not where this version of the router had it');
  }
  return setStateAside(page);
}

type Found = {
  script: string;
  preloads: string[];
  stylesheet: string;
  manifest: string;
  context: string;
};

/** Turns static imports, which the browser fetches at once, into imports made when the page is started. */
function startScript({ script, preloads, stylesheet, manifest, context }: Found): string {
  const names: string[] = [];
  const modules: string[] = [];
  const rest = script.replace(
    /^\s*import (?:\* as (\w+) from )?("[^"]+");?\s*$/gm,
    (_, name: string | undefined, module: string) => {
      names.push(name ?? '');
      modules.push(`import(${module})`);
      return '';
    },
  );
  const lines = rest.split('\n').flatMap((line) => line.trim() || []);
  // Who needs others is named before them. What the rest of the script imports, starts the site: it comes last.
  const inTurn = preloads.toReversed().filter((href) => !rest.includes(href));
  const text = [
    `(${startPage.toString()})({`,
    `stylesheet: ${JSON.stringify(stylesheet)},`,
    `manifest: ${JSON.stringify(manifest)},`,
    `modules: ${JSON.stringify(preloads)},`,
    `inTurn: ${JSON.stringify(inTurn)},`,
    `state: ${JSON.stringify(STATE_ADDRESS)},`,
    `askForState: ${askForState.toString()},`,
    `handOver: ${handOver.toString()},`,
    `changeLetters: ${changeLetters.toString()},`,
    `openContext: () => { ${context} },`,
    'startFramework: async (styled) => {',
    `const [${names.join(',')}] = await Promise.all([${[...modules, 'styled'].join(',')}]);`,
    ...lines,
    '},',
    '});',
  ].join('\n');
  const { code, errors } = minifySync('start.js', text, { module: true });
  if (errors.length > 0) throw new Error(`The script of the page is none: ${errors[0]?.message}`);
  // The framework looks for what it wrote, to the space, before it takes the page as made.
  return code.replaceAll(/(?<=window\.__reactRouter\w+)=/g, ' =');
}
