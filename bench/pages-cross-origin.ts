/**
 * What the cross-origin headers cost a visitor: the first paint of the bare home page on a slow phone, without them, with
 * the opener policy and with the embedder policy too, in turns. Come to by a link on another site, and from an empty tab.
 *
 *     node bench/pages-cross-origin.ts [rounds, 9 unless told]
 *
 * Needs a built site and a Chromium (CHROMIUM_PATH, or the machine's).
 */
import { rmSync } from 'node:fs';
import { inTurns, tableOf } from './in-turns.ts';
import { serveBarePages } from './pages-bare.ts';
import { openPhone } from './pages-phone.ts';
import { startBuiltServer } from './pages-server.ts';

const [rounds = '9'] = process.argv.slice(2);
const opener = { 'cross-origin-opener-policy': 'same-origin' };
const embedder = { 'cross-origin-embedder-policy': 'credentialless' };
const kinds = { none: {}, opener, 'opener and embedder': { ...opener, ...embedder } };

const site = await startBuiltServer();
const phone = await openPhone();
const servers = await Promise.all(
  Object.entries(kinds).map(async ([name, headers]) => ({
    name,
    ...(await serveBarePages(site.origin, ['/'], headers)),
  })),
);
try {
  const visits = (['another site', 'an empty tab'] as const).flatMap((from) =>
    servers.map(({ name, origin }) => [
      `${name}, from ${from}`,
      async () => (await phone.visit(`${origin}/`, from)).firstPaint,
    ]),
  );
  const medians = await inTurns(Number(rounds), Object.fromEntries(visits));
  const rows = Object.entries(medians).map(([name, ms]) => [name, ms.toFixed(0)]);
  console.log(tableOf(['cross-origin headers', 'first paint, ms'], rows));
} finally {
  phone.close();
  for (const server of servers) server.close();
  await site.stop();
  rmSync(site.dataDir, { recursive: true });
}
