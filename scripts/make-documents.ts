import type { Content } from '#contract/content.ts';
import { makeAgenda } from './documents/agenda-sheet.ts';
import { makeBrochure } from './documents/brochure.ts';
import { makeCalendar } from '#documents/calendar.ts';
import { makeIcon } from './documents/icons.ts';
import { makeSharePicture } from './documents/share-picture.ts';

type Document = { type: string; make(content: Content): Promise<Buffer> };

/** The downloads and pictures of the site, by address. All of them are made from content/. */
export const documents: Readonly<Record<string, Document>> = {
  '/documents/brochure.pdf': { type: 'application/pdf', make: makeBrochure },
  '/documents/agenda.pdf': { type: 'application/pdf', make: makeAgenda },
  '/conference.ics': {
    type: 'text/calendar; charset=utf-8',
    make: async (content) => Buffer.from(makeCalendar(content)),
  },
  '/share.png': { type: 'image/png', make: makeSharePicture },
  '/icon-32.png': { type: 'image/png', make: makeIcon(32) },
  '/icon-180.png': { type: 'image/png', make: makeIcon(180) },
  '/icon-192.png': { type: 'image/png', make: makeIcon(192) },
  '/icon-512.png': { type: 'image/png', make: makeIcon(512) },
};
