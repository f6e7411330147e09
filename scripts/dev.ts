import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { siteFolders } from '#server/content/folders.ts';
import { readEnv, SettingError } from '#server/config/env.ts';
import { type ContentApi, isContentModule } from './plugins/content-plugin.ts';
import { freePort } from './free-port.ts';

/** `npm run dev`: Vite serves the pages and forwards the calls to our own server. Both follow every edit. */
const env = readSettings();
const { content } = siteFolders(env);
if (!existsSync(content)) fail(`CONTENT_DIR: there is no folder ${content}.`);
const port = env.PORT || (await freePort());
const callsPort = await freePort();
await checkPort();
const answeredByCalls = ['/api', '/sandbox', '/receipt', '/pay/', '/registration/'].concat(
  '/abstract/',
  '/invitation/',
  '/unsubscribe/',
  '/waiting-list',
  '/offer/',
  '/agenda.ics',
  '/healthz',
  '/readyz',
  '/metrics',
);
/**
 * Vite follows edits of site/. After edits of these folders or of the content, the server of the calls starts again.
 */
const followed = ['server', 'features', 'contract', 'documents', 'packages'];
/**
 * In milliseconds. Editors save in several steps, and some replace the file: an edit is over after this time without a
 * change.
 */
const QUIET_MS = 100;

let calls: ChildProcess | undefined;
/** Settles once the server of the calls answers or has stopped. */
let answering: Promise<unknown> = Promise.resolve();

const proxied = answeredByCalls.map((path) => [path, `http://127.0.0.1:${callsPort}`]);
const vite = await createServer({
  mode: 'development',
  clearScreen: false,
  plugins: [followEdits()],
  server: { port, host: env.HOST, strictPort: true, proxy: Object.fromEntries(proxied) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop(0));
}
await vite.listen();

/**
 * Restarts the calls after an edit. A mistake in content/ is reported in the terminal and on every page until it is
 * corrected, and the calls keep the earlier content.
 */
function followEdits(): Plugin {
  return {
    name: 'follow-edits',
    enforce: 'pre',
    configureServer(server) {
      let mistake: string | undefined;
      let timer: NodeJS.Timeout | undefined;
      let updates = Promise.resolve();
      const look = async () => {
        mistake = contentApi(server).mistake();
        if (mistake === undefined) await restartCalls();
        else
          server.config.logger.error(
            `\n${mistake}\n\nCorrect this, and the site continues by itself.\n`,
          );
        show(server, mistake);
      };
      const update = () => (updates = updates.then(look));
      const { httpServer, watcher } = server;
      // Vite starts again after an edit of code that reads content/. Once both events have come, no edit is missed.
      const isListening = httpServer && once(httpServer, 'listening');
      void Promise.all([isListening, once(watcher, 'ready')]).then(update);
      httpServer?.once('close', () => clearTimeout(timer));
      watcher.add(content);
      watcher.on('all', (_, file) => {
        const [folder = ''] = relative(server.config.root, file).split(sep);
        if (!followed.includes(folder) && !file.startsWith(content + sep)) return;
        clearTimeout(timer);
        timer = setTimeout(() => void update(), QUIET_MS);
      });
      server.middlewares.use(async (request, _, next) => {
        if (mistake === undefined || !request.headers.accept?.includes('text/html')) return next();
        // The watcher misses an edit while Vite starts again.
        if (contentApi(server).mistake() === undefined) await update();
        // Vite's own page for errors, which reloads once the mistake is corrected.
        next(mistake && errorOf(mistake));
      });
      server.middlewares.use((request, response, next) => {
        if (!answeredByCalls.some((path) => request.url?.startsWith(path))) return next();
        void answering.then(() => {
          if (isRunning()) return next();
          response.writeHead(503, { 'content-type': 'application/json' });
          response.end('{"message":"The server has stopped: the terminal says why."}');
        });
      });
    },
  };
}

function contentApi({ config }: ViteDevServer): ContentApi {
  const plugin = config.plugins.find(({ name }) => name === 'content');
  if (!plugin) throw new Error('vite.config.ts has no content plugin');
  return plugin.api;
}

/** Reloads every open page, or shows the mistake on it. */
function show({ environments }: ViteDevServer, mistake: string | undefined): void {
  if (mistake !== undefined) {
    return environments.client.hot.send({ type: 'error', err: errorOf(mistake) });
  }
  for (const { moduleGraph } of Object.values(environments)) {
    for (const [id, module] of moduleGraph.idToModuleMap) {
      if (isContentModule(id)) moduleGraph.invalidateModule(module);
    }
  }
  environments.client.hot.send({ type: 'full-reload' });
}

function errorOf(mistake: string) {
  return { name: 'ContentError', plugin: 'content', message: mistake, stack: '' };
}

async function restartCalls(): Promise<void> {
  await stopCalls();
  const isFirst = calls === undefined;
  const child = spawn(process.execPath, ['server/main.ts', '--calls-only'], {
    // The IPC channel ends the child if this process is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(callsPort),
      HOST: '127.0.0.1',
      // Payers return to the pages, not to a port that only this script knows.
      PUBLIC_BASE_URL: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    },
  });
  calls = child;
  // The server prints its addresses once, as soon as it answers.
  answering = new Promise((resolve) => {
    child.stdout?.once('data', resolve);
    child.once('exit', resolve);
  });
  if (!isFirst) return;
  child.stdout?.pipe(process.stdout);
  // The server has printed the reason. A later failure comes from an edit, and the next edit may correct it.
  child.once('exit', (code) => code && void stop(code));
}

async function stopCalls(): Promise<void> {
  if (!calls || !isRunning()) return;
  const gone = once(calls, 'exit');
  calls.kill('SIGTERM');
  await gone;
}

function isRunning(): boolean {
  return calls !== undefined && calls.exitCode === null && calls.signalCode === null;
}

async function stop(code: number): Promise<void> {
  await Promise.all([stopCalls(), vite.close()]);
  process.exit(code);
}

function readSettings() {
  process.env['NODE_ENV'] = 'development';
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof SettingError) return fail(error.message);
    throw error;
  }
}

async function checkPort(): Promise<void> {
  const probe = net.createServer().listen(port, env.HOST);
  try {
    await once(probe, 'listening');
  } catch {
    fail(
      `PORT ${port} is in use by another program: stop that program, or choose another port with PORT=3001 npm run dev.`,
    );
  }
  probe.close();
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
