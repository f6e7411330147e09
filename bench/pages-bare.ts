import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Serves, at the paths of the site's pages, the least a page with the same words can be. */
export async function serveBarePages(folder: string) {
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
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(pageAt(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return { origin: `http://localhost:${address.port}`, close: () => server.close() };
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
