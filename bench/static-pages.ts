/**
 * Compares how many static answers a second the server and nginx give for the same bytes, one process each, in turns:
 * pages and scripts, compressed with brotli and gzip, and a 304.
 *
 *     npm run bench:static -- [rounds, 5 unless told] [seconds each, 3 unless told]
 *
 * Needs wrk and nginx (Debian: apt-get install wrk nginx-light) and a built site.
 */
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { closeWith, inTurns, tableOf } from './in-turns.ts';
import { type Serving, startNginx } from './nginx.ts';
import { startBuiltServer } from './pages-server.ts';
import { requestsPerSecond } from './wrk.ts';

const BAR = 0.35;
const CONNECTIONS = 32;
const [rounds = '5', seconds = '3'] = process.argv.slice(2);

const site = await startBuiltServer();
const origin = site.origin.replace('localhost', '127.0.0.1');
const home = await answerOf('/', 'br');
const script = /\/assets\/[\w.-]+\.js/.exec(
  (await answerOf('/', 'identity')).bytes.toString(),
)?.[0];
if (script === undefined) throw new Error('the home page names no script');

const wanted = [
  { name: 'home page, brotli', path: '/', encoding: 'br' },
  { name: 'home page, gzip', path: '/', encoding: 'gzip' },
  { name: 'agenda, brotli', path: '/agenda', encoding: 'br' },
  { name: 'a script, brotli', path: script, encoding: 'br' },
  { name: 'home page, 304', path: '/', encoding: 'br', known: home.etag },
];
const rows: string[][] = [];
const missed: string[] = [];
try {
  for (const { name, path, encoding, known } of wanted) {
    const answer = await answerOf(path, encoding);
    const nginx = await startNginx(answer);
    const theirs = known && (await etagOf(nginx.url));
    const load = (url: string, etag: string | undefined) => () =>
      requestsPerSecond({
        url,
        connections: CONNECTIONS,
        seconds: Number(seconds),
        headers: { 'accept-encoding': encoding, ...(etag && { 'if-none-match': etag }) },
      });
    const median = await inTurns(Number(rounds), {
      nginx: load(nginx.url, theirs),
      plenary: load(`${origin}${path}`, known),
    }).finally(() => nginx.stop());
    const ratio = median.plenary / median.nginx;
    if (ratio < BAR) missed.push(`${name} ${ratio.toFixed(2)}`);
    rows.push([
      name,
      `${known ? 0 : answer.bytes.length}`,
      String(Math.round(median.nginx)),
      String(Math.round(median.plenary)),
      ratio.toFixed(2),
    ]);
  }
} finally {
  await site.stop();
  rmSync(site.dataDir, { recursive: true });
}
console.log(
  tableOf(['answer', 'bytes', 'nginx/s', 'plenary/s', `ratio (bar: at least ${BAR})`], rows),
);
closeWith(missed);

/** The exact bytes that the server sends; `fetch` would decompress them. */
async function answerOf(path: string, encoding: string): Promise<Serving & { etag: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Serving & { etag: string }>();
  const options = { headers: { 'accept-encoding': encoding } };
  const call = request(`${origin}${path}`, options, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const { headers, statusCode } = response;
    if (statusCode !== 200) reject(new Error(`${path} is answered with ${statusCode}`));
    resolve({
      type: headers['content-type'] ?? '',
      encoding: headers['content-encoding'],
      bytes: Buffer.concat(chunks),
      etag: headers.etag ?? '',
    });
  });
  call.on('error', reject);
  call.end();
  return promise;
}

async function etagOf(url: string): Promise<string> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}
