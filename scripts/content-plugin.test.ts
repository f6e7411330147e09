import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createLogger, createServer, type InlineConfig } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentPlugin } from './content-plugin.ts';

let root: string;
let told: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'plenary-')));
  told = '';
  const ours = fileURLToPath(new URL('../content/', import.meta.url));
  cpSync(ours, join(root, 'content'), { recursive: true });
  symlinkSync(fileURLToPath(new URL('../public', import.meta.url)), join(root, 'public'));
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.js"></script>');
  writeFileSync(
    join(root, 'page.js'),
    `import partners from 'content:partners';
     document.title = partners[0].name;
     import.meta.hot?.accept();`,
  );
});

afterEach(() => rmSync(root, { recursive: true }));

test('a build holds the checked content and nothing of the code that reads it', async () => {
  edit('partners.yaml', 'partners: [{ name: Kept }]');
  const code = await built();
  expect(code).toContain('Kept');
  expect(code.length).toBeLessThan(1500);
});

test('a build stops at a mistake and tells where it is', async () => {
  edit('partners.yaml', 'partners:\n  - label: PSU\n');
  await expect(built()).rejects.toThrow('content/partners.yaml:2 partners[0].label: unknown key');
});

test('a mistake in a file that no page imports stops the build too', async () => {
  edit('prices.yaml', 'nothing: here\n');
  await expect(built()).rejects.toThrow('content/prices.yaml:1 nothing: unknown key');
});

test('a content module that does not exist is not resolved', async () => {
  writeFileSync(join(root, 'page.js'), `import 'content:weather';`);
  await expect(built()).rejects.toThrow('content:weather');
});

test(
  'while developing, an edit reaches the page, and a mistake shows until it is mended',
  { timeout: 30_000 },
  async () => {
    const server = await createServer({ ...config(), server: { port: 0, host: '127.0.0.1' } });
    try {
      await server.listen();
      const page = server.environments.client;
      await page.transformRequest('/page.js');
      const words = async () => (await page.transformRequest('\0content:partners'))?.code;
      await words();
      const last = await listen(server.resolvedUrls?.local[0] ?? '', server.config.webSocketToken);

      await untilTold(last, { type: 'update' }, () =>
        edit('partners.yaml', 'partners: [{ name: First }]'),
      );
      expect(await words()).toContain('First');

      const message = 'content/partners.yaml:2 partners[0].name: expected text: put "12" in quotes';
      await untilTold(last, { type: 'error', err: { message } }, () =>
        edit('partners.yaml', 'partners:\n  - name: 12\n'),
      );
      expect(told).toContain(message);
      await expect(words()).rejects.toThrow(message);

      await untilTold(last, { type: 'update' }, () =>
        edit('partners.yaml', 'partners: [{ name: Mended }]'),
      );
      expect(await words()).toContain('Mended');
    } finally {
      await server.close();
    }
  },
);

function edit(name: string, text: string): void {
  writeFileSync(join(root, 'content', name), text);
}

function config(): InlineConfig {
  const logger = createLogger('silent');
  logger.error = (message) => {
    told += message;
  };
  return {
    root,
    configFile: false,
    logLevel: 'silent',
    customLogger: logger,
    plugins: [contentPlugin()],
  };
}

async function built(): Promise<string> {
  const outDir = join(root, 'out');
  await build({
    ...config(),
    build: { outDir, rolldownOptions: { output: { entryFileNames: 'page.js' } } },
  });
  return readFileSync(join(outDir, 'page.js'), 'utf8');
}

/** Connects as a page does; what comes back gives the latest message that the page was sent. */
async function listen(url: string, token: string): Promise<() => unknown> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  let last: unknown;
  socket.addEventListener('message', ({ data }) => {
    last = JSON.parse(String(data));
  });
  await vi.waitFor(() => expect(last).toMatchObject({ type: 'connected' }));
  return () => last;
}

/** Repeats the edit, because Vite does not see one that comes before it has begun to watch the file. */
async function untilTold(last: () => unknown, message: object, make: () => void): Promise<void> {
  const look = () => {
    make();
    expect(last()).toMatchObject(message);
  };
  await vi.waitFor(look, { interval: 300, timeout: 10_000 });
}
