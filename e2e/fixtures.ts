import { type BrowserContext, test as base } from '@playwright/test';
import { type Settings, type SiteServer, startSite } from './site-server.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = {
  /** Settings of the server: `test.use({ settings: { … } })` at the top of a file gives the file its own server. */
  settings: Settings;
  site: SiteServer;
};
type TestFixtures = {
  /** Allows console lines that match; every other warning or error fails the test. */
  allowConsole: (line: RegExp) => void;
};

/**
 * Each worker has its own server. Requests to other origins are blocked unless the test answers them with `page.route`. The
 * report of a failed test includes the server's output.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ settings }, use) => {
      const site = await startSite(settings);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  context: async ({ context, site }, use, info) => {
    const before = site.output().length;
    await context.route(
      (url) => url.protocol.startsWith('http') && url.origin !== site.origin,
      (route) => route.abort('blockedbyclient'),
    );
    await use(context);
    if (info.status !== info.expectedStatus) {
      await info.attach('server output', { body: site.output().slice(before) });
    }
  },
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [/net::ERR_BLOCKED_BY_CLIENT/];
      const lines = consoleLines(context);
      await use((line) => allowed.push(line));
      const unexpected = lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      if (unexpected.length > 0) {
        throw new Error(`Unexpected lines on the console:\n${unexpected.join('\n')}`);
      }
    },
    { auto: true },
  ],
});

function consoleLines(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('weberror', (event) => lines.push(String(event.error().stack)));
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    lines.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return lines;
}
