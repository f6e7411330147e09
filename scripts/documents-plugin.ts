import type { Plugin } from 'vite';
import type { Content } from '#contract/content.ts';
import { makeAgenda } from '#documents/agenda.ts';
import { makeBrochure } from '#documents/brochure.ts';
import { makeCalendar } from '#documents/calendar.ts';
import { readContent } from '#server/content/read-content.ts';

type Document = {
  type: string;
  make(content: Content, folder: string): Promise<Buffer> | string;
};

const documents: Readonly<Record<string, Document>> = {
  '/documents/brochure.pdf': { type: 'application/pdf', make: makeBrochure },
  '/documents/agenda.pdf': { type: 'application/pdf', make: makeAgenda },
  '/conference.ics': {
    type: 'text/calendar; charset=utf-8',
    make: (content) => makeCalendar(content),
  },
};

/**
 * Makes the brochure, the agenda and the calendar. A build writes them beside the pages. In development each request
 * makes them again, so that an edit of content/ shows at once.
 */
export function documentsPlugin(folder: string): Plugin {
  return {
    name: 'documents',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const document = documents[request.url?.replace(/\?.*$/, '') ?? ''];
        if (!document) return next();
        const answer = async () => {
          const body = await document.make(readContent(folder), folder);
          response.setHeader('content-type', document.type).end(body);
        };
        answer().catch(next);
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const content = readContent(folder);
      for (const [address, { make }] of Object.entries(documents)) {
        this.emitFile({
          type: 'asset',
          fileName: address.slice(1),
          source: await make(content, folder),
        });
      }
    },
  };
}
