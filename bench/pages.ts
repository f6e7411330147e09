/**
 * Measures every page of the built site with Lighthouse, mobile and desktop, in turns with a bare hand-written page that
 * has the same words and no scripts, and prints the medians beside the limits they have to keep.
 *
 *     npm run bench:pages -- [rounds, 5 unless told] [paths, all pages unless told]
 *
 * It starts the server on a free port with data of its own, and needs a Chromium (CHROMIUM_PATH, or the machine's) and
 * openssl. The figures are only as calm as the machine: a round takes about a minute and a half a page on two idle cores.
 */
import { globSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { findChromium } from '../scripts/programs.ts';
import { guardsOf, serveBarePages } from './pages-bare.ts';
import { serveCountries } from './pages-countries.ts';
import { openLighthouse, type Reading } from './pages-lighthouse.ts';
import { startBuiltServer } from './pages-server.ts';
import { failures, summaryOf, tableOf } from './pages-table.ts';

const [rounds = '5', ...wanted] = process.argv.slice(2);
const chromium = findChromium(process.env);
if (!chromium)
  throw new Error('There is no whole Chromium on this machine: install one, or set CHROMIUM_PATH.');

const built = globSync('**/index.html', { cwd: 'build/client' })
  .map((file) => (file === 'index.html' ? '/' : `/${dirname(file)}`))
  .toSorted();
const paths = wanted.length > 0 ? wanted : built;
if (paths.length === 0) throw new Error('The site is not built: npm run build does it.');

const countries = await serveCountries();
const site = await startBuiltServer();
const bare = await serveBarePages('build/client');
const guarded = await serveBarePages('build/client', await guardsOf(site.origin));
const lighthouse = openLighthouse(chromium, countries.flags);
const readings: Reading[] = [];
try {
  for (let round = 1; round <= Number(rounds); round++) {
    for (const path of paths) {
      process.stderr.write(`round ${round} of ${rounds}: ${path}\n`);
      readings.push(
        await lighthouse.read({ path, of: 'bare', way: 'devtools', origin: bare.origin }),
        await lighthouse.read({ path, of: 'site', way: 'devtools', origin: site.origin }),
        await lighthouse.read({ path, of: 'guarded', way: 'devtools', origin: guarded.origin }),
        await lighthouse.read({ path, of: 'bare', way: 'simulate', origin: bare.origin }),
        await lighthouse.read({ path, of: 'site', way: 'simulate', origin: site.origin }),
        await lighthouse.read({ path, of: 'site', way: 'desktop', origin: site.origin }),
      );
    }
  }
} finally {
  lighthouse.close();
  bare.close();
  guarded.close();
  countries.close();
  await site.stop();
  rmSync(site.dataDir, { recursive: true, force: true });
}

const summaries = paths.map((path) => summaryOf(path, readings));
console.log(tableOf(summaries));
const failed = summaries.flatMap(failures);
console.log(
  `\n${paths.length} pages, ${rounds} rounds: ` +
    (failed.length === 0 ? 'every limit is kept.' : `${failed.length} limits are not kept.`),
);
for (const line of failed) console.log(`- ${line}`);
process.exitCode = failed.length === 0 ? 0 : 1;
