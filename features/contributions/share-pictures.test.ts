import { expect, test } from 'vitest';
import { MINUTE } from '#contract/time-spans.ts';
import {
  conferenceWithPages,
  publishedContribution,
} from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite({ content: conferenceWithPages() });

test('networks show a picture with title and authors, which ends with its page', async () => {
  const own = await publishedContribution(server);
  const { text } = await server.openPage(own.address);
  const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(text) ?? [];
  expect(address).toBe(`${server.origin}${own.address}/share.png`);
  const picture = await fetch(address);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const again = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(again.equals(bytes)).toBe(true);
  const list = await server.openPage('/contributions');
  expect(list.text).toContain(`content="${server.origin}/share.png"`);
  await server.sendForm(own.form, { step: 'end' });
  server.clock.advance(MINUTE);
  expect((await fetch(address)).status).toBe(410);
});
