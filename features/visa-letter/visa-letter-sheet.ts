import { inOneLine } from '#contract/content/languages.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { dayText } from '#contract/content/calendar-days.ts';
import { addressLines } from '#contract/content/places.ts';
import { column, createCanvas, ink, page, rule, span, write } from '#documents/canvas.ts';
import { measure } from '#documents/typesetting.ts';
import { closeFlow, type Flow, flowOn, makeRoom, nextPage, within } from '#documents/flow.ts';
import { nameplate } from '#documents/nameplate.ts';
import type { VisaLetter } from './shape.ts';

/** One letter, complete with the data of its participant. */
export type LetterText = {
  /** PS26-7K3M-9QXW-V1 */
  number: string;
  /** The day of the letter: 2026-03-04. */
  date: string;
  /** The consulate; absent: everybody whom it may concern. */
  addressee: string | undefined;
  facts: readonly { label: string; text: string }[];
  paragraphs: readonly string[];
  check: string;
};

const whole = { x: column(0), width: span(12) };
const prose = { x: column(0), width: span(11) };
const aside = { x: column(7), width: column(12) - column(7), align: 'end' } as const;

/** The letter with which a participant applies for a visa, on the letterhead of the organiser. */
export async function makeVisaLetter(
  { conference, words }: { conference: Conference; words: VisaLetter['letter'] },
  letter: LetterText,
): Promise<Buffer> {
  const { number, date } = letter;
  const head = `${conference.name} · ${words.title} ${number}`;
  const canvas = await createCanvas({
    title: head,
    date,
    texts: [JSON.stringify([conference, words, letter])],
    looks: conference.looks,
    language: conference.language,
    isKept: true,
  });
  const flow = flowOn(canvas, { head, foot: `${words.reference} ${number}` });
  nextPage(flow);
  letterhead(flow, conference);

  const place = { ...whole, width: span(7) };
  const to = { text: letter.addressee ?? words.addressee, style: 'letter', y: flow.y } as const;
  const end = write(canvas, { ...to, ...place });
  const day = inOneLine(
    [conference.organiser.city, dayText(date, conference.language)],
    conference.language,
  );
  const below = write(canvas, { text: day, style: 'body', y: flow.y + 1, ...aside });
  const reference = { text: `${words.reference} ${number}`, style: 'body', y: below } as const;
  flow.y = Math.max(end, write(canvas, { ...reference, color: ink.soft, ...aside })) + 30;

  flow.y = write(canvas, { text: words.title, style: 'heading', tag: 'H1', y: flow.y, ...whole });
  flow.y += 16;
  within(flow, 'Table', () => {
    for (const each of letter.facts) fact(flow, each.label, each.text);
  });
  rule(canvas, column(0), flow.y, span(12), ink.rule);
  flow.y += 18;
  const signed = { conference, words, check: letter.check };
  for (const [at, text] of letter.paragraphs.entries()) {
    const isLast = at === letter.paragraphs.length - 1;
    paragraph(flow, text, isLast ? heightOfSignature(flow, signed) : 0);
  }
  signature(flow, signed);
  return closeFlow(flow, (nth, count) => (count === 1 ? '' : `${nth} / ${count}`));
}

/** The name of the conference, and beside it the organiser with its address. */
function letterhead(flow: Flow, conference: Conference): void {
  const { name, dates, organiser, secretary } = conference;
  const { canvas } = flow;
  nameplate(canvas, name, dates.year, { x: column(0), y: 50, scale: 1, width: span(6) });
  const from = { text: organiser.legalName, style: 'label', y: 46, ...aside } as const;
  const address = [...addressLines(organiser, conference), secretary.email].join('\n');
  const small = { text: address, style: 'tag', color: ink.soft, ...aside } as const;
  const end = write(canvas, { ...small, y: write(canvas, from) });
  const y = Math.max(end + 14, 96);
  rule(canvas, column(0), y, span(12), ink.accent);
  flow.y = y + 30;
}

const PADDING = 5;
const GAP = 10;

function fact(flow: Flow, label: string, text: string): void {
  const value = { style: 'letter', x: column(4), width: column(12) - column(4) } as const;
  const name = { text: label, style: 'label', x: column(0), width: span(4) } as const;
  const height =
    2 * PADDING +
    Math.max(
      measure(flow.canvas, text, value.style, value.width),
      measure(flow.canvas, label, name.style, name.width),
    );
  makeRoom(flow, height);
  const { y } = flow;
  rule(flow.canvas, column(0), y, span(12), ink.rule);
  within(flow, 'TR', () => {
    write(flow.canvas, { ...name, tag: 'TH', color: ink.soft, y: y + PADDING + 2.5 });
    write(flow.canvas, { ...value, tag: 'TD', text, y: y + PADDING + 1.5 });
  });
  flow.y = y + height;
}

/** Writes a paragraph; `below` is the height that has to be free below it. */
function paragraph(flow: Flow, text: string, below: number): void {
  makeRoom(flow, measure(flow.canvas, text, 'letter', prose.width) + GAP + below);
  flow.y = write(flow.canvas, { text, style: 'letter', y: flow.y, ...prose }) + GAP;
}

type Signed = { conference: Conference; words: VisaLetter['letter']; check: string };

/** The height of the closing, the signer and the small print, which are never alone on a page. */
function heightOfSignature({ canvas }: Flow, signed: Signed): number {
  return partsOfSignature(signed)
    .map(({ text, style, gap }) => measure(canvas, text, style, prose.width) + gap)
    .reduce((sum, height) => sum + height);
}

function signature(flow: Flow, signed: Signed): void {
  const { canvas } = flow;
  for (const { gap, ...part } of partsOfSignature(signed)) {
    const foot = page.height - page.margin - 16 - measure(canvas, part.text, 'tag', prose.width);
    const y = part.style === 'tag' ? Math.max(flow.y, foot) : flow.y;
    flow.y = write(canvas, { ...part, y, ...prose }) + gap;
  }
}

function partsOfSignature({ conference, words, check }: Signed) {
  const about = `${words.role}\n${conference.organiser.legalName}`;
  return [
    { text: words.closing, style: 'letter', gap: 22 },
    { text: words.signer, style: 'name', gap: 0 },
    { text: about, style: 'body', color: ink.soft, gap: 14 },
    // At the foot of the page.
    { text: check, style: 'tag', color: ink.soft, gap: 0 },
  ] as const;
}
