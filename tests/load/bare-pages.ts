import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { listen } from './phone.ts';

/** Headers that the connection adds, and headers that belong to the site's own bytes. */
const NOT_COPIED = /^(?:connection|keep-alive|date|etag|content-length|transfer-encoding)$/;

/** Serves the smallest pages with the words and the headers of the site's pages, at the same paths. */
export async function serveBarePages(site: string, paths: readonly string[]) {
  const pages = new Map<string, Awaited<ReturnType<typeof bareAnswer>>>();
  for (const path of paths) pages.set(path, await bareAnswer(`${site}${path}`));
  const server = createServer(({ url = '/' }, response) => {
    const page = pages.get(url);
    response.writeHead(page ? 200 : 404, page?.headers).end(page?.body);
  });
  const origin = `http://localhost:${await listen(server)}`;
  return { origin, close: () => server.close() };
}

async function bareAnswer(url: string) {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  if (!answer.ok) throw new Error(`${url} is answered with ${answer.status}`);
  const headers = [...answer.headers].filter(([name]) => !NOT_COPIED.test(name));
  const body = brotliCompressSync(barePage(await answer.text()));
  return {
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, allowingStyle(value)])),
      'content-encoding': 'br',
      'content-length': String(body.length),
    },
    body,
  };
}

const STYLE =
  'body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif }';

/** The site's policy names the hashes of its own style sheets; this function adds the hash of the bare page's style. */
function allowingStyle(header: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return header.replace(/style-src(?! [^;]*'unsafe-inline')/, `$& 'sha256-${hash}'`);
}

/** A heading, paragraphs and a line of style. Text that shows only without scripts is left out. */
function barePage(html: string): string {
  const body = html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<(script|noscript|svg|style)\b[\s\S]*?<\/\1>/g, '');
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? '';
  const words = body
    .replace(/<h1[\s\S]*?<\/h1>/, '')
    .split(/<\/?(?:p|li|h\d|div|section|label|option|button|a|dt|dd|legend)\b[^>]*>/)
    .map((part) => part.replaceAll(/<[^>]*>/g, ' ').trim())
    .filter(Boolean);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<meta name="description" content="The same words">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${words.map((part) => `<p>${part}</p>`).join('\n')}
</main>
</body>
</html>`;
}
