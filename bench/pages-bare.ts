import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Serves, at the paths of the site's pages, the least a page with the same words can be, with such headers. */
export async function serveBarePages(folder: string, headers: Record<string, string> = {}) {
  const packed = new Map<string, Buffer>();
  const pageAt = (path: string) => {
    const known = packed.get(path);
    if (known) return known;
    const html = readFileSync(join(folder, path, 'index.html'), 'utf8');
    const page = brotliCompressSync(barePage(html));
    packed.set(path, page);
    return page;
  };
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*$/, '') ?? '/';
    if (path === '/favicon.ico') return response.writeHead(204).end();
    const type = 'text/html; charset=utf-8';
    response.writeHead(200, { ...headers, 'content-type': type, 'content-encoding': 'br' });
    response.end(pageAt(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return { origin: `http://localhost:${address.port}`, close: () => server.close() };
}

/**
 * The headers by which the site keeps other sites away from its windows. For their sake a browser gives a page a process
 * of its own, which it has to start between the answer and the first paint when it comes from an empty window.
 */
export async function guardsOf(origin: string): Promise<Record<string, string>> {
  const { headers } = await fetch(origin);
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('cross-origin-')));
}

/** A heading, paragraphs and three lines of style. What is shown only without scripts is left out. */
export function barePage(html: string): string {
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
<style>
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif }
</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${words.map((part) => `<p>${part}</p>`).join('\n')}
</main>
</body>
</html>`;
}
