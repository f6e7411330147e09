import type { Content } from '#contract/content.ts';
import { makeAgenda } from './documents/agenda-sheet.ts';
import { makeBrochure } from './documents/brochure.ts';
import { makeCalendar } from './documents/calendar.ts';

type Document = { type: string; make(content: Content): Promise<Buffer> };

/** What visitors can take with them, by the address it is offered at. All of it is made from content/. */
export const documents: Readonly<Record<string, Document>> = {
  '/documents/brochure.pdf': { type: 'application/pdf', make: makeBrochure },
  '/documents/agenda.pdf': { type: 'application/pdf', make: makeAgenda },
  '/conference.ics': {
    type: 'text/calendar; charset=utf-8',
    make: async (content) => Buffer.from(makeCalendar(content)),
  },
};
