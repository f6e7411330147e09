import type { Content } from '#contract/content.ts';
import { backPage } from './brochure-back.ts';
import { coverPage } from './brochure-cover.ts';
import { highlightsPage, visionPage } from './brochure-conference.ts';
import { speakerPages } from './brochure-speakers.ts';
import { sessionsPage, topicsPage } from './brochure-topics.ts';
import { closeSheet, openSheet } from '#documents/sheet.ts';

/** The conference in a few pages of A4, to be read on a screen or printed. */
export async function makeBrochure(content: Content): Promise<Buffer> {
  const { conference, pages } = content;
  const title = `${conference.name} · ${pages.documents.brochureTitle}`;
  const sheet = openSheet({ title, date: `${conference.dates.year}-01-01` });
  coverPage(sheet, content);
  visionPage(sheet, content);
  highlightsPage(sheet, content);
  topicsPage(sheet, content);
  sessionsPage(sheet, content);
  const last = speakerPages(sheet, content, 6);
  backPage(sheet, content, last + 1);
  return closeSheet(sheet);
}
