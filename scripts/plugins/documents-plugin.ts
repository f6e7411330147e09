import type { Plugin } from 'vite';
import { type Content, inLanguage } from '#contract/content.ts';
import { makeAgenda } from '#documents/agenda.ts';
import { makeBrochure } from '#documents/brochure.ts';
import { makeCalendar, makeItemCalendars } from '#documents/calendar.ts';
import { makeScheduleJson, makeScheduleXml } from '#documents/schedule.ts';

export type Document = { type: string; make(): Promise<Buffer> | string };

const CALENDAR = 'text/calendar; charset=utf-8';

/** The files of the site that are made from content/, by their addresses. */
export function documentsOf(content: Content, folder: string): Map<string, Document> {
  return new Map<string, Document>([
    [
      '/documents/brochure.pdf',
      { type: 'application/pdf', make: () => makeBrochure(content, folder) },
    ],
    ['/documents/agenda.pdf', { type: 'application/pdf', make: () => makeAgenda(content) }],
    ['/conference.ics', { type: CALENDAR, make: () => makeCalendar(content) }],
    ...makeItemCalendars(content).map(
      ([address, calendar]) => [address, { type: CALENDAR, make: () => calendar }] as const,
    ),
    [
      '/schedule.xml',
      { type: 'application/xml; charset=utf-8', make: () => makeScheduleXml(content) },
    ],
    [
      '/schedule.json',
      { type: 'application/json; charset=utf-8', make: () => makeScheduleJson(content) },
    ],
  ]);
}

const ENDING = /\.(?:pdf|ics|xml|json)$/;

/** Makes the documents again at each request, so that an edit of content/ shows at once. A build writes them beside the pages. */
export function documentsPlugin(
  folder: string,
  read: () => Content,
  { language, base }: { language: string | undefined; base: string },
): Plugin {
  const documents = () => {
    const content = read();
    return documentsOf(inLanguage(content, language ?? content.language), folder);
  };
  return {
    name: 'documents',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const address = request.url?.replace(/\?.*$/, '') ?? '';
        if (!ENDING.test(address) || !address.startsWith(`${base}/`)) return next();
        const answer = async () => {
          const document = documents().get(address.slice(base.length));
          if (!document) return next();
          const body = await document.make();
          response.setHeader('content-type', document.type).end(body);
        };
        answer().catch(next);
      });
    },
  };
}
