import type { Content } from '#contract/content.ts';
import type { SpeakerEntry } from '#contract/content/speakers-shape.ts';
import { bottom, openSection, runningPage, top } from './running-page.ts';
import { column, ink, measure, rule, type Sheet, span, write } from '#documents/sheet.ts';

const width = span(6) - 10;

/** As many pages as the speakers need, two in a row; returns the number of the last one. */
export function speakerPages(sheet: Sheet, content: Content, first: number): number {
  const { conference, pages, speakers } = content;
  const { heading } = pages.speakers;
  let number = first;
  runningPage(sheet, conference, number);
  let y = openSection(sheet, top, { heading, number: 7 });
  for (let at = 0; at < speakers.length; at += 2) {
    const pair = speakers.slice(at, at + 2);
    const height = Math.max(...pair.map((speaker) => heightOf(sheet, speaker)));
    if (y + height > bottom) {
      number += 1;
      runningPage(sheet, conference, number);
      y = top;
    }
    for (const [side, speaker] of pair.entries()) writeSpeaker(sheet, speaker, column(side * 6), y);
    y += height;
  }
  return number;
}

function partsOf({ type, name, title, university, bio }: SpeakerEntry) {
  return [
    { text: type, style: 'label', color: ink.accent, tag: 'P', gap: 1 },
    { text: name, style: 'name', color: ink.black, tag: 'H3', gap: 2 },
    { text: title, style: 'body', color: ink.black, tag: 'P', gap: 0 },
    { text: university, style: 'body', color: ink.soft, tag: 'P', gap: 5 },
    { text: bio, style: 'body', color: ink.soft, tag: 'P', gap: 0 },
  ] as const;
}

function heightOf(sheet: Sheet, speaker: SpeakerEntry): number {
  const heights = partsOf(speaker).map(({ text, style, gap }) =>
    text ? measure(sheet, text, style, width) + gap : 0,
  );
  return heights.reduce((sum, height) => sum + height, 0) + 27;
}

function writeSpeaker(sheet: Sheet, speaker: SpeakerEntry, x: number, begin: number): void {
  rule(sheet, x, begin, span(6), ink.rule);
  let y = begin + 9;
  for (const { text, gap, ...look } of partsOf(speaker)) {
    if (text) y = write(sheet, { text, ...look, x, y, width }) + gap;
  }
}
