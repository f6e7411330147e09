import type { Plugin, ViteDevServer } from 'vite';
import type { CallsServer } from './calls-server.ts';
import { type ContentApi, isContentModule } from './content-plugin.ts';
import { watchPaths } from './watch-paths.ts';

/** What the pages read: content/, and its pictures under public/. */
const words = ['content', 'public'];
/** The server's sources. Vite follows edits of site/. */
const code = ['server', 'contract', 'documents', 'sandbox'];

/**
 * Makes pages and calls follow every edit in development. A mistake in content/ is reported in the terminal and on every
 * page, and nothing else stops: the calls keep the previous content, and everything continues once it is corrected.
 */
export function followEdits(calls: CallsServer): Plugin {
  return {
    name: 'follow-edits',
    enforce: 'pre',
    configureServer(vite) {
      const { root, logger } = vite.config;
      const content = contentApi(vite);
      let mistake = content.mistake();
      vite.httpServer?.once('listening', () => {
        // Also when Vite restarts itself because code of its plugins was edited.
        if (mistake === undefined) void calls.stop().then(calls.start);
        else logger.error(`\n${mistake}\n\nMend this, and all goes on by itself.\n`);
      });

      const watching = watchPaths(root, [...words, ...code], async (changed) => {
        mistake = content.mistake();
        if (mistake !== undefined) {
          logger.error(`\n${mistake}\n`, { timestamp: true });
          showMistake(vite, mistake);
          return;
        }
        logger.info(`${changed.join(', ')} changed`, { timestamp: true });
        await calls.stop();
        // The server with the old content has ended before a page sends a call.
        if (changed.some((path) => words.includes(path))) showContent(vite);
        calls.start();
      });
      vite.httpServer?.once('close', () => watching.close());

      vite.middlewares.use((request, response, next) => {
        if (mistake === undefined || !request.headers.accept?.includes('text/html')) return next();
        response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
        response.end(pageAbout(mistake));
      });
      for (const path of ['/api', '/sandbox', '/healthz', '/readyz']) {
        vite.middlewares.use(path, (_, response, next) => {
          void calls.answers().then((isThere) => {
            if (isThere) return next();
            response.writeHead(503, { 'content-type': 'application/json' });
            response.end('{"message":"The server has stopped: the terminal says why."}');
          });
        });
      }
    },
  };
}

function contentApi({ config }: ViteDevServer): ContentApi {
  const plugin = config.plugins.find(({ name }) => name === 'content');
  if (!plugin) throw new Error('vite.config.ts has no content plugin');
  return plugin.api;
}

function showMistake({ environments }: ViteDevServer, message: string): void {
  environments.client.hot.send({ type: 'error', err: { plugin: 'content', message, stack: '' } });
}

function showContent({ environments }: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(environments)) {
    for (const [id, module] of moduleGraph.idToModuleMap) {
      if (isContentModule(id)) moduleGraph.invalidateModule(module);
    }
  }
  environments.client.hot.send({ type: 'full-reload' });
}

/** Vite's client reloads the page once the mistake is corrected. */
function pageAbout(mistake: string): string {
  const text = mistake.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A mistake in content/</title>
<script type="module" src="/@vite/client"></script>
<style>
  body { max-width: 60rem; margin: 10vh auto; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui }
  pre { white-space: pre-wrap; font-size: 1rem }
</style>
<h1>A mistake in content/</h1>
<pre>${text}</pre>
<p>Mend it and save: this page then comes back by itself.</p>
</html>
`;
}
