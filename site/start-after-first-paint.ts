/**
 * Scripts that begin to load with the page compete with what the visitor came to read. The framework preloads every
 * module in the head and imports them at once; here the same modules are asked for when the first paint is done.
 * Everything stays an inline script whose text is fixed at build time, so a hash in the Content-Security-Policy allows it.
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

  let found = 0;
  const started = withoutPreloads.replace(
    /<script type="module" async="">([^<]*__reactRouterRouteModules[^<]*)<\/script>/g,
    (_, script: string) => {
      found += 1;
      return `<script type="module">${deferred(script, preloads)}</script>`;
    },
  );
  if (found !== 1 || preloads.length === 0) {
    throw new Error('The scripts of the page are not where this version of the router had them');
  }
  return started;
}

/** Turns static imports, which the browser fetches at once, into imports made later. */
function deferred(script: string, preloads: string[]): string {
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
  return [
    'requestAnimationFrame(() => setTimeout(async () => {',
    `for (const href of ${JSON.stringify(preloads)}) {`,
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    '}',
    `const [${names.join(',')}] = await Promise.all([${modules.join(',')}]);`,
    ...lines,
    '}));',
  ].join('\n');
}
