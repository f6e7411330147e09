import { type BrowserContext, test as base } from '@playwright/test';
import { buildConference, type copyConference } from '#tests/support/conference-copy.ts';
import { type SiteServer, startSite } from '#tests/support/site-server.ts';

export { expect } from '@playwright/test';

type WorkerFixtures = { site: SiteServer };
type TestFixtures = {
  /** Allows console lines that match; every other warning or error fails the test. */
  allowConsole: (line: RegExp) => void;
  /** A page behind a link has styles of its own (server/http/used-styles.ts): they have a rule for each of its classes. */
  styledPages: undefined;
};

/** Tests that bring their own server. */
export const withoutServer = base.extend<TestFixtures>({
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [/net::ERR_NAME_NOT_RESOLVED/];
      const lines = consoleLines(context);
      await use((line) => allowed.push(line));
      const unexpected = lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      if (unexpected.length > 0) {
        throw new Error(`Unexpected lines on the console:\n${unexpected.join('\n')}`);
      }
    },
    { auto: true },
  ],
  styledPages: [
    async ({ context }, use) => {
      const pages: Promise<string>[] = [];
      context.on('response', (response) => {
        const isForOne = response.headers()['x-robots-tag'] !== undefined;
        // A redirect and a file to save have no text here.
        if (isForOne) pages.push(response.text().catch(() => ''));
      });
      await use(undefined);
      const unstyled = (await Promise.all(pages)).flatMap(unstyledClasses);
      if (unstyled.length > 0)
        throw new Error(`No styles for ${[...new Set(unstyled)].join(', ')}`);
    },
    { auto: true },
  ],
});

/** The classes of the content of a page that no selector of its style sheet has. */
function unstyledClasses(html: string): string[] {
  const [, styles = '', main = ''] =
    /<style>([^]*?)<\/style>[^]*?<main\b([^]*)<\/main>/.exec(html) ?? [];
  const styled = new Set([...styles.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));
  return [...main.matchAll(/ class="([^"]*)"/g)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => !styled.has(name));
}

/**
 * Each worker has its own server. The browser finds no other host (playwright.config.ts) unless the test answers in
 * place of that host with `page.route`. The report of a failed test includes the server's output.
 */
export const test = withoutServer.extend<object, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const site = await startSite({ SANDBOX_CONTROL: 'on' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  context: async ({ context, site }, use, info) => {
    const before = site.output().length;
    await use(context);
    if (info.status !== info.expectedStatus) {
      await info.attach('server output', { body: site.output().slice(before) });
    }
  },
});

/** Tests of the site of another conference. One build serves all tests of a file, in serial mode. */
export const testOf = (conference: () => ReturnType<typeof copyConference>) =>
  test.extend<object, WorkerFixtures>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
      async ({}, use) => {
        const { folder, remove } = conference();
        await buildConference(folder);
        const site = await startSite({ CONTENT_DIR: folder });
        await use(site);
        await site.stop();
        remove();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });

/** The errors and warnings of all pages. A violation of the security policy is such an error. */
function consoleLines(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('weberror', (event) => lines.push(String(event.error().stack)));
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    lines.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return lines;
}
