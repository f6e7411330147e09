import { beforeEach, expect, test } from 'vitest';
import { findSharedAddress } from '#server/operations/shared-address.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const OUTER = '10.20.0.5';
let server: TestSite;
beforeEach(async () => {
  server = await startTestSite({ trustedProxies: ['127.0.0.1', OUTER] });
});

const noted = () => findSharedAddress(server.files.dataDir);
/** Twenty browsers of different kinds. */
async function visit(forwarded: (visitor: number) => string | undefined): Promise<void> {
  for (let visitor = 0; visitor < 20; visitor++) {
    const from = forwarded(visitor);
    const headers = {
      'user-agent': `Browser ${visitor}`,
      ...(from !== undefined && { 'x-forwarded-for': from }),
    };
    await fetch(`${server.origin}/healthz`, { headers });
  }
}

test('a second proxy in front that hides all visitors is noticed, until a visitor is seen', async () => {
  await visit(() => '10.20.0.9');
  expect(noted()).toBe('10.20.0.9');
  await visit(() => '192.0.2.1');
  expect(noted()).toBeUndefined();
  await visit(() => '10.20.0.9');
  expect(noted()).toBeUndefined();
});

test.each<[string, (visitor: number) => string | undefined]>([
  ['visitors of two proxies in a row that are both named', (n) => `192.0.2.${n}, ${OUTER}`],
  ['people of one institute with their own private addresses', (n) => `10.1.1.${n}`],
  ['many people behind one public address', () => '192.0.2.1'],
  ['a monitor on this machine', () => undefined],
])('%s are no such proxy', async (_, forwarded) => {
  await visit(forwarded);
  expect(noted()).toBeUndefined();
});
