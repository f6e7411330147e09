import { join } from 'node:path';
import type { Content } from '#contract/content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { withExtras, withPlaces } from '#tests/support/fixture-prices.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { withInvoices } from '#tests/support/invoices.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { conferenceIn } from '#tests/support/visa-form.ts';
import { account } from '#tests/support/with-transfers.ts';
import { withoutServer } from './fixtures.ts';

export { expect } from './fixtures.ts';

/**
 * Each test has a server with the built site in its own process, so it moves the clock, and acts as the organiser without
 * starting a command. The conference is ahead, and has extras, rules for refunds, invoices and one place for an exhibitor.
 */
export const test = testAt((content) => content);

/** The same for another conference. */
export function testAt(change: (content: Content) => Content) {
  return withoutServer.extend<{ server: TestServer }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
    server: async ({}, use) => {
      const ahead = conferenceIn(90);
      const conference = { ...ahead.conference, bankTransfer: account };
      const prices = withPlaces(withExtras(ahead.prices), 'exhibitor', 1);
      const content = change(withInvoices({}, withRules({ ...ahead, conference, prices })));
      const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
      const server = await startTestServer({ content, pages });
      await use(server);
      await server.close();
    },
    baseURL: ({ server }, use) => use(server.origin),
  });
}
