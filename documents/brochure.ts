import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { listedExtras, listedType } from '#contract/content/listed-prices.ts';
import { addressLines } from '#contract/content/places.ts';
import { isPublic } from '#contract/content/shapes/prices-shape.ts';
import { type Cents, feeWords, moneyText } from '#contract/money.ts';
import { speakerType } from '#contract/speaker-types.ts';
import {
  type Cell,
  closeFlow,
  fact,
  type Flow,
  nextPage,
  createFlow,
  openSection,
} from './flow.ts';
import { writeCells, writeFacts } from './flow.ts';
import { nameplate } from './nameplate.ts';
import { printEmblem } from './print-emblem.ts';
import { column, ink, page, picture, span, write } from './canvas.ts';
import { measure } from './typesetting.ts';

/** The space between two sections on one page, in points. */
const BETWEEN = 26;
const halves = [0, 6];
const thirds = [0, 4, 8];

/** A brochure of a few pages of A4, for screens and paper. `folder` is the content folder with the pictures. */
export async function makeBrochure(content: Content, folder: string): Promise<Buffer> {
  const flow = await createFlow(content, content.pages.documents.brochureTitle);
  const own = join(folder, 'public/share.png');
  cover(flow, content, existsSync(own) ? own : undefined);
  // The facts of a long title may be on the second page already.
  if (flow.pages === 1) nextPage(flow);
  else flow.y += BETWEEN;
  topics(flow, content);
  speakers(flow, content);
  fees(flow, content);
  contact(flow, content);
  return closeFlow(flow);
}

function cover(flow: Flow, content: Content, share: string | undefined): void {
  const { conference, home } = content;
  const { canvas } = flow;
  nextPage(flow, ink.paper);
  nameplate(canvas, conference.name, conference.dates.year);
  if (share !== undefined) picture(canvas, share, { x: 0, y: 118, width: page.width });

  const { heading } = home.hero;
  const place = { x: column(0), width: span(11) };
  const facts = 706;
  const y = facts - 44 - measure(canvas, heading, 'title', place.width);
  const title = { text: conference.fullTitle, style: 'label', color: ink.accent } as const;
  const above = measure(canvas, title.text, title.style, place.width) + 12;
  if (share === undefined) {
    // The emblem has the room between the nameplate and the title.
    const [top, end] = [110, y - above - 24];
    const radius = Math.min(158, (end - top) / 2);
    printEmblem(canvas, conference.name, { x: page.width / 2, y: (top + end) / 2, radius });
  }
  write(canvas, { ...title, y: y - above, ...place });
  write(canvas, { text: heading, style: 'title', tag: 'H1', y, ...place });
  flow.y = facts;
  writeFacts(flow, content);
}

function topics(flow: Flow, { home, topics: cards }: Content): void {
  if (cards.length === 0) return;
  openSection(flow, home.topics.heading, home.topics.intro);
  const cells = cards.map(({ title, description, tags }): Cell => [
    { text: title, style: 'name', tag: 'H3' },
    { text: description, style: 'body', color: ink.soft },
    { text: tags.join('\u00a0· '), style: 'tag' },
  ]);
  writeCells(flow, cells, halves);
  flow.y += BETWEEN;
}

function speakers(flow: Flow, { labels, pages, speakers: people }: Content): void {
  if (people.length === 0) return;
  openSection(flow, pages.speakers.heading);
  const cells = people.map(({ type, name, title, university, bio }): Cell => [
    { text: type && speakerType(type, labels.speakers), style: 'label', color: ink.accent },
    { text: name, style: 'name', tag: 'H3' },
    { text: title, style: 'body' },
    { text: university, style: 'body', color: ink.soft },
    { text: bio, style: 'body', color: ink.soft },
  ]);
  writeCells(flow, cells, halves);
  flow.y += BETWEEN;
}

function fees(flow: Flow, { conference, home, pages, prices }: Content): void {
  const { heading, intro, ...labels } = pages.documents.fees;
  openSection(flow, heading, intro);
  const { currency, fee, phases, presentationTypes, room } = prices;
  const amounts = (price: readonly Cents[], label: string) =>
    new Set(price).size === 1
      ? price.slice(0, 1).map((cents) => figure(moneyText(cents, currency), label))
      : price.map((cents, phase) =>
          figure(
            moneyText(cents, currency),
            inOneLine([label, phases[phase]?.name], conference.language),
          ),
        );
  const ways = presentationTypes
    .filter(isPublic)
    .flatMap((type) => amounts(type.price, listedType(prices, type)));
  writeCells(flow, ways, thirds);
  const feeText = feeWords(fee, currency);
  const further = [
    ...(room
      ? [
          ...amounts(room.night, labels.nightLabel),
          ...amounts(room.guestPerNight, labels.guestLabel),
        ]
      : []),
    ...listedExtras(prices).flatMap(({ price, label }) => amounts(price, label)),
    ...(feeText === undefined ? [] : [figure(feeText, labels.feeLabel)]),
  ];
  if (further.length > 0) writeCells(flow, further, thirds);

  flow.y += BETWEEN;
  const dates = conference.deadlines.landing.map(({ label, date }) => figure(date, label));
  if (dates.length === 0) return;
  openSection(flow, home.highlights.deadlinesLabel);
  writeCells(flow, dates, thirds);
  flow.y += BETWEEN;
}

function contact(flow: Flow, { conference, pages }: Content): void {
  const { venue, secretary, city, country } = conference;
  const mail = `mailto:${secretary.email}`;
  const address = addressLines({ ...venue, city, country }, conference).join('\n');
  const { venueHeading, secretaryHeading, secretaryText } = pages.contact;
  openSection(flow, pages.contact.heading);
  const there: Cell = [...fact(venueHeading, venue.name), { text: address, style: 'body' }];
  const office: Cell = [
    { text: secretaryHeading, style: 'label', color: ink.accent },
    { text: secretary.email, style: 'name', to: mail },
    { text: secretaryText, style: 'body', color: ink.soft },
  ];
  writeCells(flow, [there, office], halves);
}

function figure(text: string, label: string): Cell {
  return [
    { text, style: 'mark' },
    { text: label, style: 'body', color: ink.soft },
  ];
}
