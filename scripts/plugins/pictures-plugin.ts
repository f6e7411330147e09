import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Gives the site the pictures that are beside the pages in Markdown, at /pages/NAME. */
export function picturesPlugin(folder: string): Plugin {
  return {
    name: 'pictures',
    configureServer({ middlewares }) {
      middlewares.use('/pages', (request, response, next) => {
        const name = decodeURIComponent(request.url?.replace(/^\/|[?#].*$/g, '') ?? '');
        const file = join(folder, 'pages', name);
        const type = types[extname(name).toLowerCase()];
        if (type === undefined || name.includes('/') || !existsSync(file)) return next();
        response.setHeader('content-type', type).end(readFileSync(file));
      });
    },
  };
}
