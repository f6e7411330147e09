import { expect, test } from 'vitest';
import { conferenceWithPages, acceptedAbstract } from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { abstractsSent } from './demo.ts';

test('a demonstration shows three of four accepted contributions on the site', async () => {
  const server = await startTestSite({ content: conferenceWithPages() });
  const all = [];
  for (let nth = 0; nth < 4; nth += 1) all.push(await acceptedAbstract(server));
  const { context, content, clock } = server;
  const deps = { context, content, now: { at: clock.now() } };
  await abstractsSent(
    deps as Parameters<typeof abstractsSent>[0],
    all.map(({ id }) => id),
  );
  const list = await server.openPage('/contributions');
  for (const [number, { address }] of all.entries()) {
    expect(list.text.includes(`href="${address}"`)).toBe(number !== 3);
    expect((await server.openPage(address)).status).toBe(number === 3 ? 404 : 200);
  }
});
