import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { readContent } from '#server/content/read-content.ts';
import { documents } from './make-documents.ts';

/**
 * The brochure, the agenda and the calendar: written beside the pages when the site is built, and made for every request
 * in development, so that an edit of content/ shows at once.
 */
export function documentsPlugin(folder = 'content'): Plugin {
  let path = folder;
  return {
    name: 'documents',
    configResolved({ root }) {
      path = resolve(root, folder);
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const document = documents[request.url?.replace(/\?.*$/, '') ?? ''];
        if (!document) return next();
        const answer = async () => {
          const body = await document.make(readContent(path));
          response.setHeader('content-type', document.type).end(body);
        };
        answer().catch(next);
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const content = readContent(path);
      for (const [address, { make }] of Object.entries(documents)) {
        this.emitFile({
          type: 'asset',
          fileName: address.slice(1),
          source: await make(content),
        });
      }
    },
  };
}
