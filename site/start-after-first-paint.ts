import { changeLetters } from './change-letters.ts';
import { setStateAside, stateScript } from './page-state.ts';

/**
 * What begins to load with the page competes with what the visitor came to read. The framework preloads every module in
 * the head and imports them at once; here the same modules, and the whole style sheet, are asked for when the first paint
 * is done. Buttons that are pressed before that are pressed again once they do something (site/entry.client.tsx).
 * Everything stays an inline script whose text is fixed at build time, so a hash in the Content-Security-Policy allows
 * it.
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
  const stylesheet = /<noscript><link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1];

  // Scripts before the first paint would keep it waiting, however short: this one waits with the others. Its element
  // stays, because the framework counts what it has rendered.
  let context = '';
  const withoutContext = withoutPreloads.replace(
    /(?<=<script>)window\.__reactRouterContext = [^<]*(?=<\/script>)/,
    (script) => {
      context = script;
      return '';
    },
  );

  let found = 0;
  const started = withoutContext.replace(
    /<script type="module" async="">([^<]*__reactRouterRouteModules[^<]*)<\/script>/g,
    (_, script: string) => {
      found += 1;
      const lines = deferred(script, preloads, stylesheet ?? '', context);
      return `<script type="module">${lines}</script>`;
    },
  );
  if (found !== 1 || !context || preloads.length === 0 || !stylesheet) {
    throw new Error('The scripts of the page are not where this version of the router had them');
  }
  return setStateAside(started);
}

/** Turns static imports, which the browser fetches at once, into imports made later. */
function deferred(script: string, preloads: string[], stylesheet: string, context: string): string {
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
  return [
    'const pressed = [];',
    `const press = (event) => { const button = event.target.closest('button'); if (!button) return; event.preventDefault(); event.stopPropagation(); pressed.push(button); };`,
    `addEventListener('click', press, true);`,
    `addEventListener('taken-over', () => { removeEventListener('click', press, true); for (const button of pressed) button.click(); }, { once: true });`,
    `const add = (fields) => document.head.append(Object.assign(document.createElement('link'), fields));`,
    'const start = async () => {',
    `if (start.done) return; start.done = true;`,
    // Without the style sheet the page is plain, but all of it is there.
    `const styled = new Promise((done) => add({ rel: 'stylesheet', href: ${JSON.stringify(stylesheet)}, onload: done, onerror: done }));`,
    // What is drawn near comes after the frame in which the sheet applies, one part in each task.
    `const come = async () => { await styled; await new Promise(requestAnimationFrame); for (const part of [...document.querySelectorAll('.drawn-near,.late-on-phones'), document.documentElement]) { await pause(0); part.classList.add('has-come'); } };`,
    `for (const href of ${JSON.stringify(preloads)}) add({ rel: 'modulepreload', href });`,
    // Each module runs in a task of its own, so that none keeps a slow device from answering a touch.
    'const pause = (ms) => new Promise((done) => setTimeout(done, ms));',
    'void come();',
    `(${changeLetters.toString()})(styled).catch(() => {});`,
    context,
    stateScript,
    `const run = async () => { for (const href of ${JSON.stringify(inTurn)}) { await import(href); await pause(0); } };`,
    'const load = async () => { const [state] = await Promise.all([askForState(), run()]); handOver(state); };',
    // On a bad line a file may need another try. Where none helps, buttons do at least what they do without scripts.
    `for (let tries = 5; ; tries--) { try { await load(); break; } catch (error) { if (tries === 1) { removeEventListener('click', press, true); throw error; } await pause(3000); } }`,
    `const [${names.join(',')}] = await Promise.all([${[...modules, 'styled'].join(',')}]);`,
    ...lines,
    '};',
    // A page that is never painted, or by a browser that does not tell, starts all the same.
    `new PerformanceObserver((seen) => seen.getEntriesByName('first-contentful-paint').length && start()).observe({ type: 'paint', buffered: true });`,
    'setTimeout(start, 4000);',
  ].join('\n');
}
