import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

test('security.txt names the contact for security reports and expires in half a year', async () => {
  const server = await startTestSite();
  const { status, headers, text } = await server.get('/.well-known/security.txt');
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  const days = (expires - server.clock.now().getTime()) / (24 * 60 * 60_000);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toContain(`Contact: mailto:${server.content.conference.secretary.email}\n`);
  expect(days).toBeGreaterThan(181);
  expect(days).toBeLessThan(183);
});
